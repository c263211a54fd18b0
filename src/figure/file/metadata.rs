//! The request inside a file: written as one XML element in SVG and PDF, as a text chunk in PNG.

use super::png;
use crate::figure::{FigureError, FigureRequest};

const OPEN: &str = "<proxpool:figure xmlns:proxpool=\"urn:proxpool:figure\">";
const CLOSE: &str = "</proxpool:figure>";

/// The element that holds a request.
pub fn element(json: &str) -> String {
    format!("{OPEN}{}{CLOSE}", escaped(json))
}

/// The packet of a PDF: title, program and request.
pub fn xmp(title: &str, json: &str) -> String {
    let (title, program) = (escaped(title), program());
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"><dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}\
         </rdf:li></rdf:Alt></dc:title><xmp:CreatorTool>{program}</xmp:CreatorTool>{}</rdf:Description>\
         </rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>",
        element(json)
    )
}

/// Name and version of the program.
pub fn program() -> String {
    format!("ProxPool Explorer {}", env!("CARGO_PKG_VERSION"))
}

/// The request that a file was made from.
pub fn read_request(bytes: &[u8]) -> Result<FigureRequest, FigureError> {
    let json = if bytes.starts_with(b"\x89PNG") { png::request(bytes) } else { from_element(bytes) };
    let json = json.ok_or(FigureError::NoRequest)?;
    FigureRequest::FORMAT.read::<FigureRequest>(json.as_bytes())?.checked()
}

fn from_element(bytes: &[u8]) -> Option<String> {
    let start = memchr::memmem::find(bytes, OPEN.as_bytes())? + OPEN.len();
    let end = start + memchr::memmem::find(&bytes[start..], CLOSE.as_bytes())?;
    let text = std::str::from_utf8(&bytes[start..end]).ok()?;
    Some(text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&"))
}

/// Text that can stand in XML.
pub fn escaped(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(allowed) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_comes_out() {
        let json = r#"{"a":"<&> “x” &amp;"}"#;
        let file = format!("<svg>{}</svg>", element(json));
        assert_eq!(from_element(file.as_bytes()).as_deref(), Some(json));
        assert_eq!(from_element(b"<svg/>"), None);
    }
}
