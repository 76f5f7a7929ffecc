package vesta

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Servers that ask who one is, and encrypt: docs/security.md, docs/tls.md; and what only databases count.

func run(t *testing.T, folder string, command ...string) string {
	t.Helper()
	made := exec.Command(command[0], command[1:]...)
	made.Dir = folder
	told, err := made.Output()
	if err != nil {
		t.Fatal(command, err)
	}
	return string(told)
}

var withAccess = map[string]any{"security": map[string]any{"access-file": "access.yaml"}}

// access writes an access file with the one principal orders, which may take IDs of default. Gives its token.
func access(t *testing.T, folder string) string {
	lines := strings.Split(run(t, folder, os.Getenv("VESTA"), "token", "new", "orders"), "\n")
	must(t, os.WriteFile(filepath.Join(folder, "access.yaml"), []byte("principals:\n  "+lines[1]+"\n"), 0o600))
	return lines[0]
}

// ask takes an ID.
func ask(t *testing.T, server, generator string, options ...ClientOption) error {
	ids, err := Connect(server, options...)
	must(t, err)
	defer ids.Close()
	_, err = get(t, ids, generator).Next(ctx)
	return err
}

func TestATokenGivesItsRights(t *testing.T) {
	folder := t.TempDir()
	token := access(t, folder)
	at := serverWith(t, folder, withAccess).address
	for _, user := range []string{"orders", ""} {
		must(t, ask(t, at, "default", Login(user, token)))
		if err := ask(t, at, "peak", Login(user, token)); !isNamed(err, "not-permitted") {
			t.Error(user, err)
		}
	}
	for _, wrong := range [][]ClientOption{nil, {Login("orders", "vst_0")}} {
		if err := ask(t, at, "default", wrong...); !isNamed(err, "not-authenticated") {
			t.Error(wrong, err)
		}
	}
}

// issue makes NAME.pem and NAME.key: an authority, or what that one signed.
func issue(t *testing.T, folder, name, more string) {
	words := "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=" + name +
		" -keyout " + name + ".key -out " + name + ".pem " + more
	run(t, folder, strings.Fields(words)...)
}

// serverTLS has a server with TLS and an access file. Gives its folder, with the authorities' files, its address, and a token.
func serverTLS(t *testing.T, more map[string]any) (folder, address string, login ClientOption) {
	const authority = "-addext keyUsage=critical,keyCertSign"
	const signed = "-CA ca.pem -CAkey ca.key -addext basicConstraints=critical,CA:FALSE -addext subjectAltName="
	folder = t.TempDir()
	issue(t, folder, "ca", authority)
	issue(t, folder, "other", authority)
	issue(t, folder, "server", signed+"IP:127.0.0.1")
	issue(t, folder, "client", signed+"DNS:client")
	login = Login("orders", access(t, folder))
	encrypts := map[string]any{"certificate": "server.pem", "key": "server.key"}
	for key, value := range more {
		encrypts[key] = value
	}
	settings := map[string]any{"security": withAccess["security"], "rpc": map[string]any{"tls": encrypts}}
	return folder, serverWith(t, folder, settings).address, login
}

func believing(t *testing.T, file string) *tls.Config {
	text, err := os.ReadFile(file)
	must(t, err)
	made := &tls.Config{RootCAs: x509.NewCertPool()}
	if !made.RootCAs.AppendCertsFromPEM(text) {
		t.Fatal(file)
	}
	return made
}

func TestServersAreBelievedByTheirAuthorityAndName(t *testing.T) {
	folder, at, login := serverTLS(t, nil)
	ca := TLS(believing(t, filepath.Join(folder, "ca.pem")))
	must(t, ask(t, at, "default", login, ca))
	other := TLS(believing(t, filepath.Join(folder, "other.pem")))
	elsewhere := strings.Replace(at, "127.0.0.1", "localhost", 1)
	for _, wrong := range []error{ask(t, at, "default", login, other), ask(t, elsewhere, "default", login, ca)} {
		if !errors.Is(wrong, StoreUnavailable) || !strings.Contains(wrong.Error(), "certificate") {
			t.Error(wrong)
		}
	}
	if err := ask(t, at, "default", login); !errors.Is(err, StoreUnavailable) {
		t.Error("in the open:", err)
	}
}

func TestACertificateIsShownWhereOneIsRequired(t *testing.T) {
	folder, at, login := serverTLS(t, map[string]any{"client-ca": "ca.pem", "client-certificates": "required"})
	config := believing(t, filepath.Join(folder, "ca.pem"))
	if err := ask(t, at, "default", login, TLS(config)); !errors.Is(err, StoreUnavailable) {
		t.Error(err)
	}
	shown, err := tls.LoadX509KeyPair(filepath.Join(folder, "client.pem"), filepath.Join(folder, "client.key"))
	must(t, err)
	config.Certificates = []tls.Certificate{shown}
	must(t, ask(t, at, "default", login, TLS(config)))
}

func TestTagsAndApplicationsCountAtServers(t *testing.T) {
	folder := t.TempDir()
	generators := readVectors(t).Settings["generators"].(map[string]any)
	generators["numbers"] = map[string]any{"kind": "segment", "store": "main", "order": "strict", "auto-create": map[string]any{"step": 10}}
	generators["sharded"] = map[string]any{"kind": "sharded", "store": "main"}
	store := map[string]any{"kind": "sqlite", "file": filepath.Join(folder, "numbers.db")}
	more := map[string]any{"generators": generators, "stores": map[string]any{"main": store}}
	must(t, os.WriteFile(filepath.Join(folder, "init.yaml"), []byte(settings(t, folder, more)), 0o600))
	run(t, folder, os.Getenv("VESTA"), "sharded", "init", "--app", "1", "--name", "orders", "-c", "init.yaml")
	ids, err := Connect(serverWith(t, folder, more).address)
	must(t, err)
	defer ids.Close()

	made, err := get(t, ids, "numbers", Tag("orders")).Take(ctx, 3)
	if err != nil || !slices.Equal(made, []ID{1, 2, 3}) {
		t.Error(made, err)
	}
	ahead := get(t, ids, "numbers", Tag("orders"), Prefetch(4, time.Minute))
	for _, expected := range []ID{4, 5} {
		if id, err := ahead.Next(ctx); id != expected {
			t.Error(id, err)
		}
	}
	sharded := get(t, ids, "sharded", App(1, "13800000000"))
	for number := uint64(1); number <= 2; number++ {
		id, err := sharded.Next(ctx)
		must(t, err)
		parts, err := sharded.ExplainSharded(ctx, id)
		if err != nil || parts.App != 1 || parts.Next != number || parts.Number != number {
			t.Error(parts, err)
		}
	}
	if _, err := get(t, ids, "sharded", App(2, "x")).Next(ctx); !errors.Is(err, NotFound) {
		t.Error(err)
	}
}

// other is no Vesta server: it answers whoever connects by that, and puts them into a channel.
func other(t *testing.T, answer string) (address string, asked chan net.Addr) {
	listening, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { listening.Close() })
	asked = make(chan net.Addr, 10)
	go func() {
		for {
			peer, err := listening.Accept()
			if err != nil {
				return
			}
			asked <- peer.RemoteAddr()
			peer.Read(make([]byte, 100))
			peer.Write([]byte(answer))
			peer.Close()
		}
	}()
	return listening.Addr().String(), asked
}

func TestAServerThatDidNotAnswerIsAskedAfterTheOthers(t *testing.T) {
	silent, asked := other(t, "")
	ids, err := Connect(silent + "," + newServer(t).address)
	must(t, err)
	defer ids.Close()
	for range 3 {
		_, err := get(t, ids, "").Next(ctx)
		must(t, err)
	}
	if len(asked) != 1 {
		t.Error(len(asked), "times")
	}
}

func TestWhatIsNoVestaServerIsNamed(t *testing.T) {
	for _, answer := range []string{"HTTP/1.1 400\r\n\r\n", strings.Repeat("*1\r\n", 100_000)} {
		at, _ := other(t, answer)
		if err := ask(t, at, ""); !errors.Is(err, Internal) || !strings.Contains(err.Error(), "is it a Vesta RPC server") {
			t.Errorf("%.20q: %v", answer, err)
		}
	}
}
