// Package vesta makes unique 64-bit IDs, within the process or at Vesta's RPC servers, by one interface.
//
//	ids, err := vesta.Connect("10.0.0.1:6399,10.0.0.2:6399") // or vesta.Open("vesta.yaml")
//	orders, err := ids.Generator("default", vesta.Prefetch(1000, time.Second/2))
//	id, err := orders.Next(ctx)
package vesta

import (
	"context"
	"iter"
	"sync"
	"time"
)

// IDs are generators by name: within this process (Open) or at servers (Connect). Safe for goroutines.
type IDs interface {
	// Generator finds a generator; "" is the one named default.
	Generator(name string, options ...Option) (*Generator, error)
	// Close gives back unused time and numbers, or closes connections. Its generators then return Closed.
	Close() error
}

// Parts are the fields of a time-based ID. Time counts the layout's units since its epoch; that tick begins At.
type Parts struct {
	Version, Type, GenMethod, Machine, Time, Seq uint64
	At                                           time.Time // Make ignores it
}

// ShardedParts are the fields of a sharded generator's ID. Next is the value in it, Number the counted number; they
// differ if a key hides the order. A server that hides it gives a Number of 0.
type ShardedParts struct {
	App, Shard   uint32
	Next, Number uint64
}

// idRange is first, first + stride, ... of count IDs.
type idRange struct {
	first         ID
	count, stride uint64
}

// source is where a generator's IDs come from.
type source interface {
	one(context.Context) (ID, error)
	fill(context.Context, []ID) error
	reserve(ctx context.Context, count uint64) (idRange, error)
	explain(context.Context, ID) (Parts, error)
	explainSharded(context.Context, ID) (ShardedParts, error)
	make(context.Context, Parts) (ID, error)
	inward(context.Context, ID) (ID, error)
	fill128(context.Context, []ID128) error
	explain128(context.Context, ID128) (Parts, error)
}

// Option says which of a generator's IDs are meant, and how they are fetched.
type Option func(*query)

type query struct {
	name     string
	tag      *string
	app      *int64
	gatePass string
	prefetch uint64
	maxAge   time.Duration
}

// Tag is for segment generators: the numbers of that tag.
func Tag(tag string) Option { return func(to *query) { to.tag = &tag } }

// App is for sharded generators: the IDs of that application, in the shard that the gate pass chooses.
func App(app int64, gatePass string) Option {
	return func(to *query) { to.app, to.gatePass = &app, gatePass }
}

// Prefetch reserves up to count IDs at once and hands them out from memory. Each may then be up to maxAge old, and those
// that are not used are gaps.
func Prefetch(count uint64, maxAge time.Duration) Option {
	return func(to *query) { to.prefetch, to.maxAge = count, maxAge }
}

func newQuery(name string, options []Option) query {
	made := query{name: name}
	if name == "" {
		made.name = "default"
	}
	for _, each := range options {
		each(&made)
	}
	return made
}

// Generator makes IDs. Safe for goroutines.
//
// Without Prefetch, an ID is greater than every one that was returned before it was asked for (docs/embedding.md).
type Generator struct {
	from     source
	prefetch uint64
	maxAge   time.Duration

	guard sync.Mutex // of what follows
	ready idRange
	until time.Duration // since loaded
}

func newGenerator(from source, given query) *Generator {
	return &Generator{from: from, prefetch: given.prefetch, maxAge: given.maxAge}
}

// Next makes one ID. It waits until there is one, a few seconds at most.
func (g *Generator) Next(ctx context.Context) (ID, error) {
	if g.prefetch == 0 {
		return g.from.one(ctx)
	}
	g.guard.Lock()
	defer g.guard.Unlock()
	if err := g.refill(ctx); err != nil {
		return 0, err
	}
	return g.pop(), nil
}

// Fill makes len(to) IDs. Where it fails, none of them may be used.
func (g *Generator) Fill(ctx context.Context, to []ID) error {
	g.guard.Lock()
	for g.fresh() && len(to) > 0 {
		to[0], to = g.pop(), to[1:]
	}
	g.guard.Unlock()
	if len(to) == 0 {
		return nil
	}
	return g.from.fill(ctx, to)
}

// Take makes count IDs.
func (g *Generator) Take(ctx context.Context, count int) ([]ID, error) {
	if count < 0 {
		return nil, failure(InvalidArgument, "count is %d; it is at least 0", count)
	}
	made := make([]ID, count)
	if err := g.Fill(ctx, made); err != nil {
		return nil, err
	}
	return made, nil
}

// All makes IDs until the loop ends, or with an error.
func (g *Generator) All(ctx context.Context) iter.Seq2[ID, error] {
	return func(yield func(ID, error) bool) {
		for {
			if id, err := g.Next(ctx); !yield(id, err) || err != nil {
				return
			}
		}
	}
}

// Explain takes an ID of this generator's family apart.
func (g *Generator) Explain(ctx context.Context, id ID) (Parts, error) {
	return g.from.explain(ctx, id)
}

// ExplainSharded takes an ID of a sharded generator apart.
func (g *Generator) ExplainSharded(ctx context.Context, id ID) (ShardedParts, error) {
	return g.from.explainSharded(ctx, id)
}

// Make is the inverse of Explain, for repairing data. The type is the generator's own, whatever the parts say.
func (g *Generator) Make(ctx context.Context, parts Parts) (ID, error) {
	return g.from.make(ctx, parts)
}

// Inward gives the ID behind one that left in outward form (docs/outward.md). Embedded generators alone have the key.
func (g *Generator) Inward(ctx context.Context, id ID) (ID, error) {
	return g.from.inward(ctx, id)
}

// Next128 makes one ID of 128 bits, of a generator of kind uuid7 or ulid. It is never prefetched.
func (g *Generator) Next128(ctx context.Context) (ID128, error) {
	var made [1]ID128
	err := g.from.fill128(ctx, made[:])
	return made[0], err
}

// Take128 makes count of them.
func (g *Generator) Take128(ctx context.Context, count int) ([]ID128, error) {
	if count < 0 {
		return nil, failure(InvalidArgument, "count is %d; it is at least 0", count)
	}
	made := make([]ID128, count)
	if err := g.from.fill128(ctx, made); err != nil {
		return nil, err
	}
	return made, nil
}

// Explain128 takes an ID of 128 bits apart.
func (g *Generator) Explain128(ctx context.Context, id ID128) (Parts, error) {
	return g.from.explain128(ctx, id)
}

// loaded is where time begins here: time.Since reads one clock, and time.Now two.
var loaded = time.Now()

func (g *Generator) fresh() bool { return g.ready.count > 0 && time.Since(loaded) < g.until }

func (g *Generator) pop() ID {
	id := g.ready.first
	g.ready.first += ID(g.ready.stride)
	g.ready.count--
	return id
}

func (g *Generator) refill(ctx context.Context) error {
	if g.fresh() {
		return nil
	}
	got, err := g.from.reserve(ctx, g.prefetch)
	if err != nil {
		return err
	}
	g.ready, g.until = got, time.Since(loaded)+g.maxAge
	return nil
}
