//! Whose a file is, and who else may read or write it: what a new file in its place must keep.

use std::{
    fs::{File, Metadata},
    io,
    path::Path,
};

/// Gives a new file the owner, the group, the permissions and the access list of the one that it
/// will replace; an error if that is not allowed here.
#[cfg(unix)]
pub(crate) fn hand_over(old: &Path, before: &Metadata, new: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = new.metadata()?;
    let other = |was: u32, is: u32| (was != is).then_some(was);
    let (owner, group) = (other(before.uid(), now.uid()), other(before.gid(), now.gid()));
    if owner.is_some() || group.is_some() {
        fchown(new, owner, group)?;
    }
    access_list::copy(old, new)?;
    // Last: a change of the owner takes some of them away.
    new.set_permissions(before.permissions())
}

#[cfg(not(unix))]
pub(crate) fn hand_over(_: &Path, before: &Metadata, new: &File) -> io::Result<()> {
    new.set_permissions(before.permissions())
}

/// The names of the owner and the group of a file, where they have any.
#[cfg(unix)]
pub(crate) fn names(file: &Metadata) -> [String; 2] {
    use std::os::unix::fs::MetadataExt;
    [user(file.uid()), named(file.gid(), "/etc/group")]
}

#[cfg(not(unix))]
pub(crate) fn names(_: &Metadata) -> [String; 2] {
    ["?".into(), "?".into()]
}

/// The name of a user, or his number.
pub(crate) fn user(number: u32) -> String {
    named(number, "/etc/passwd")
}

/// The name that a number has in a table of the system (`name:password:number:..`); the number
/// itself where users are kept elsewhere.
fn named(number: u32, table: &str) -> String {
    let lines = std::fs::read_to_string(table).unwrap_or_default();
    let found = lines.lines().find_map(|line| {
        let mut fields = line.split(':');
        let (name, _password, its) = (fields.next()?, fields.next()?, fields.next()?);
        (its.parse() == Ok(number)).then(|| name.to_string())
    });
    found.unwrap_or_else(|| number.to_string())
}

/// Access lists of POSIX, as Linux keeps them.
#[cfg(target_os = "linux")]
mod access_list {
    use rustix::{
        fs::{XattrFlags, fremovexattr, fsetxattr, getxattr},
        io::Errno,
    };
    use std::{fs::File, io, path::Path};

    const NAME: &str = "system.posix_acl_access";
    /// The kernel has none that is longer.
    const LONGEST: usize = 1 << 16;

    /// Lists that the folder gave the new file are taken away where the old one had none.
    pub(super) fn copy(old: &Path, new: &File) -> io::Result<()> {
        let mut list = vec![0; LONGEST];
        match getxattr(old, NAME, &mut list[..]) {
            Ok(length) => fsetxattr(new, NAME, &list[..length], XattrFlags::empty())?,
            Err(Errno::NODATA) => match fremovexattr(new, NAME) {
                Ok(()) | Err(Errno::NODATA | Errno::NOTSUP) => {}
                Err(error) => return Err(error.into()),
            },
            // A file system without them.
            Err(Errno::NOTSUP) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod access_list {
    pub(super) fn copy(_: &std::path::Path, _: &std::fs::File) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_have_names_or_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("passwd");
        std::fs::write(&table, "root:x:0:0::/:/bin/sh\nbroken\nann:x:1000:100::/:\n").unwrap();
        let name = |number| named(number, table.to_str().unwrap());
        assert_eq!([name(0), name(1000), name(100)], ["root", "ann", "100"]);
    }
}
