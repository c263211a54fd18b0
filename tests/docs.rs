//! The manual as a test: every link leads somewhere, every page can be reached, and every command that is shown exists.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use clap::{Command, Subcommand as _};
use proxpool::readers::catalog::BUNDLED;

/// A Markdown page, with its path from the root of the project.
struct Page {
    path: String,
    text: String,
}

fn pages() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut paths: Vec<String> = names.map(|name| format!("docs/{}", name.to_str().unwrap())).collect();
    paths.retain(|path| path.ends_with(".md"));
    paths.extend(["README.md", "CHANGELOG.md"].map(str::to_owned));
    paths.sort();
    let page = |path: String| Page { text: fs::read_to_string(root.join(&path)).unwrap(), path };
    paths.into_iter().map(page).collect()
}

/// The lines of a page, each with the language of the code block that it is in; fences are left out.
fn lines(text: &str) -> Vec<(Option<&str>, &str)> {
    let mut block = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        match (line.trim_start().strip_prefix("```"), block) {
            (Some(language), None) => block = Some(language),
            (Some(_), Some(_)) => block = None,
            (None, _) => lines.push((block, line)),
        }
    }
    lines
}

fn prose(text: &str) -> impl Iterator<Item = &str> {
    lines(text).into_iter().filter(|(block, _)| block.is_none()).map(|(_, line)| line)
}

/// The targets of all links and images: `[text](target)`, `![text](target "title")` and `[name]: target`.
fn targets(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        // What stands between two backquotes is code.
        let plain: String = line.split('`').step_by(2).collect();
        let inline = plain.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        let definition = plain.strip_prefix('[').and_then(|rest| rest.split_once("]: ")?.1.split_whitespace().next());
        links.extend(inline.chain(definition).map(str::to_owned));
    }
    links
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let heading = |line: &str| {
        let title = line.trim_start_matches('#');
        ((1..=6).contains(&(line.len() - title.len())) && title.starts_with(' ')).then(|| slug(title.trim()))
    };
    let number = |slug: String| {
        let n = times.entry(slug.clone()).or_default();
        *n += 1;
        if *n == 1 { slug } else { format!("{slug}-{}", *n - 1) }
    };
    prose(text).filter_map(heading).map(number).collect()
}

/// Lower case, spaces as hyphens, no other punctuation.
fn slug(title: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    title.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The path that a link names, from the root; none if it leaves the project.
fn resolved(page: &str, target: &str) -> Option<String> {
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match part {
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The links of a page to files and headings of the project: target, path and anchor.
fn local(page: &Page) -> Vec<(String, Option<String>, Option<String>)> {
    let is_local = |target: &String| !target.contains("://") && !target.starts_with("mailto:");
    let split = |target: String| {
        let (file, anchor) = target.split_once('#').map_or((&*target, None), |(file, anchor)| (file, Some(anchor)));
        let path = if file.is_empty() { Some(page.path.clone()) } else { resolved(&page.path, file) };
        let anchor = anchor.map(str::to_owned);
        (target, path, anchor)
    };
    targets(&page.text).into_iter().filter(is_local).map(split).collect()
}

/// Links to files that are not there, and to headings that a page does not have.
fn broken(pages: &[Page], exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut broken = Vec::new();
    for page in pages {
        for (target, path, anchor) in local(page) {
            let has_anchor = |anchor: String| {
                let page = pages.iter().find(|other| Some(&other.path) == path.as_ref());
                page.is_some_and(|other| anchors(&other.text).contains(&anchor))
            };
            if !path.as_deref().is_some_and(&exists) {
                broken.push(format!("{}: {target}: no such file", page.path));
            } else if !anchor.is_none_or(has_anchor) {
                broken.push(format!("{}: {target}: no such heading", page.path));
            }
        }
    }
    broken
}

/// Pages of the manual that no other page links to.
fn unlinked(pages: &[Page]) -> Vec<&str> {
    let is_linked = |page: &Page| {
        let links_to = |other: &Page| local(other).iter().any(|(_, path, _)| path.as_ref() == Some(&page.path));
        pages.iter().any(|other| other.path != page.path && links_to(other))
    };
    pages.iter().filter(|page| page.path.starts_with("docs/") && !is_linked(page)).map(|page| &*page.path).collect()
}

/// What a reader may type: lines of shell blocks, lines after a prompt, and code within sentences.
fn typed(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let mut typed = Vec::new();
    for (block, line) in lines(&joined) {
        match block {
            Some("sh") => typed.push(line.to_owned()),
            Some(_) => typed.extend(line.strip_prefix("$ ").map(str::to_owned)),
            None => typed.extend(line.split('`').skip(1).step_by(2).map(str::to_owned)),
        }
    }
    typed
}

/// The command line as the program defines it.
fn program() -> Command {
    let program = proxpool::cli::Command::augment_subcommands(Command::new("proxpool").version("0"));
    #[cfg(feature = "gui")]
    let program = <proxpool::app::WindowArguments as clap::Args>::augment_args(program);
    let mut program = program;
    program.build();
    program
}

/// What does not exist of a line: its subcommand, or flags of it.
fn unknown(line: &str, program: &Command) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
    let is_program = |word: &&str| *word == "proxpool" || word.ends_with("/proxpool");
    let Some(start) = words.iter().position(is_program) else { return Vec::new() };
    let words = &words[start + 1..];
    let is_name = |word: &&&str| {
        word.chars().all(|c| c.is_ascii_lowercase()) && !BUNDLED.iter().any(|bundled| bundled.name == **word)
    };
    let command = match words.first().filter(is_name) {
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command,
            None => return vec![format!("`{line}`: no command {name}")],
        },
        None if cfg!(feature = "gui") => program,
        None => return Vec::new(),
    };
    // Commands of a command: `proxpool study new`.
    let is_nested = command.has_subcommands() && command.get_name() != program.get_name();
    let below = words.get(1).filter(|_| is_nested).and_then(|word| command.find_subcommand(word));
    if is_nested && words.len() > 1 && below.is_none() && !words[1].starts_with('-') {
        return vec![format!("`{line}`: no command {} {}", words[0], words[1])];
    }
    let command = below.unwrap_or(command);
    let flags = words.iter().filter_map(|word| word.strip_prefix("--")?.split('=').next());
    let is_unknown = |flag: &&str| command.get_arguments().all(|argument| argument.get_long() != Some(*flag));
    flags.filter(is_unknown).map(|flag| format!("`{line}`: no flag --{flag}")).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let broken = broken(&pages(), |path| root.join(path).exists());
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_of_the_manual_is_linked() {
    assert_eq!(unlinked(&pages()), [""; 0]);
}

#[test]
fn every_command_that_is_shown_exists() {
    let program = program();
    let commands: Vec<String> = pages().iter().flat_map(|page| typed(&page.text)).collect();
    assert!(commands.iter().filter(|line| line.starts_with("proxpool ")).count() > 30, "the scan misses commands");
    let unknown: Vec<String> = commands.iter().flat_map(|line| unknown(line, &program)).collect();
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

#[test]
fn the_scan_finds_what_is_wrong() {
    let page = |path: &str, text: &str| Page { path: path.to_owned(), text: text.to_owned() };
    let pages = [
        page("README.md", "# Top\n[a](docs/a.md#b-c) ![p](gone.png) [t](#top) [w](https://x.org/#y) `[c](code.md)`"),
        page(
            "docs/a.md",
            "# B c!\n```text\n# Not a heading\n[n](none.md)\n```\n[up](../README.md#topp) [out](../../x)",
        ),
        page("docs/lonely.md", "[self](lonely.md)\n[r]: a.md \"title\""),
    ];
    let files = ["README.md", "docs/a.md", "docs/lonely.md"];
    let expected = [
        "README.md: gone.png: no such file",
        "docs/a.md: ../README.md#topp: no such heading",
        "docs/a.md: ../../x: no such file",
    ];
    assert_eq!(broken(&pages, |path| files.contains(&path)), expected);
    assert_eq!(unlinked(&pages), ["docs/lonely.md"]);
    let twice = anchors("# One (1)\n## `proxpool` two-three_4\n## One 1\n");
    assert_eq!(twice, ["one-1", "proxpool-two-three_4", "one-1-1"].map(str::to_owned).into());

    let program = program();
    for fine in ["proxpool trace MUTAG --graph=3 # --no", "proxpool molecules --help", "cargo bench --bench x"] {
        assert_eq!(unknown(fine, &program), [""; 0]);
    }
    assert_eq!(unknown("proxpool trane MUTAG", &program), ["`proxpool trane MUTAG`: no command trane"]);
    assert_eq!(unknown("proxpool study run x --threads 2", &program), [""; 0]);
    assert_eq!(unknown("proxpool study rum x", &program), ["`proxpool study rum x`: no command study rum"]);
    assert_eq!(unknown("proxpool study run x --gone", &program), ["`proxpool study run x --gone`: no flag --gone"]);
    assert_eq!(unknown("A=b proxpool list --gone", &program), ["`A=b proxpool list --gone`: no flag --gone"]);
    assert_eq!(typed("x `a --b` y\n```sh\nc \\\n d\n```\n```text\n$ e\nf\n```"), ["a --b", "c   d", "e"]);
}
