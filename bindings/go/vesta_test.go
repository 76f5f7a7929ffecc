package vesta

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

var ctx = context.Background()

type vectors struct {
	Settings        map[string]any
	RefusedSettings []struct {
		Settings map[string]any
		Error    string
	} `json:"refused_settings"`
	IDs []struct {
		Generator, ID string
		Parts         vectorParts
	}
	RefusedParts []struct {
		Generator, Error string
		Parts            vectorParts
	} `json:"refused_parts"`
	RefusedGenerators []struct{ Generator, Error string } `json:"refused_generators"`
	Texts             []map[string]string
	LenientTexts      []struct {
		Form     Form
		Text, ID string
	} `json:"lenient_texts"`
	RefusedTexts []struct {
		Form Form
		Text string
	} `json:"refused_texts"`
	Codes, Words map[string]string
}

type vectorParts struct {
	Version, Type uint64
	GenMethod     uint64 `json:"gen_method"`
	Machine       uint64
	Time, Seq     uint64
	UnixMS        int64 `json:"unix_ms"`
}

func (p vectorParts) parts() Parts {
	return Parts{p.Version, p.Type, p.GenMethod, p.Machine, p.Time, p.Seq, time.UnixMilli(p.UnixMS).UTC()}
}

func readVectors(t testing.TB) (read vectors) {
	text, err := os.ReadFile(os.Getenv("VESTA_VECTORS"))
	must(t, err)
	must(t, json.Unmarshal(text, &read))
	return read
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// settings are the vectors' with more, as YAML.
func settings(t testing.TB, folder string, more map[string]any) string {
	given := readVectors(t).Settings
	given["state"] = map[string]any{"dir": filepath.Join(folder, "state")}
	for key, value := range more {
		given[key] = value
	}
	text, err := json.Marshal(given)
	must(t, err)
	return string(text)
}

func openEmbedded(t testing.TB) IDs {
	folder := t.TempDir()
	t.Setenv("VESTA_HOST_DIR", folder) // a host of its own
	ids, err := OpenText(settings(t, folder, nil))
	must(t, err)
	t.Cleanup(func() { ids.Close() })
	return ids
}

type server struct {
	file, address string
	process       *exec.Cmd
}

func newServer(t testing.TB) *server { return serverWith(t, t.TempDir(), nil) }

// serverWith has more settings; those of rpc join its address.
func serverWith(t testing.TB, folder string, given map[string]any) *server {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	made := &server{filepath.Join(folder, "vesta.yaml"), free.Addr().String(), nil}
	free.Close()
	rpc := map[string]any{"listen": made.address}
	more := map[string]any{"rpc": rpc, "log": map[string]any{"level": "warn"}, "clock": map[string]any{"reserve-ahead": "100ms"}}
	for key, value := range given {
		more[key] = value
	}
	if joined, is := given["rpc"].(map[string]any); is {
		maps.Copy(rpc, joined)
		more["rpc"] = rpc
	}
	must(t, os.WriteFile(made.file, []byte(settings(t, folder, more)), 0o600))
	made.start(t)
	t.Cleanup(made.stop)
	return made
}

func (s *server) start(t testing.TB) {
	s.process = exec.Command(os.Getenv("VESTA"), "serve", "-c", s.file)
	s.process.Env = append(os.Environ(), "VESTA_HOST_DIR="+filepath.Dir(s.file))
	s.process.Stderr = os.Stderr
	must(t, s.process.Start())
	for {
		if peer, err := net.Dial("tcp", s.address); err == nil {
			peer.Close()
			return
		}
		time.Sleep(10 * time.Millisecond) // until it listens
	}
}

func (s *server) stop() {
	s.process.Process.Kill()
	s.process.Wait()
}

func connect(t testing.TB) IDs {
	ids, err := Connect(newServer(t).address)
	must(t, err)
	t.Cleanup(func() { ids.Close() })
	return ids
}

// forBoth runs a claim about embedded and remote generators.
func forBoth(t *testing.T, claim func(*testing.T, IDs)) {
	t.Run("embedded", func(t *testing.T) { claim(t, openEmbedded(t)) })
	t.Run("remote", func(t *testing.T) { claim(t, connect(t)) })
}

func get(t testing.TB, ids IDs, name string, options ...Option) *Generator {
	t.Helper()
	made, err := ids.Generator(name, options...)
	must(t, err)
	return made
}

func isNamed(err error, name string) bool {
	var said *Error
	return errors.As(err, &said) && said.Code.Error() == name
}

func TestIDsHaveThesePartsAndAreMadeOfThem(t *testing.T) {
	forBoth(t, func(t *testing.T, ids IDs) {
		for _, each := range readVectors(t).IDs {
			id, err := ParseID(each.ID, Decimal)
			must(t, err)
			from := get(t, ids, each.Generator)
			parts, err := from.Explain(ctx, id)
			must(t, err)
			made, err := from.Make(ctx, parts)
			if err != nil || parts != each.Parts.parts() || made != id {
				t.Errorf("%v: %v %v %v", each, parts, made, err)
			}
		}
	})
}

func TestRefusesWhatTheVectorsRefuse(t *testing.T) {
	forBoth(t, func(t *testing.T, ids IDs) {
		for _, each := range readVectors(t).RefusedParts {
			if _, err := get(t, ids, each.Generator).Make(ctx, each.Parts.parts()); !isNamed(err, each.Error) {
				t.Errorf("%v: %v", each, err)
			}
		}
		for _, each := range readVectors(t).RefusedGenerators {
			from, err := ids.Generator(each.Generator)
			if err == nil {
				_, err = from.Next(ctx)
			}
			if !isNamed(err, each.Error) {
				t.Errorf("%v: %v", each, err)
			}
		}
	})
	for _, each := range readVectors(t).RefusedSettings {
		text, _ := json.Marshal(each.Settings)
		if _, err := OpenText(string(text)); !isNamed(err, each.Error) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestTextsAreThoseOfTheVectors(t *testing.T) {
	for _, each := range readVectors(t).Texts {
		id, err := ParseID(each["id"], Decimal)
		must(t, err)
		for _, form := range []Form{Decimal, Hex, Base32, Base58, Base62, UUID, Base32Check} {
			if read, err := ParseID(each[string(form)], form); id.Text(form) != each[string(form)] || read != id || err != nil {
				t.Errorf("%v %s: %s %v %v", id, form, id.Text(form), read, err)
			}
		}
	}
	for _, each := range readVectors(t).LenientTexts {
		if read, err := ParseID(each.Text, each.Form); err != nil || read.String() != each.ID {
			t.Errorf("%v: %v %v", each, read, err)
		}
	}
	for _, each := range readVectors(t).RefusedTexts {
		if read, err := ParseID(each.Text, each.Form); !errors.Is(err, InvalidArgument) {
			t.Errorf("%v: %v", each, read)
		}
	}
}

func TestCodesAndWordsHaveTheNamesOfTheVectors(t *testing.T) {
	read := readVectors(t)
	for code := 1; code <= len(read.Codes); code++ {
		if Code(code).Error() != read.Codes[fmt.Sprint(code)] {
			t.Errorf("%d is %v", code, Code(code))
		}
	}
	for word, name := range read.Words {
		if fromAnswer(word+" x").Code.Error() != name {
			t.Errorf("%s is %v", word, fromAnswer(word))
		}
	}
	told := fromAnswer("QUOTA wait a little; retry-after-ms=20")
	if told.RetryAfter != 20*time.Millisecond || told.Message != "wait a little" {
		t.Errorf("%v", told)
	}
}

func TestOneGoroutineSeesIncreasingIDs(t *testing.T) {
	forBoth(t, func(t *testing.T, ids IDs) {
		for _, from := range []*Generator{get(t, ids, ""), get(t, ids, "default", Prefetch(100, time.Minute))} {
			var made []ID
			for id, err := range from.All(ctx) {
				must(t, err)
				if made = append(made, id); len(made) == 1000 {
					break
				}
			}
			more, err := from.Take(ctx, 10_500)
			must(t, err)
			made = append(made, more...)
			if !slices.IsSorted(made) || len(slices.Compact(made)) != 11_500 {
				t.Error("they are not", len(made))
			}
		}
	})
}

func TestGoroutinesGetDifferentIDs(t *testing.T) {
	forBoth(t, func(t *testing.T, ids IDs) {
		var made sync.Map
		for _, from := range []*Generator{get(t, ids, "default"), get(t, ids, "peak", Prefetch(64, time.Second))} {
			var all sync.WaitGroup
			for range 8 {
				all.Add(1)
				go func() {
					defer all.Done()
					for range 1000 {
						id, err := from.Next(ctx)
						if _, twice := made.LoadOrStore(id, true); twice || err != nil {
							t.Error(id, err)
							return
						}
					}
				}()
			}
			all.Wait()
		}
	})
}

func TestPrefetchedIDsExpire(t *testing.T) {
	from := get(t, openEmbedded(t), "peak", Prefetch(1000, time.Nanosecond))
	first, err := from.Next(ctx)
	must(t, err)
	second, err := from.Next(ctx)
	must(t, err)
	parts, err := from.Explain(ctx, second)
	must(t, err)
	if before, _ := from.Explain(ctx, first); parts.Time == before.Time && parts.Seq == before.Seq+1 {
		t.Error("the second is of the first one's range")
	}
}

func TestAClosedOneRefuses(t *testing.T) {
	forBoth(t, func(t *testing.T, ids IDs) {
		from := get(t, ids, "")
		must(t, ids.Close())
		must(t, ids.Close())
		_, next := from.Next(ctx)
		_, explain := from.Explain(ctx, 1)
		if !errors.Is(next, Closed) || !errors.Is(explain, Closed) {
			t.Error(next, explain)
		}
	})
}

func TestAServerThatWasStartedAnewIsFoundAgain(t *testing.T) {
	at := newServer(t)
	ids, err := Connect("127.0.0.1:1," + at.address) // nobody listens at the first
	must(t, err)
	defer ids.Close()
	from := get(t, ids, "")
	before, err := from.Next(ctx)
	must(t, err)
	at.stop()
	if _, err := from.Next(ctx); !errors.Is(err, StoreUnavailable) {
		t.Error(err)
	}
	at.start(t)
	if after, err := from.Next(ctx); err != nil || after <= before {
		t.Error(after, err)
	}
}

func TestACancelledCallLeavesNoAnswerToTheNext(t *testing.T) {
	from := get(t, connect(t), "")
	_, err := from.Next(ctx)
	must(t, err)
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := from.Next(gone); err == nil {
		t.Error("an ID in spite of it")
	}
	if made, err := from.Take(ctx, 3); err != nil || len(made) != 3 {
		t.Error(made, err)
	}
}

func TestWrongServersAreRefused(t *testing.T) {
	for _, wrong := range []string{"", "localhost", "localhost:", "localhost:0", ":1", "a:70000"} {
		if _, err := Connect(wrong); !errors.Is(err, InvalidSettings) {
			t.Error(wrong, err)
		}
	}
}

func TestJSONHasIDsAsText(t *testing.T) {
	text, err := json.Marshal(struct{ ID ID }{2708777873275093023})
	must(t, err)
	var back struct{ ID ID }
	must(t, json.Unmarshal(text, &back))
	if string(text) != `{"ID":"2708777873275093023"}` || back.ID != 2708777873275093023 {
		t.Error(string(text), back)
	}
}

// A generator makes a million IDs a second at most; more would measure the wait: -bench . -benchtime 20000x -count 20.
func BenchmarkNext(b *testing.B) { each(b, get(b, openEmbedded(b), "peak")) }
func BenchmarkNextPrefetching(b *testing.B) {
	each(b, get(b, openEmbedded(b), "peak", Prefetch(10_000, time.Second)))
}

func each(b *testing.B, from *Generator) {
	for b.Loop() {
		if _, err := from.Next(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

// With -benchtime 5x.
func BenchmarkFill10000(b *testing.B) {
	from, to := get(b, openEmbedded(b), "peak"), make([]ID, 10_000)
	for b.Loop() {
		if err := from.Fill(ctx, to); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/id")
}
