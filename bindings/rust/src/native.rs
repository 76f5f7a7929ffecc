//! The functions of vesta.h, in the library that was loaded.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::{self, Write};
use std::os::raw::{c_char, c_int, c_uint, c_void};
use std::os::unix::io::{AsRawFd, FromRawFd};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::error::{Code, Error, Result};
use crate::ids::Range;
use crate::parts::Parts;
use crate::uuid::Uuid;

/// That of a platform, or nothing.
macro_rules! library_of {
    ($($arch:literal, $libc:literal: $file:literal;)*) => {
        $(#[cfg(all(target_arch = $arch, target_env = $libc))]
        static LIBRARY: &[u8] = include_bytes!(concat!("../native/", $file, "/libvesta.so"));)*
        #[cfg(not(any($(all(target_arch = $arch, target_env = $libc)),*)))]
        static LIBRARY: &[u8] = &[];
    };
}

library_of! {
    "x86_64", "gnu": "linux-x86_64-gnu";
    "x86_64", "musl": "linux-x86_64-musl";
    "aarch64", "gnu": "linux-aarch64-gnu";
    "aarch64", "musl": "linux-aarch64-musl";
}

#[cfg_attr(target_env = "gnu", link(name = "dl"))] // within libc elsewhere
extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
    fn memfd_create(name: *const c_char, flags: c_uint) -> c_int;
}

const RTLD_NOW: c_int = 2;
const MFD_CLOEXEC: c_uint = 1;

/// vesta_sharded_fields.
#[derive(Default)]
#[repr(C)]
pub(crate) struct ShardedFields {
    pub app: u32,
    pub shard: u32,
    pub next: u64,
    pub number: u64,
}

macro_rules! functions {
    ($($name:ident($($given:ty),*) -> $got:ty;)*) => {
        pub(crate) struct Library {
            $(pub $name: unsafe extern "C" fn($($given),*) -> $got,)*
        }

        impl Library {
            /// # Safety
            /// `library` is a libvesta.so.
            unsafe fn find(library: *mut c_void) -> Result<Library> {
                Ok(Library {
                    $($name: std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($given),*) -> $got>(
                        symbol(library, concat!("vesta_", stringify!($name)))?,
                    ),)*
                })
            }
        }
    };
}

/// A vesta_ids, a vesta_generator or a vesta_tag.
pub(crate) type Pointer = *mut c_void;
pub(crate) type Next = unsafe extern "C" fn(Pointer, *mut i64) -> c_int;
pub(crate) type NextMany = unsafe extern "C" fn(Pointer, *mut i64, usize) -> c_int;
pub(crate) type NextRange = unsafe extern "C" fn(Pointer, u64, *mut Range) -> c_int;
pub(crate) type Release = unsafe extern "C" fn(Pointer);

functions! {
    open(*const c_char) -> Pointer;
    open_text(*const c_char) -> Pointer;
    close(Pointer) -> c_int;
    generator_open(Pointer, *const c_char) -> Pointer;
    tag_open(Pointer, *const c_char, *const c_char) -> Pointer;
    tag_open_app(Pointer, *const c_char, i64, *const c_char) -> Pointer;
    generator_close(Pointer) -> ();
    tag_close(Pointer) -> ();
    generator_next(Pointer, *mut i64) -> c_int;
    generator_next_many(Pointer, *mut i64, usize) -> c_int;
    generator_range(Pointer, u64, *mut Range) -> c_int;
    tag_next(Pointer, *mut i64) -> c_int;
    tag_next_many(Pointer, *mut i64, usize) -> c_int;
    tag_range(Pointer, u64, *mut Range) -> c_int;
    explain(Pointer, *const c_char, i64, *mut Parts) -> c_int;
    explain_sharded(Pointer, *const c_char, i64, *mut ShardedFields) -> c_int;
    make(Pointer, *const c_char, *const Parts, *mut i64) -> c_int;
    inward(Pointer, *const c_char, *const c_char, i64, *mut i64) -> c_int;
    generator_next_uuids(Pointer, *mut Uuid, usize) -> c_int;
    explain_text(Pointer, *const c_char, *const c_char, *const c_char, *mut Parts) -> c_int;
    last_error() -> *const c_char;
    last_error_code() -> c_int;
    retry_after_ms() -> i64;
}

impl Library {
    /// What this thread's last call, which gave that code, means.
    #[inline]
    pub(crate) fn judge(&self, code: c_int) -> Result<()> {
        if code == 0 {
            return Ok(());
        }
        Err(self.failure(code))
    }

    /// A handle that was opened.
    pub(crate) fn opened(&self, pointer: Pointer) -> Result<Pointer> {
        if pointer.is_null() {
            // SAFETY: takes nothing.
            return Err(self.failure(unsafe { (self.last_error_code)() }));
        }
        Ok(pointer)
    }

    #[cold]
    fn failure(&self, code: c_int) -> Error {
        // SAFETY: the message is valid until this thread's next call.
        let (message, wait) = unsafe { (text((self.last_error)()), (self.retry_after_ms)()) };
        Error::with_wait(Code::from_number(code), message, u64::try_from(wait).ok().map(Duration::from_millis))
    }
}

/// The library: $VESTA_LIBRARY, else the one that this package contains.
pub(crate) fn library() -> Result<&'static Library> {
    static LOADED: Mutex<Option<&'static Library>> = Mutex::new(None);
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(there) = *loaded {
        return Ok(there);
    }
    let made: &'static Library = Box::leak(Box::new(load()?));
    *loaded = Some(made);
    Ok(made)
}

fn load() -> Result<Library> {
    match std::env::var("VESTA_LIBRARY") {
        Ok(file) if !file.is_empty() => load_file(&file),
        _ if LIBRARY.is_empty() => Err(Error::new(Code::Internal, "the crate has no libvesta.so for this platform")),
        _ => {
            let refused = |reason| Error::new(Code::Internal, format!("libvesta.so cannot be unpacked: {reason}"));
            let file = unpack().map_err(refused)?; // once it is loaded, its file is not needed
            load_file(&format!("/proc/self/fd/{}", file.as_raw_fd()))
        }
    }
}

/// A file in memory: no folder needs to be writable, nor to allow what is run.
fn unpack() -> io::Result<File> {
    // SAFETY: the name ends in NUL.
    let number = unsafe { memfd_create(b"libvesta.so\0".as_ptr().cast(), MFD_CLOEXEC) };
    if number < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: nobody else has the number.
    let mut file = unsafe { File::from_raw_fd(number) };
    file.write_all(LIBRARY)?;
    Ok(file)
}

fn load_file(file: &str) -> Result<Library> {
    let name = c_text(file)?;
    // SAFETY: the library's initialisers are Vesta's.
    unsafe {
        let library = dlopen(name.as_ptr(), RTLD_NOW);
        if library.is_null() {
            return Err(Error::new(Code::Internal, text(dlerror())));
        }
        Library::find(library)
    }
}

/// # Safety
/// `library` is one that dlopen gave.
unsafe fn symbol(library: *mut c_void, name: &str) -> Result<*mut c_void> {
    let found = dlsym(library, c_text(name)?.as_ptr());
    if found.is_null() {
        return Err(Error::new(Code::Internal, format!("libvesta.so has no {name}; is it of an older version?")));
    }
    Ok(found)
}

/// # Safety
/// `from` is NULL or a C text.
unsafe fn text(from: *const c_char) -> String {
    if from.is_null() {
        return "unknown".into();
    }
    CStr::from_ptr(from).to_string_lossy().into_owned()
}

pub(crate) fn c_text(from: &str) -> Result<CString> {
    CString::new(from).map_err(|_| Error::new(Code::InvalidArgument, format!("{from:?} has a NUL")))
}
