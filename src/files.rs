//! Files: written atomically, with a format number; results kept on disk.

pub mod cache;
pub mod format;

use std::{
    fs::{self, File},
    io::{self, BufWriter},
    path::Path,
};

/// How the names of files begin that are not written to their end.
const TEMPORARY: &str = ".proxpool-";

/// Whether a file of this name was left behind by a program that was killed while it wrote.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(TEMPORARY)
}

/// Writes to a temporary name in the same folder, then renames: a reader sees the old file or the
/// new one, and a failure leaves the old one standing.
pub fn write_atomically<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<(), E>,
) -> Result<(), E> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        // As any new file; what may be read is for the user's umask to say.
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(TEMPORARY).tempfile_in(folder).map_err(|error| without_name(&error, folder))?;
    let mut buffered = BufWriter::new(file.as_file_mut());
    write(&mut buffered)?;
    io::Write::flush(&mut buffered)?;
    drop(buffered);
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The error without the temporary name, which is nobody's concern.
fn without_name(error: &io::Error, folder: &Path) -> io::Error {
    fs::metadata(folder).err().unwrap_or_else(|| error.kind().into())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.txt");
        write_atomically(&path, |file| file.write_all(b"old")).unwrap();
        let failed: io::Result<()> = write_atomically(&path, |file| {
            file.write_all(b"half")?;
            Err(io::Error::other("disk full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_said_without_a_temporary_name() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("no/such/folder/a.txt");
        let error = write_atomically(&nowhere, |file| file.write_all(b"new")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(".proxpool-"), "{error}");
    }
}
