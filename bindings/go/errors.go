package vesta

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Code says why a call failed. Test for it with errors.Is(err, vesta.NotReady).
type Code int

// The codes of vesta.h, and those that only servers give.
const (
	InvalidArgument  Code = iota + 1 // the caller's input is malformed, or a field is out of its range
	InvalidSettings                  // the settings cannot be used as they are
	NotFound                         // no generator, tag, application or shard of that name
	ClockBehind                      // the wall clock is further behind than a caller may wait
	NotReady                         // no reservation covers the next ID now; a later attempt can succeed
	Exhausted                        // the layout's last instant, or a tag's limit, is reached
	StateUnusable                    // a state file or row is corrupt, foreign, unreadable or unwritable
	InUse                            // another live owner holds the machine ID or the state
	LeaseLost                        // another owner has taken the machine ID
	StoreUnavailable                 // a store, or every server, did not answer in time or refused the connection
	Closed                           // it was closed
	Forked                           // this process is a fork of the one that opened it
	Internal                         // a defect in Vesta
	NotAuthenticated                 // a server asks for a user and password, or a token, or they are wrong
	NotPermitted                     // the caller's rights do not include this
	OverQuota                        // the caller's quota is used up
)

var codeNames = [...]string{
	"", "invalid-argument", "invalid-settings", "not-found", "clock-behind", "not-ready", "exhausted", "state-unusable",
	"in-use", "lease-lost", "store-unavailable", "closed", "forked", "internal", "not-authenticated", "not-permitted",
	"over-quota",
}

// Error gives the stable name of the code, as in Vesta's logs: "not-ready".
func (c Code) Error() string {
	if c < 1 || int(c) >= len(codeNames) {
		return "internal"
	}
	return codeNames[c]
}

// Error is what every failed call returns. An error never comes with an ID.
type Error struct {
	Code    Code
	Message string
	// RetryAfter is when another attempt may succeed; negative: it will not, or the time is unknown.
	RetryAfter time.Duration
}

func (e *Error) Error() string { return "vesta: " + e.Message }

// Unwrap gives the code, for errors.Is.
func (e *Error) Unwrap() error { return e.Code }

func failure(code Code, format string, values ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, values...), RetryAfter: -1}
}

// The first words of an RPC server's errors.
var words = map[string]Code{
	"CLOCK": ClockBehind, "NOTREADY": NotReady, "NOSUCHTAG": NotFound, "RANGE": InvalidArgument, "EXHAUSTED": Exhausted,
	"NOAUTH": NotAuthenticated, "WRONGPASS": NotAuthenticated, "NOPERM": NotPermitted, "QUOTA": OverQuota,
	"ERR": InvalidArgument,
}

// fromAnswer reads the line with which an RPC server refuses.
func fromAnswer(line string) *Error {
	word, message, _ := strings.Cut(line, " ")
	code, known := words[word]
	if !known {
		code, message = Internal, line
	}
	made := failure(code, "%s", message)
	if text, wait, marked := strings.Cut(message, "; retry-after-ms="); marked {
		if ms, err := strconv.Atoi(wait); err == nil {
			made.Message, made.RetryAfter = text, time.Duration(ms)*time.Millisecond
		}
	}
	return made
}
