//go:build cgo && !amd64 && !arm64

package vesta

var library []byte
