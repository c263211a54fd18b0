//! Where bytes come from: a folder, a zip or memory, all read the same way and all bounded.
//!
//! Limits hold before memory is taken: a zip is refused by the sizes it declares, and a member that
//! unpacks to more than it declared is cut off at that size. Names inside a zip are only compared,
//! never used as paths, so `../` in one can reach nothing.

use std::{
    fs,
    io::{Cursor, Read},
    path::{Path, PathBuf},
};

use super::{
    encoding, gz,
    report::{Place, ReadError, Warnings, quote},
};

/// All files of one dataset together may unpack to this many bytes.
pub const MAX_UNPACKED_BYTES: u64 = 1 << 30;
/// A zip may hold this many members.
pub const MAX_ZIP_MEMBERS: usize = 10_000;

/// A text file in memory, and the name by which messages call it.
#[derive(Clone, Debug)]
pub struct TextFile {
    /// The path for error messages: `MUTAG.zip/MUTAG/MUTAG_A.txt`.
    pub display_name: String,
    /// The file's name without folder and ending.
    pub stem: String,
    /// Its text, without a byte order mark.
    pub text: String,
    /// The first line that is not UTF-8, in a text that was read as Windows-1252 therefore.
    pub not_utf8: Option<usize>,
}

impl TextFile {
    /// A text that did not come from a file; error messages call it `display_name`.
    pub fn from_text(display_name: &str, text: &str) -> Self {
        let stem = Path::new(display_name).file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
        Self { display_name: display_name.to_owned(), stem, text: text.to_owned(), not_utf8: None }
    }

    /// Bytes as text. What is neither UTF-8 nor UTF-16 is text of an older program, or not text.
    pub fn from_bytes(display_name: &str, bytes: Vec<u8>) -> Result<Self, ReadError> {
        refuse_look_alikes(display_name, &bytes)?;
        let mut not_utf8 = None;
        let mut text = match encoding::utf16(&bytes) {
            Some(text) => text,
            None => match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => {
                    let good = error.utf8_error().valid_up_to();
                    let line = memchr::memchr_iter(b'\n', &error.as_bytes()[..good]).count() + 1;
                    if encoding::is_binary(error.as_bytes()) {
                        let help = "this looks like a binary file; check that it is the right file";
                        return Err(ReadError::new(Place::line(display_name, line), "this is not UTF-8 text", help));
                    }
                    not_utf8 = Some(line);
                    encoding::windows_1252(error.as_bytes())
                }
            },
        };
        if let Some(rest) = text.strip_prefix('\u{feff}') {
            text = rest.to_owned();
        }
        let bytes = text.as_bytes();
        // The line ends of old Macs, which spreadsheets on new ones still write.
        if memchr::memchr(b'\n', bytes).is_none() && memchr::memchr(b'\r', bytes).is_some() {
            text = text.replace('\r', "\n");
        }
        Ok(Self { text, not_utf8, ..Self::from_text(display_name, "") })
    }

    /// Says that the text is not UTF-8; an error where reading is strict.
    pub fn tolerate_encoding(&self, warnings: &mut Warnings) -> Result<(), ReadError> {
        let Some(line) = self.not_utf8 else { return Ok(()) };
        let error = self.error(line, "this is not UTF-8 text", "save the file as UTF-8");
        warnings.tolerate("this is not UTF-8 text; it was read as Windows-1252 (Latin-1)", error)
    }

    /// Reads a file from disk.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let file = BinaryFile::open(path)?;
        Self::from_bytes(&file.display_name, file.bytes)
    }

    /// The file's name without its folder.
    pub fn file_name(&self) -> String {
        file_name(Path::new(&self.display_name))
    }

    /// An error at a line of this file, counted from 1.
    pub fn error(&self, line: usize, what: impl Into<String>, help: impl Into<String>) -> ReadError {
        ReadError::new(Place::line(&*self.display_name, line), what, help)
    }
}

/// A file in memory that is no text, and the name by which messages call it.
#[derive(Clone, Debug)]
pub struct BinaryFile {
    /// The path for error messages.
    pub display_name: String,
    /// The file's name without folder and ending.
    pub stem: String,
    pub bytes: Vec<u8>,
}

impl BinaryFile {
    pub fn new(display_name: &str, bytes: Vec<u8>) -> Self {
        Self { display_name: display_name.to_owned(), stem: TextFile::from_text(display_name, "").stem, bytes }
    }

    /// Reads a file from disk.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let display_name = path.display().to_string();
        let io = |error: std::io::Error| io_error(&display_name, &error);
        let file = fs::File::open(path).map_err(io)?;
        let metadata = file.metadata().map_err(io)?;
        if metadata.len() > MAX_UNPACKED_BYTES {
            return Err(too_large(&display_name, metadata.len()));
        }
        // Read by the size seen at opening, so that a pipe or a growing file cannot fill memory.
        let mut bytes = Vec::with_capacity(metadata.len() as usize);
        file.take(MAX_UNPACKED_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
        if bytes.len() as u64 > MAX_UNPACKED_BYTES {
            return Err(too_large(&display_name, bytes.len() as u64));
        }
        Ok(Self::new(&display_name, bytes))
    }
}

/// The files of a dataset: a folder or a zip.
pub struct Source {
    display_name: String,
    kind: SourceKind,
}

enum SourceKind {
    Folder { files: Vec<PathBuf>, bytes_read: u64 },
    Zip { archive: Box<zip::ZipArchive<Cursor<Vec<u8>>>>, names: Vec<String> },
}

impl Source {
    /// Opens a folder (not looking into its sub-folders).
    pub fn folder(path: &Path) -> Result<Self, ReadError> {
        let display_name = path.display().to_string();
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(|error| io_error(&display_name, &error))? {
            let entry = entry.map_err(|error| io_error(&display_name, &error))?.path();
            if entry.is_file() {
                files.push(entry);
            }
        }
        files.sort();
        Ok(Self { display_name, kind: SourceKind::Folder { files, bytes_read: 0 } })
    }

    /// Opens a zip on disk.
    pub fn zip_file(path: &Path) -> Result<Self, ReadError> {
        let file = BinaryFile::open(path)?;
        Self::zip(&file.display_name, file.bytes)
    }

    /// Opens a zip in memory; error messages call it `display_name`.
    pub fn zip(display_name: &str, bytes: Vec<u8>) -> Result<Self, ReadError> {
        let refuse = |what: &str, help: &str| Err(ReadError::new(Place::file(display_name), what, help));
        refuse_look_alikes(display_name, &bytes)?;
        let mut archive = match zip::ZipArchive::new(Cursor::new(bytes)) {
            Ok(archive) => archive,
            Err(_) => return refuse("this zip file is incomplete or damaged", "download it again"),
        };
        if archive.len() > MAX_ZIP_MEMBERS {
            return refuse("this zip has more than 10000 members", "check that it is a dataset");
        }
        let mut unpacked = 0_u64;
        for idx in 0..archive.len() {
            match archive.by_index_raw(idx) {
                Ok(member) => unpacked = unpacked.saturating_add(member.size()),
                Err(_) => return refuse("this zip is damaged", "download it again"),
            }
        }
        if unpacked > MAX_UNPACKED_BYTES {
            return Err(too_large(display_name, unpacked));
        }
        let mut names: Vec<String> = archive.file_names().map(str::to_owned).collect();
        names.retain(|name| !name.ends_with('/'));
        names.sort();
        Ok(Self { display_name: display_name.to_owned(), kind: SourceKind::Zip { archive: Box::new(archive), names } })
    }

    /// Name for error messages.
    pub fn display_name(&self) -> &str {
        &self.display_name
    }

    /// The names of the files, folders inside a zip included, sorted.
    pub fn names(&self) -> Vec<String> {
        match &self.kind {
            SourceKind::Folder { files, .. } => files.iter().map(|path| file_name(path)).collect(),
            SourceKind::Zip { names, .. } => names.clone(),
        }
    }

    /// Reads one of [`names`](Self::names) as text.
    pub fn read(&mut self, name: &str) -> Result<TextFile, ReadError> {
        TextFile::from_bytes(&format!("{}/{name}", self.display_name), self.read_bytes(name)?)
    }

    /// Reads one of [`names`](Self::names); one that gzip packed is unpacked.
    pub fn read_bytes(&mut self, name: &str) -> Result<Vec<u8>, ReadError> {
        let display_name = format!("{}/{name}", self.display_name);
        let bytes = self.packed_bytes(name, &display_name)?;
        if gz::is_packed(&bytes) { gz::unpack(&display_name, &bytes) } else { Ok(bytes) }
    }

    fn packed_bytes(&mut self, name: &str, display_name: &str) -> Result<Vec<u8>, ReadError> {
        match &mut self.kind {
            SourceKind::Folder { files, bytes_read } => match files.iter().find(|path| file_name(path) == name) {
                Some(path) => {
                    let size = fs::metadata(path).map_err(|error| io_error(display_name, &error))?.len();
                    *bytes_read = bytes_read.saturating_add(size);
                    if *bytes_read > MAX_UNPACKED_BYTES {
                        return Err(too_large(&self.display_name, *bytes_read));
                    }
                    Ok(BinaryFile::open(path)?.bytes)
                }
                None => Err(ReadError::new(Place::file(display_name), "there is no such file", "check the name")),
            },
            SourceKind::Zip { archive, .. } => unpack(archive, name, display_name),
        }
    }
}

/// Reads at most as many bytes as the member declares, and no fewer.
fn unpack(
    archive: &mut zip::ZipArchive<Cursor<Vec<u8>>>,
    name: &str,
    display_name: &str,
) -> Result<Vec<u8>, ReadError> {
    let refuse = |what: &str, help: &str| Err(ReadError::new(Place::file(display_name), what, help));
    let member = match archive.by_name(name) {
        Ok(member) => member,
        Err(zip::result::ZipError::UnsupportedArchive(_)) => {
            return refuse(
                "this member is encrypted or uses an unsupported compression method",
                "create the zip again with the deflate method",
            );
        }
        Err(_) => return refuse("this member cannot be read", "download the zip again"),
    };
    let declared = member.size();
    let mut bytes = Vec::new();
    match member.take(declared + 1).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 == declared => Ok(bytes),
        _ => refuse("this member is damaged, or its size differs from the declared size", "download the zip again"),
    }
}

/// What a broken download leaves behind under the right name.
fn refuse_look_alikes(display_name: &str, bytes: &[u8]) -> Result<(), ReadError> {
    let head = &bytes[..bytes.len().min(256)];
    let lower = String::from_utf8_lossy(head).trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        return Err(ReadError::new(
            Place::file(display_name),
            "this is a web page, not data",
            "the URL was probably wrong; download it again",
        ));
    }
    if head.starts_with(b"version https://git-lfs") {
        return Err(ReadError::new(
            Place::file(display_name),
            "this is a git-lfs pointer, not the data itself",
            "run “git lfs pull” in its repository",
        ));
    }
    Ok(())
}

/// An I/O error as a reader's error.
pub fn io_error(display_name: &str, error: &std::io::Error) -> ReadError {
    use std::io::ErrorKind::{IsADirectory, NotFound, PermissionDenied};
    let (what, help) = match error.kind() {
        NotFound => ("there is no such file".to_owned(), "check the path"),
        PermissionDenied => ("permission denied".to_owned(), "check its permissions"),
        IsADirectory => ("this is a folder, not a file".to_owned(), "name a file in it"),
        _ => (format!("reading failed ({error})"), "check the disk and try again"),
    };
    ReadError::new(Place::file(display_name), what, help)
}

pub(super) fn too_large(display_name: &str, bytes: u64) -> ReadError {
    ReadError::new(
        Place::file(display_name),
        format!("this unpacks to {:.1} GB, more than the limit of 1 GiB", bytes as f64 / 1e9),
        "split the dataset",
    )
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| quote("?"), |name| name.to_string_lossy().into_owned())
}
