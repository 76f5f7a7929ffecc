//go:build cgo

package vesta

/*
#cgo LDFLAGS: -ldl
#cgo noescape native_next
#cgo nocallback native_next
#cgo noescape native_fill
#cgo nocallback native_fill
#include <stdlib.h>
#include "native.h"
*/
import "C"

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"
	"unsafe"
)

// Embedded are the generators of one settings file, opened in this process: it holds machine IDs. Open one for each
// process. What stays open when the process ends is not given back: the next start then waits up to 3 s.
type Embedded struct {
	guard   sync.RWMutex // vesta_close excludes calls on the same vesta_ids
	pointer *C.vesta_ids
}

// Open opens a settings file. Blocks on its stores.
func Open(file string) (*Embedded, error) { return open(file, 0) }

// OpenText opens settings given as YAML, or as JSON.
func OpenText(yaml string) (*Embedded, error) { return open(yaml, 1) }

func open(settings string, isText C.int) (*Embedded, error) {
	if err := load(); err != nil {
		return nil, err
	}
	given := C.CString(settings)
	defer C.free(unsafe.Pointer(given))
	got := C.native_open(given, isText)
	if err := judge(got.failed); err != nil {
		return nil, err
	}
	return &Embedded{pointer: (*C.vesta_ids)(got.handle)}, nil
}

// load loads libvesta.so: $VESTA_LIBRARY, else the one that this package contains. Programs on musl are built with the tag musl.
var load = sync.OnceValue(func() error {
	file := os.Getenv("VESTA_LIBRARY")
	if file == "" {
		if len(library) == 0 {
			return failure(Internal, "this package has no libvesta.so for linux/%s; connect to a server", runtime.GOARCH)
		}
		folder, err := os.MkdirTemp("", "vesta-*")
		if err != nil {
			return failure(Internal, "libvesta.so cannot be unpacked: %v", err)
		}
		defer os.RemoveAll(folder) // once it is loaded, its file is not needed
		file = filepath.Join(folder, "libvesta.so")
		if err := os.WriteFile(file, library, 0o500); err != nil {
			return failure(Internal, "libvesta.so cannot be unpacked: %v", err)
		}
	}
	name := C.CString(file)
	defer C.free(unsafe.Pointer(name))
	runtime.LockOSThread() // dlerror belongs to the thread
	defer runtime.UnlockOSThread()
	if wrong := C.native_load(name); wrong != nil {
		return failure(Internal, "%s", C.GoString(wrong))
	}
	return nil
})

// Generator is that of IDs.
func (e *Embedded) Generator(name string, options ...Option) (*Generator, error) {
	given := newQuery(name, options)
	made := &embeddedSource{ids: e, name: given.name, tag: given.tag}
	if err := e.use(func(ids *C.vesta_ids) error { return made.find(ids, given) }); err != nil {
		return nil, err
	}
	runtime.AddCleanup(made, func(of handle) { C.native_release(of.pointer, of.isTag) }, made.handle)
	return newGenerator(made, given), nil
}

// Close is that of IDs. An error says that not all was given back.
func (e *Embedded) Close() error {
	e.guard.Lock()
	defer e.guard.Unlock()
	pointer := e.pointer
	e.pointer = nil
	if pointer == nil {
		return nil
	}
	return judge(C.native_close(pointer))
}

func (e *Embedded) use(call func(*C.vesta_ids) error) error {
	e.guard.RLock()
	defer e.guard.RUnlock()
	if e.pointer == nil {
		return failure(Closed, "the generators are closed")
	}
	return call(e.pointer)
}

func judge(failed C.failure) error {
	if failed.code == C.VESTA_OK {
		return nil
	}
	defer C.free(unsafe.Pointer(failed.message))
	made := failure(Code(failed.code), "%s", C.GoString(failed.message))
	if failed.retry_after_ms >= 0 {
		made.RetryAfter = time.Duration(failed.retry_after_ms) * time.Millisecond
	}
	return made
}

// handle is a vesta_generator or a vesta_tag.
type handle struct {
	pointer unsafe.Pointer
	isTag   C.int
}

// embeddedSource waits in C, a few seconds at most: contexts end calls before they begin, not while they wait.
type embeddedSource struct {
	handle
	ids  *Embedded
	name string
	tag  *string
}

func (s *embeddedSource) find(ids *C.vesta_ids, given query) error {
	name, pass := C.CString(given.name), C.CString(given.gatePass)
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(pass))
	var tag *C.char
	if given.tag != nil {
		tag = C.CString(*given.tag)
		defer C.free(unsafe.Pointer(tag))
		s.isTag = 1
	}
	var app, byApp C.int64_t
	if given.app != nil {
		app, byApp, s.isTag = C.int64_t(*given.app), 1, 1
	}
	got := C.native_find(ids, name, tag, C.int(byApp), app, pass)
	s.pointer = got.handle
	return judge(got.failed)
}

func (s *embeddedSource) one(ctx context.Context) (ID, error) {
	var got C.next_id
	C.native_next(s.pointer, s.isTag, &got)
	runtime.KeepAlive(s)
	if got.failed != 0 {
		return 0, judge(C.native_taken(got.failed))
	}
	return ID(got.id), nil
}

func (s *embeddedSource) fill(ctx context.Context, to []ID) error {
	if len(to) == 0 {
		return nil
	}
	defer runtime.KeepAlive(s)
	return judge(C.native_fill(s.pointer, s.isTag, (*C.int64_t)(unsafe.SliceData(to)), C.size_t(len(to))))
}

func (s *embeddedSource) fill128(ctx context.Context, to []ID128) error {
	if len(to) == 0 {
		return nil
	}
	defer runtime.KeepAlive(s)
	return judge(C.native_uuids(s.pointer, s.isTag, (*C.vesta_uuid)(unsafe.Pointer(unsafe.SliceData(to))), C.size_t(len(to))))
}

func (s *embeddedSource) reserve(ctx context.Context, count uint64) (idRange, error) {
	defer runtime.KeepAlive(s)
	var out C.vesta_range
	err := judge(C.native_range(s.pointer, s.isTag, C.uint64_t(count), &out))
	return idRange{ID(out.first), uint64(out.count), uint64(out.stride)}, err
}

// named calls with the generator's name as C has it.
func (s *embeddedSource) named(call func(*C.vesta_ids, *C.char) error) error {
	name := C.CString(s.name)
	defer C.free(unsafe.Pointer(name))
	return s.ids.use(func(ids *C.vesta_ids) error { return call(ids, name) })
}

func (s *embeddedSource) explain(ctx context.Context, id ID) (Parts, error) {
	var out C.vesta_fields
	err := s.named(func(ids *C.vesta_ids, name *C.char) error {
		return judge(C.native_explain(ids, name, C.int64_t(id), &out))
	})
	return partsOf(out, err)
}

func (s *embeddedSource) explain128(ctx context.Context, id ID128) (Parts, error) {
	var out C.vesta_fields
	err := s.named(func(ids *C.vesta_ids, name *C.char) error {
		text := C.CString(id.String())
		defer C.free(unsafe.Pointer(text))
		return judge(C.native_explain_uuid(ids, name, text, &out))
	})
	return partsOf(out, err)
}

func partsOf(out C.vesta_fields, err error) (Parts, error) {
	if err != nil {
		return Parts{}, err
	}
	return Parts{uint64(out.version), uint64(out._type), uint64(out.gen_method), uint64(out.machine), uint64(out.time),
		uint64(out.seq), time.UnixMilli(int64(out.unix_ms)).UTC()}, nil
}

func (s *embeddedSource) explainSharded(ctx context.Context, id ID) (ShardedParts, error) {
	var out C.vesta_sharded_fields
	err := s.named(func(ids *C.vesta_ids, name *C.char) error {
		return judge(C.native_explain_sharded(ids, name, C.int64_t(id), &out))
	})
	return ShardedParts{uint32(out.app), uint32(out.shard), uint64(out.next), uint64(out.number)}, err
}

func (s *embeddedSource) make(ctx context.Context, parts Parts) (made ID, err error) {
	given := C.vesta_fields{
		version: C.uint64_t(parts.Version), _type: C.uint64_t(parts.Type), gen_method: C.uint64_t(parts.GenMethod),
		machine: C.uint64_t(parts.Machine), time: C.uint64_t(parts.Time), seq: C.uint64_t(parts.Seq),
	}
	err = s.named(func(ids *C.vesta_ids, name *C.char) error {
		got := C.native_make(ids, name, &given)
		made = ID(got.id)
		return judge(got.failed)
	})
	return made, err
}

func (s *embeddedSource) inward(ctx context.Context, id ID) (behind ID, err error) {
	var tag *C.char
	if s.tag != nil {
		tag = C.CString(*s.tag)
		defer C.free(unsafe.Pointer(tag))
	}
	err = s.named(func(ids *C.vesta_ids, name *C.char) error {
		got := C.native_inward(ids, name, tag, C.int64_t(id))
		behind = ID(got.id)
		return judge(got.failed)
	})
	return behind, err
}
