//! GML, the Graph Modelling Language (Himsolt, 1997): lists of keys and values in brackets.
//!
//! `graph [ node [ id 1 label "a" ] edge [ source 1 target 2 value 3 ] ]`, as Newman's collection, NetworkX, igraph and the
//! Topology Zoo write it.

use super::{
    ReadError, ReadOptions,
    network::{self, Network, Value},
    report::{Place, Warnings, quote},
    source::TextFile,
    watch,
};
use crate::graph::Dataset;

/// Lists in lists; drawings have four.
const MOST_NESTED: usize = 32;

pub fn read(file: &TextFile, options: &ReadOptions) -> Result<Dataset, ReadError> {
    let mut warnings = Warnings::new(options.strict);
    let mut tokens = Tokens { file, at: 0, line: 1 };
    let mut networks = Vec::new();
    while let Some((line, token)) = tokens.next()? {
        match (token, tokens.next()?) {
            (Token::Word(key), Some((_, Token::Open))) if key.eq_ignore_ascii_case("graph") => {
                networks.push(graph(&mut tokens, &mut warnings)?);
            }
            (Token::Word(_), Some((_, Token::Open))) => tokens.skip_list(line)?,
            (Token::Word(_), Some((_, Token::Word(_) | Token::Text(_)))) => {}
            (Token::Word(key), _) => return Err(no_value(file, line, key)),
            (token, _) => return Err(unexpected(file, line, &token)),
        }
    }
    if networks.is_empty() {
        let help = "put nodes and edges into graph [ … ]";
        return Err(ReadError::new(Place::file(&*file.display_name), "there is no graph in this file", help));
    }
    let budget = file.text.len().saturating_add(1 << 20);
    let mut dataset = network::finish(networks, &file.stem, &file.display_name, budget, &mut warnings)?;
    dataset.warnings = warnings.finish();
    Ok(dataset)
}

#[derive(Debug, PartialEq)]
enum Token<'a> {
    Open,
    Close,
    /// A key or a number.
    Word(&'a str),
    /// In quotes, with its entities.
    Text(&'a str),
}

struct Tokens<'a> {
    file: &'a TextFile,
    at: usize,
    line: usize,
}

impl<'a> Tokens<'a> {
    /// The next token and its line.
    fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, ReadError> {
        let text = &self.file.text;
        let bytes = text.as_bytes();
        loop {
            match bytes.get(self.at) {
                None => return Ok(None),
                Some(b'\n') => {
                    self.line += 1;
                    self.at += 1;
                }
                Some(b'#') => self.at += memchr::memchr(b'\n', &bytes[self.at..]).unwrap_or(bytes.len() - self.at),
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                Some(_) => break,
            }
        }
        let (start, line) = (self.at, self.line);
        let token = match bytes[start] {
            b'[' => (1, Token::Open),
            b']' => (1, Token::Close),
            b'"' => {
                let Some(length) = memchr::memchr(b'"', &bytes[start + 1..]) else {
                    return Err(self.file.error(
                        line,
                        "a quote is opened here and never closed",
                        "close it with another \"",
                    ));
                };
                self.line += memchr::memchr_iter(b'\n', &bytes[start..start + length]).count();
                (length + 2, Token::Text(&text[start + 1..start + 1 + length]))
            }
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b'"');
                let length = bytes[start..].iter().position(ends).unwrap_or(bytes.len() - start);
                (length, Token::Word(&text[start..start + length]))
            }
        };
        self.at += token.0;
        Ok(Some((line, token.1)))
    }

    /// Passes over a list that is open.
    fn skip_list(&mut self, opened: usize) -> Result<(), ReadError> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.next()? {
                Some((_, Token::Open)) => depth += 1,
                Some((_, Token::Close)) => depth -= 1,
                Some(_) => {}
                None => return Err(self.never_closed(opened)),
            }
            if depth > MOST_NESTED {
                return Err(self.file.error(self.line, "the lists are nested too deeply", "check that this is GML"));
            }
        }
        Ok(())
    }

    /// The key and the value of the next entry of a list; none at its end.
    fn entry(&mut self, opened: usize) -> Result<Option<(usize, &'a str, Token<'a>)>, ReadError> {
        match self.next()? {
            None => Err(self.never_closed(opened)),
            Some((_, Token::Close)) => Ok(None),
            Some((line, Token::Word(key))) => match self.next()? {
                Some((_, Token::Close)) | None => Err(no_value(self.file, line, key)),
                Some((_, value)) => Ok(Some((line, key, value))),
            },
            Some((line, token)) => Err(unexpected(self.file, line, &token)),
        }
    }

    /// Keys and values of a list that is open; lists in it, such as drawings, are left out.
    fn data(&mut self, opened: usize) -> Result<Vec<(String, Value)>, ReadError> {
        let mut data = Vec::new();
        while let Some((line, key, value)) = self.entry(opened)? {
            let value = match value {
                Token::Open => {
                    self.skip_list(line)?;
                    continue;
                }
                Token::Text(text) => Value::Word(plain(text)),
                Token::Word(word) => Value::of(word),
                Token::Close => continue,
            };
            data.push((key.to_owned(), value));
        }
        Ok(data)
    }

    fn never_closed(&self, opened: usize) -> ReadError {
        self.file.error(
            opened,
            "the list that is opened here is never closed",
            "close it with ], or download the file again",
        )
    }
}

/// The nodes and edges of a graph whose list is open.
fn graph(tokens: &mut Tokens<'_>, warnings: &mut Warnings) -> Result<Network, ReadError> {
    let file = tokens.file;
    let opened = tokens.line;
    let place = |line| Place::line(&*file.display_name, line);
    let mut network = Network::default();
    // An edge may stand before its nodes.
    let mut edges = Vec::new();
    while let Some((line, key, value)) = tokens.entry(opened)? {
        watch::at_byte(file, tokens.at)?;
        match (key.to_ascii_lowercase().as_str(), value) {
            ("node", Token::Open) => {
                let mut data = tokens.data(line)?;
                let Some(id) = take(&mut data, "id") else {
                    return Err(file.error(line, "this node has no id", "give it one, so that edges can name it"));
                };
                network.add_node(id.text(), data, place(line))?;
            }
            ("edge", Token::Open) => edges.push((line, tokens.data(line)?)),
            (_, Token::Open) => tokens.skip_list(line)?,
            ("directed", Token::Word(word)) => network.is_directed = word == "1",
            ("label" | "name", Token::Text(text)) => network.name = Some(plain(text)).filter(|name| !name.is_empty()),
            _ => {}
        }
    }
    for (line, mut data) in edges {
        let mut end = |key: &str| {
            let help = "name both of its nodes, as source and target";
            take(&mut data, key).ok_or_else(|| file.error(line, format!("this edge has no {key}"), help))
        };
        let (source, target) = (end("source")?.text(), end("target")?.text());
        data.retain(|(key, _)| key != "id" && key != "key");
        network.add_edge([&source, &target], data, place(line), warnings)?;
    }
    Ok(network)
}

/// Takes the value of a key out.
fn take(data: &mut Vec<(String, Value)>, key: &str) -> Option<Value> {
    let idx = data.iter().position(|(other, _)| other.eq_ignore_ascii_case(key))?;
    Some(data.remove(idx).1)
}

/// A text without the entities in which GML writes quotes and letters beyond ASCII.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.char_indices().take(12).find(|(_, c)| *c == ';').map(|(end, _)| end);
        let letter = end.and_then(|end| entity(&rest[1..end]));
        match (letter, end) {
            (Some(letter), Some(end)) => {
                plain.push(letter);
                rest = &rest[end + 1..];
            }
            _ => {
                plain.push('&');
                rest = &rest[1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

fn entity(name: &str) -> Option<char> {
    let code = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    match name {
        "quot" => Some('"'),
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "apos" => Some('\''),
        "nbsp" => Some(' '),
        _ => match name.strip_prefix("#x").or_else(|| name.strip_prefix("#X")) {
            Some(digits) => code(digits, 16),
            None => code(name.strip_prefix('#')?, 10),
        },
    }
}

fn no_value(file: &TextFile, line: usize, key: &str) -> ReadError {
    file.error(
        line,
        format!("the key {} has no value", quote(key)),
        "give each key a number, a text in quotes or a list",
    )
}

fn unexpected(file: &TextFile, line: usize, token: &Token<'_>) -> ReadError {
    let what = match token {
        Token::Open => "this [ has no key before it".to_owned(),
        Token::Close => "this ] closes no list".to_owned(),
        Token::Word(text) | Token::Text(text) => format!("{} is not expected here", quote(text)),
    };
    file.error(line, what, "write keys and values in turn, and lists in brackets")
}
