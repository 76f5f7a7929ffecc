//go:build cgo && musl

package vesta

import _ "embed"

//go:embed native/linux-x86_64-musl/libvesta.so
var library []byte
