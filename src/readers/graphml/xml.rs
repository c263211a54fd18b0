//! The XML below GraphML: parsed with entities refused and bounded work, each element with its line.

use std::borrow::Cow;

use roxmltree::{Document, Error, Node, ParsingOptions};

use super::{Place, ReadError, TextFile};
use crate::readers::report::quote;

/// The parser compares every attribute of an element with every other.
const MAX_ATTRIBUTES: usize = 256;
/// The parser copies the namespaces of an element into its children.
const MAX_PREFIXES: usize = 32;

/// A parsed file, with line numbers for errors.
pub(in crate::readers) struct Xml<'a, 'd> {
    file: &'a TextFile,
    /// The outermost element.
    pub root: Node<'d, 'a>,
    /// Where each line after the first starts.
    line_starts: Vec<usize>,
}

/// Parses the text; the error has the line where it is not XML.
pub(in crate::readers) fn parse(file: &TextFile) -> Result<Document<'_>, ReadError> {
    refuse_excess(file)?;
    let with_dtd =
        |allow_dtd| Document::parse_with_options(&file.text, ParsingOptions { allow_dtd, ..ParsingOptions::default() });
    let outcome = match with_dtd(false) {
        Err(Error::DtdDetected) => match file.text.find("<!ENTITY") {
            Some(offset) => {
                return Err(file.error(
                    line_of(&file.text, offset),
                    "this file defines XML entities, which are not supported",
                    "replace them by their text and remove <!ENTITY",
                ));
            }
            None => with_dtd(true),
        },
        outcome => outcome,
    };
    outcome.map_err(|error| not_well_formed(file, &error))
}

impl<'a, 'd> Xml<'a, 'd> {
    /// The document, if its root has that name.
    pub(in crate::readers) fn new(
        file: &'a TextFile,
        document: &'d Document<'a>,
        name: &str,
    ) -> Result<Self, ReadError> {
        let root = document.root_element();
        let line_starts = memchr::memchr_iter(b'\n', file.text.as_bytes()).map(|end| end + 1).collect();
        let xml = Self { file, root, line_starts };
        match root.tag_name().name() {
            known if known == name => Ok(xml),
            other => {
                let what = format!("the outermost element is {}, not “{name}”", quote(other));
                Err(xml.error(root, what, "check that this is a GraphML or GEXF file"))
            }
        }
    }

    /// The elements of GraphML right below a node.
    pub(in crate::readers) fn elements(&self, node: Node<'d, 'a>) -> impl Iterator<Item = Node<'d, 'a>> {
        // Files name the namespace in different ways or not at all, so the root's one counts.
        let namespace = self.root.tag_name().namespace();
        node.children().filter(move |child| child.is_element() && child.tag_name().namespace() == namespace)
    }

    /// Those of the given name.
    pub(in crate::readers) fn children(
        &self,
        node: Node<'d, 'a>,
        name: &'static str,
    ) -> impl Iterator<Item = Node<'d, 'a>> {
        self.elements(node).filter(move |child| child.tag_name().name() == name)
    }

    pub(in crate::readers) fn line(&self, node: Node<'d, 'a>) -> usize {
        let offset = node.range().start;
        self.line_starts.partition_point(|&start| start <= offset) + 1
    }

    /// The line of a node, as a place.
    pub(in crate::readers) fn place(&self, node: Node<'d, 'a>) -> Place {
        Place::line(&*self.file.display_name, self.line(node))
    }

    /// An error at a node.
    pub(in crate::readers) fn error(
        &self,
        node: Node<'d, 'a>,
        what: impl Into<String>,
        help: impl Into<String>,
    ) -> ReadError {
        ReadError::new(self.place(node), what, help)
    }

    /// File name for error messages.
    pub(in crate::readers) fn display_name(&self) -> &str {
        &self.file.display_name
    }

    /// How many values may be made of defaults, in proportion to the file.
    pub(in crate::readers) fn budget(&self) -> usize {
        self.file.text.len().saturating_add(1 << 20)
    }
}

/// The text of an element; comments in it do not count.
pub(in crate::readers) fn text<'d>(node: Node<'d, '_>) -> Cow<'d, str> {
    let mut parts = node.children().filter(|child| child.is_text()).filter_map(|child| child.text());
    let first = parts.next().unwrap_or_default();
    parts.fold(Cow::Borrowed(first), |all, part| Cow::Owned(all.into_owned() + part))
}

fn not_well_formed(file: &TextFile, error: &Error) -> ReadError {
    let pos = error.pos();
    let mut place = Place::line(&*file.display_name, pos.row as usize).at_column(pos.col as usize);
    let (what, help) = match error {
        Error::UnexpectedCloseTag(expected, actual, _) => (
            format!("</{}> is found where <{}> should be closed", bare(actual), bare(expected)),
            "close each element inside the one that holds it",
        ),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            place = Place::line(&*file.display_name, line_of(&file.text, file.text.trim_end().len()));
            (
                "the file ends before all elements are closed".to_owned(),
                "check that it was saved or downloaded completely",
            )
        }
        Error::NoRootNode => {
            place = Place::file(&*file.display_name);
            ("there is no XML in this file".to_owned(), "check that this is a GraphML or GEXF file")
        }
        Error::UnknownNamespace(prefix, _) => {
            (format!("the prefix {} is not declared", quote(prefix)), "declare it with xmlns: in the outermost element")
        }
        Error::DuplicatedAttribute(name, _) => {
            (format!("the attribute {} is given twice", quote(name)), "give it once")
        }
        Error::UnknownEntityReference(name, _) => {
            (format!("unknown entity {}", quote(&format!("&{name};"))), "write &amp; for a plain &")
        }
        Error::MalformedEntityReference(_) => {
            ("this & does not start an entity".to_owned(), "write &amp; for a plain &")
        }
        Error::InvalidAttributeValue(_) => {
            ("an attribute has a < in it".to_owned(), "write &lt; for it, and check that its quote is closed")
        }
        _ => ("this is not well-formed XML".to_owned(), "check for missing quotes and for < or & in text"),
    };
    ReadError::new(place, what, help)
}

/// A name from the file, short and without quotation marks.
fn bare(name: &str) -> String {
    quote(name).trim_start_matches('“').trim_end_matches('”').to_owned()
}

/// Refuses what would take the parser time beyond proportion to the file's size.
fn refuse_excess(file: &TextFile) -> Result<(), ReadError> {
    let mut prefixes: Vec<&str> = Vec::new();
    // No attribute may contain a <, so an element's attributes all stand before the next one.
    for (start, _) in file.text.match_indices('<') {
        let tag = file.text[start + 1..].split('<').next().unwrap_or_default();
        let mut n_attributes = 0;
        for (equals, _) in tag.match_indices('=') {
            n_attributes += usize::from(tag[equals + 1..].trim_start().starts_with(['"', '\'']));
            // Looking back ends at the attribute before, so that the whole scan stays linear.
            let ends_name = |c: char| c.is_whitespace() || matches!(c, '=' | '"' | '\'');
            let name = tag[..equals].trim_end().rsplit(ends_name).next().unwrap_or_default();
            if name.starts_with("xmlns") && prefixes.len() <= MAX_PREFIXES && !prefixes.contains(&name) {
                prefixes.push(name);
            }
        }
        if n_attributes > MAX_ATTRIBUTES || prefixes.len() > MAX_PREFIXES {
            let what = if n_attributes > MAX_ATTRIBUTES { "attributes in one element" } else { "namespaces" };
            let most = if n_attributes > MAX_ATTRIBUTES { MAX_ATTRIBUTES } else { MAX_PREFIXES };
            return Err(file.error(
                line_of(&file.text, start),
                format!("there are more than {most} {what}"),
                "check that this is a GraphML or GEXF file",
            ));
        }
    }
    Ok(())
}

fn line_of(text: &str, offset: usize) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes().get(..offset).unwrap_or_default()).count() + 1
}
