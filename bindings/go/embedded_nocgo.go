//go:build !cgo

package vesta

// Embedded needs cgo; without it, Connect is there.
type Embedded struct{}

// Open needs cgo.
func Open(file string) (*Embedded, error) { return nil, withoutCgo() }

// OpenText needs cgo.
func OpenText(yaml string) (*Embedded, error) { return nil, withoutCgo() }

// Generator needs cgo.
func (e *Embedded) Generator(name string, options ...Option) (*Generator, error) {
	return nil, withoutCgo()
}

// Close does nothing.
func (e *Embedded) Close() error { return nil }

func withoutCgo() error {
	return failure(InvalidSettings, "built without cgo: build with CGO_ENABLED=1, or ask a server by Connect")
}
