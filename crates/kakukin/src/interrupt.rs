//! The user's wish to stop: Ctrl-C, or the system asking to end.

use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

static STOP: AtomicBool = AtomicBool::new(false);
/// A folder that shall not outlive the run.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// From now on such a wish is heard. Without it the program ends at once, as usual.
pub(crate) fn listen() {
    // One handler for the whole run: a second one is refused, which is what is wanted.
    let _ = ctrlc::set_handler(|| {
        // Whoever asks twice does not want to wait for what is left to be said.
        if STOP.swap(true, Ordering::Relaxed) {
            if let Some(folder) = &*FOLDER.lock().unwrap_or_else(PoisonError::into_inner) {
                let _ = std::fs::remove_dir_all(folder);
            }
            std::process::exit(1);
        }
    });
}

/// Whether the user wants to stop.
pub(crate) fn wanted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Whether there is a folder that shall not outlive the run.
pub(crate) fn takes_something_along() -> bool {
    FOLDER.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// This folder is removed even by an end at once; nothing once it is gone.
pub(crate) fn takes_along(folder: Option<&Path>) {
    *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = folder.map(Path::to_path_buf);
}
