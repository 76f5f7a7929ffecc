use std::ffi::CString;
use std::os::raw::{c_char, c_int, c_void};
use std::path::Path;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use crate::error::{Code, Error, Result};
use crate::id::Id;
use crate::ids::{Ids, Origin, Range, Source};
use crate::native::{c_text, library, Library, Next, NextMany, NextRange, Pointer, Release, ShardedFields};
use crate::parts::{Parts, ShardedParts};
use crate::per_process::PerProcess;
use crate::query::{Of, Query};
use crate::uuid::Uuid;

/// Opens the generators of a settings file in this process: it then holds machine IDs. Blocks on the file's stores.
///
/// Open one for each process. What is still open when the process ends is not given back: the next start waits up to 3 s.
pub fn open(file: impl AsRef<Path>) -> Result<Ids> {
    let file = file.as_ref();
    let name = file.to_str().ok_or_else(|| Error::new(Code::InvalidArgument, format!("{file:?} is no UTF-8")))?;
    open_by(|library, text| unsafe { (library.open)(text) }, name)
}

/// Opens settings given as YAML, or as JSON.
pub fn open_text(yaml: &str) -> Result<Ids> {
    open_by(|library, text| unsafe { (library.open_text)(text) }, yaml)
}

fn open_by(open: fn(&Library, *const c_char) -> Pointer, settings: &str) -> Result<Ids> {
    let (library, settings) = (library()?, c_text(settings)?);
    let pointer = library.opened(open(library, settings.as_ptr()))?;
    Ok(Ids(Arc::new(Embedded {
        library,
        pointer: AtomicPtr::new(pointer),
        guard: PerProcess::new(|_| RwLock::default()),
    })))
}

struct Embedded {
    library: &'static Library,
    pointer: AtomicPtr<c_void>,
    guard: PerProcess<RwLock<()>>, // of `pointer`: vesta_close excludes calls on the same vesta_ids
}

impl Embedded {
    fn with<T>(&self, call: impl FnOnce(Pointer) -> Result<T>) -> Result<T> {
        let _open = self.guard.get().read().unwrap_or_else(PoisonError::into_inner);
        let pointer = self.pointer.load(Ordering::Acquire);
        if pointer.is_null() {
            return Err(Error::new(Code::Closed, "the generators are closed"));
        }
        call(pointer)
    }

    fn open(&self, ids: Pointer, query: &Query, name: &CString) -> Result<Pointer> {
        let library = self.library;
        // SAFETY: `ids` is open, and the texts outlive the calls.
        library.opened(unsafe {
            match &query.of {
                Of::All => (library.generator_open)(ids, name.as_ptr()),
                Of::Tag(tag) => (library.tag_open)(ids, name.as_ptr(), c_text(tag)?.as_ptr()),
                Of::App(app, pass) => (library.tag_open_app)(ids, name.as_ptr(), *app, c_text(pass)?.as_ptr()),
            }
        })
    }
}

impl Origin for Embedded {
    fn find(self: Arc<Self>, query: &Query) -> Result<Box<dyn Source>> {
        let (library, name) = (self.library, c_text(&query.name)?);
        let handle = self.with(|ids| self.open(ids, query, &name))?;
        let (next, next_many, range, release): (Next, NextMany, NextRange, Release) = match query.of {
            Of::All => {
                (library.generator_next, library.generator_next_many, library.generator_range, library.generator_close)
            }
            _ => (library.tag_next, library.tag_next_many, library.tag_range, library.tag_close),
        };
        let what = match &query.of {
            Of::All => FoundOf::Generator,
            Of::Tag(tag) => FoundOf::Tag(c_text(tag)?),
            Of::App(..) => FoundOf::App,
        };
        Ok(Box::new(Found { of: self, name, what, handle, next, next_many, range, release }))
    }

    fn close(&self) -> Result<()> {
        let _alone = self.guard.get().write().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: nobody else uses it, and nobody will. NULL is allowed.
        self.library.judge(unsafe { (self.library.close)(self.pointer.swap(null_mut(), Ordering::AcqRel)) })
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        let _ = self.close(); // who wants to know closes
    }
}

/// What a handle is of.
enum FoundOf {
    Generator,
    Tag(CString),
    App,
}

/// A generator or a tag, with the functions for it.
struct Found {
    of: Arc<Embedded>,
    name: CString,
    what: FoundOf,
    handle: Pointer,
    next: Next,
    next_many: NextMany,
    range: NextRange,
    release: Release,
}

// SAFETY: as above.
unsafe impl Send for Found {}
unsafe impl Sync for Found {}

impl Found {
    fn named(&self, call: impl FnOnce(&Library, Pointer, *const c_char) -> c_int) -> Result<()> {
        self.of.with(|ids| self.of.library.judge(call(self.of.library, ids, self.name.as_ptr())))
    }
}

impl Drop for Found {
    fn drop(&mut self) {
        // SAFETY: nobody else uses it.
        unsafe { (self.release)(self.handle) }
    }
}

// SAFETY of all: the handle is open until the end, and what is written to lives on the stack or is the caller's.
impl Source for Found {
    fn one(&self) -> Result<Id> {
        let mut made = 0;
        self.of.library.judge(unsafe { (self.next)(self.handle, &mut made) })?;
        Ok(Id::new(made))
    }

    fn fill(&self, to: &mut [Id]) -> Result<()> {
        self.of.library.judge(unsafe { (self.next_many)(self.handle, to.as_mut_ptr().cast(), to.len()) })
    }

    fn reserve(&self, count: u64) -> Result<Range> {
        let mut made = Range::default();
        self.of.library.judge(unsafe { (self.range)(self.handle, count, &mut made) })?;
        Ok(made)
    }

    fn explain(&self, id: Id) -> Result<Parts> {
        let mut made = Parts::default();
        self.named(|library, ids, name| unsafe { (library.explain)(ids, name, id.get(), &mut made) })?;
        Ok(made)
    }

    fn explain_sharded(&self, id: Id) -> Result<ShardedParts> {
        let mut got = ShardedFields::default();
        self.named(|library, ids, name| unsafe { (library.explain_sharded)(ids, name, id.get(), &mut got) })?;
        Ok(ShardedParts { app: got.app, shard: got.shard, next: got.next, number: Some(got.number) })
    }

    fn make(&self, parts: &Parts) -> Result<Id> {
        let mut made = 0;
        self.named(|library, ids, name| unsafe { (library.make)(ids, name, parts, &mut made) })?;
        Ok(Id::new(made))
    }

    fn inward(&self, id: Id) -> Result<Id> {
        let mut made = 0;
        let tag = match &self.what {
            FoundOf::Tag(tag) => tag.as_ptr(),
            _ => std::ptr::null(),
        };
        self.named(|library, ids, name| unsafe { (library.inward)(ids, name, tag, id.get(), &mut made) })?;
        Ok(Id::new(made))
    }

    fn fill_uuids(&self, to: &mut [Uuid]) -> Result<()> {
        if !matches!(self.what, FoundOf::Generator) {
            return Err(Error::new(Code::InvalidArgument, "tags and applications count numbers of 64 bits"));
        }
        let library = self.of.library;
        library.judge(unsafe { (library.generator_next_uuids)(self.handle, to.as_mut_ptr(), to.len()) })
    }

    fn explain_uuid(&self, id: Uuid) -> Result<Parts> {
        let (mut made, text) = (Parts::default(), c_text(&id.to_string())?);
        let form = b"uuid\0".as_ptr().cast();
        self.named(|library, ids, name| unsafe { (library.explain_text)(ids, name, text.as_ptr(), form, &mut made) })?;
        Ok(made)
    }
}
