//go:build cgo && !musl

package vesta

import _ "embed"

//go:embed native/linux-aarch64-gnu/libvesta.so
var library []byte
