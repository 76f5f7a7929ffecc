//go:build cgo && musl

package vesta

import _ "embed"

//go:embed native/linux-aarch64-musl/libvesta.so
var library []byte
