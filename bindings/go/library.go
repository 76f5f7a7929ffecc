//go:build cgo

package vesta

import _ "embed"

//go:embed libvesta.so
var library []byte
