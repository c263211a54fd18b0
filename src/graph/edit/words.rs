//! An edit as a word, for links and for files: `add:2`, `remove:5`, `join:3:7:0`, `cut:3:7`, `label:5:1`, `bond:3:7:1`,
//! `weight:3:7:0.5`.

use std::{fmt, str::FromStr};

use super::Edit;

/// A text that is not an edit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "“{0}” is not an edit; valid edits are add:2, remove:5, join:3:7:0, cut:3:7, label:5:1, bond:3:7:1 or \
     weight:3:7:0.5"
)]
pub struct NotAnEdit(String);

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::AddNode { label: None } => write!(f, "add"),
            Self::AddNode { label: Some(label) } => write!(f, "add:{label}"),
            Self::RemoveNode { node } => write!(f, "remove:{node}"),
            Self::AddEdge { ends: [u, v], label: None } => write!(f, "join:{u}:{v}"),
            Self::AddEdge { ends: [u, v], label: Some(label) } => write!(f, "join:{u}:{v}:{label}"),
            Self::RemoveEdge { ends: [u, v] } => write!(f, "cut:{u}:{v}"),
            Self::SetNodeLabel { node, label } => write!(f, "label:{node}:{label}"),
            Self::SetEdgeLabel { ends: [u, v], label } => write!(f, "bond:{u}:{v}:{label}"),
            Self::SetWeight { ends: [u, v], weight } => write!(f, "weight:{u}:{v}:{weight}"),
        }
    }
}

impl FromStr for Edit {
    type Err = NotAnEdit;

    fn from_str(word: &str) -> Result<Self, NotAnEdit> {
        let wrong = || NotAnEdit(word.chars().take(40).collect());
        let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
        let ends = |u: &str, v: &str| Ok([number(u)?, number(v)?]);
        let parts: Vec<&str> = word.split(':').collect();
        Ok(match parts[..] {
            ["add"] => Self::AddNode { label: None },
            ["add", label] => Self::AddNode { label: Some(number(label)?) },
            ["remove", node] => Self::RemoveNode { node: number(node)? },
            ["join", u, v] => Self::AddEdge { ends: ends(u, v)?, label: None },
            ["join", u, v, label] => Self::AddEdge { ends: ends(u, v)?, label: Some(number(label)?) },
            ["cut", u, v] => Self::RemoveEdge { ends: ends(u, v)? },
            ["label", node, label] => Self::SetNodeLabel { node: number(node)?, label: number(label)? },
            ["bond", u, v, label] => Self::SetEdgeLabel { ends: ends(u, v)?, label: number(label)? },
            ["weight", u, v, weight] => {
                Self::SetWeight { ends: ends(u, v)?, weight: weight.parse().map_err(|_| wrong())? }
            }
            _ => return Err(wrong()),
        })
    }
}

impl TryFrom<String> for Edit {
    type Error = NotAnEdit;

    fn try_from(word: String) -> Result<Self, NotAnEdit> {
        word.parse()
    }
}

impl From<Edit> for String {
    fn from(edit: Edit) -> Self {
        edit.to_string()
    }
}
