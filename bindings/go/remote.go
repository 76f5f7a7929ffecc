package vesta

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Client asks RPC servers. It connects when it is needed, and asks the next server where one fails. Each call under way
// has a connection of its own, kept for later ones.
type Client struct {
	servers        []string
	user, password string
	tls            *tls.Config
	timeout        time.Duration

	guard  sync.Mutex // of what follows
	idle   map[string][]*connection
	failed map[string]time.Time // when servers did not answer
	closed bool
}

// For away, a server that did not answer is asked after all others.
const away = 30 * time.Second

// ClientOption is for Connect.
type ClientOption func(*Client)

// Login gives a user, empty where servers have one password for all, and its password or token.
func Login(user, password string) ClientOption {
	return func(to *Client) { to.user, to.password = user, password }
}

// TLS encrypts; nil is no configuration but crypto/tls' own.
func TLS(config *tls.Config) ClientOption {
	return func(to *Client) {
		to.tls = &tls.Config{}
		if config != nil {
			to.tls = config.Clone()
		}
	}
}

// Timeout is for each connection and answer, 5 s by default; the server may wait for 2 s before it answers.
func Timeout(timeout time.Duration) ClientOption { return func(to *Client) { to.timeout = timeout } }

// Connect makes a client of the servers "host:port[,host:port...]".
func Connect(servers string, options ...ClientOption) (*Client, error) {
	made := &Client{timeout: 5 * time.Second, idle: map[string][]*connection{}, failed: map[string]time.Time{}}
	for _, each := range strings.Split(servers, ",") {
		each = strings.TrimSpace(each)
		host, port, err := net.SplitHostPort(each)
		number, wrong := strconv.ParseUint(port, 10, 16)
		if err != nil || host == "" || wrong != nil || number == 0 {
			return nil, failure(InvalidSettings, "%q is no server; write host:port", each)
		}
		made.servers = append(made.servers, each)
	}
	for _, each := range options {
		each(made)
	}
	return made, nil
}

// Generator is that of IDs. Whether the servers have it shows when it is used.
func (c *Client) Generator(name string, options ...Option) (*Generator, error) {
	given := newQuery(name, options)
	return newGenerator(&remoteSource{c, given}, given), nil
}

// Close closes the connections; those of calls under way when these end.
func (c *Client) Close() error {
	c.guard.Lock()
	defer c.guard.Unlock()
	c.closed = true
	for _, idle := range c.idle {
		for _, each := range idle {
			each.Close()
		}
	}
	c.idle = map[string][]*connection{}
	return nil
}

// call gives the answer of the first server that can give one. A command may be sent twice: then there is a gap.
func (c *Client) call(ctx context.Context, words ...string) (any, error) {
	var refused, last error
	for _, server := range c.order() {
		got, err := c.callAt(ctx, server, words)
		var said *Error
		switch {
		case err == nil:
			c.note(server, true)
			return got, nil
		case ctx.Err() != nil:
			return nil, err
		case !errors.As(err, &said):
			c.note(server, false)
			last = err
		case errors.Is(err, NotReady), errors.Is(err, ClockBehind):
			refused = err
		default:
			return nil, err
		}
	}
	if refused != nil {
		return nil, refused
	}
	return nil, failure(StoreUnavailable, "no server answered: %v", last)
}

// order has the servers as they were given, but those last that did not answer lately.
func (c *Client) order() []string {
	c.guard.Lock()
	defer c.guard.Unlock()
	if len(c.failed) == 0 {
		return c.servers
	}
	var made, last []string
	for _, each := range c.servers {
		if at, failed := c.failed[each]; failed && time.Since(at) < away {
			last = append(last, each)
		} else {
			made = append(made, each)
		}
	}
	return append(made, last...)
}

func (c *Client) note(server string, answered bool) {
	c.guard.Lock()
	defer c.guard.Unlock()
	if answered {
		delete(c.failed, server)
	} else {
		c.failed[server] = time.Now()
	}
}

func (c *Client) callAt(ctx context.Context, server string, words []string) (any, error) {
	kept, err := c.kept(server)
	if err != nil {
		return nil, err
	}
	if kept != nil {
		got, err := c.callOn(ctx, kept, server, words)
		var said *Error
		if err == nil || errors.As(err, &said) || ctx.Err() != nil {
			return got, err
		} // else the server was started anew since
	}
	made, err := c.dial(ctx, server)
	if err != nil {
		return nil, err
	}
	return c.callOn(ctx, made, server, words)
}

// kept takes a connection that is there; nil: there is none.
func (c *Client) kept(server string) (*connection, error) {
	c.guard.Lock()
	defer c.guard.Unlock()
	if c.closed {
		return nil, failure(Closed, "the client is closed")
	}
	idle := c.idle[server]
	if len(idle) == 0 {
		return nil, nil
	}
	c.idle[server] = idle[:len(idle)-1]
	return idle[len(idle)-1], nil
}

func (c *Client) callOn(ctx context.Context, on *connection, server string, words []string) (any, error) {
	got, err := on.call(ctx, c.timeout, words)
	if err != nil {
		on.Close()
		return nil, err
	}
	c.guard.Lock()
	if c.closed {
		on.Close()
	} else {
		c.idle[server] = append(c.idle[server], on)
	}
	c.guard.Unlock()
	if refused, is := got.(*Error); is {
		return nil, refused
	}
	return got, nil
}

func (c *Client) dial(ctx context.Context, server string) (*connection, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var dialer interface {
		DialContext(context.Context, string, string) (net.Conn, error)
	} = &net.Dialer{}
	if c.tls != nil {
		dialer = &tls.Dialer{Config: c.tls}
	}
	socket, err := dialer.DialContext(ctx, "tcp", server)
	if err != nil {
		return nil, err
	}
	made := &connection{socket, bufio.NewReader(socket)}
	if err := c.login(ctx, made); err != nil {
		made.Close()
		return nil, err
	}
	return made, nil
}

func (c *Client) login(ctx context.Context, on *connection) error {
	if c.password == "" {
		return nil
	}
	words := []string{"AUTH", c.user, c.password}
	if c.user == "" {
		words = []string{"AUTH", c.password}
	}
	got, err := on.call(ctx, c.timeout, words)
	if refused, is := got.(*Error); is {
		return refused
	}
	return err
}

type connection struct {
	net.Conn
	from *bufio.Reader
}

func (c *connection) call(ctx context.Context, timeout time.Duration, words []string) (any, error) {
	deadline := time.Now().Add(timeout)
	if sooner, given := ctx.Deadline(); given && sooner.Before(deadline) {
		deadline = sooner
	}
	c.SetDeadline(deadline)
	// A caller that goes away ends the call; the connection, on which an answer is yet to come, is then closed.
	stop := context.AfterFunc(ctx, func() { c.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if _, err := c.Write(command(words)); err != nil {
		return nil, err
	}
	got, err := answer(c.from)
	if err == nil && !stop() && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return got, err
}
