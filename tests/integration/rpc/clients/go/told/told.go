// Package told does what each program of Go's clients does; see ../../README.md.
package told

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Client is one client, with the calls that its users would make.
type Client interface {
	Ask(words ...string) (any, error)
	Pipelined(count int) []int64 // IDs
	Multi() []int64              // INCR order, INCR order; nil where there is none
	Incr(tag string) int64
	IncrBy(tag string, more int64) int64
	Get(tag string) string
	Exists(tag string) int64
}

// Must gives the value, or ends the program.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Words are GENID and the like as a client takes them that wants no strings.
func Words(words []string) []any {
	all := make([]any, len(words))
	for i, each := range words {
		all[i] = each
	}
	return all
}

// Numbers of an array.
func Numbers(answer any) []int64 {
	var all []int64
	for _, each := range answer.([]any) {
		all = append(all, each.(int64))
	}
	return all
}

func tell(word string, values ...any) {
	fmt.Println(append([]any{word}, values...)...)
}

func tellNumbers(word string, values []int64) {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	out.WriteString(word)
	for _, each := range values {
		out.WriteString(" " + strconv.FormatInt(each, 10))
	}
	out.WriteString("\n")
}

func genMethod(fields any) any {
	switch all := fields.(type) {
	case map[any]any:
		return all["genMethod"]
	case map[string]any:
		return all["genMethod"]
	case []any: // RESP2 has no maps
		for i, each := range all {
			if name, bytes := each.([]byte); each == any("genMethod") || bytes && string(name) == "genMethod" {
				return all[i+1]
			}
		}
	}
	return nil
}

func plenty(client Client, count int) []int64 {
	var all []int64
	for len(all) < count {
		all = append(all, client.Pipelined(1000)...)
	}
	return all
}

func again(client Client) {
	for failed := 0; ; failed++ {
		if one, err := client.Ask("GENID"); err == nil {
			tell("failed", failed)
			tell("again", one)
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Run is the program, for a client that is connected; its words are [cluster] PORT COUNT [PASSWORD].
func Run(client Client) {
	one := Must(client.Ask("GENID"))
	fmt.Printf("type %T\n", one)
	tell("one", one)
	tellNumbers("many", Numbers(Must(client.Ask("GENID", "COUNT", "1000"))))
	tellNumbers("pipelined", client.Pipelined(100))
	tell("incr", client.Incr("order"), client.Incr("order"))
	if both := client.Multi(); both != nil {
		tellNumbers("multi", both)
	}
	tell("incrby", client.IncrBy("order", 10))
	tell("get", client.Get("order"))
	tell("exists", client.Exists("order"))
	tellNumbers("range", Numbers(Must(client.Ask("RANGE", "default", "50"))))
	tell("genmethod", genMethod(Must(client.Ask("EXPID", fmt.Sprint(one)))))
	if _, err := client.Ask("GENID", "GENERATOR", "nope"); err != nil {
		tell("error", strings.Fields(err.Error())[0])
	}
	tellNumbers("plenty", plenty(client, Must(strconv.Atoi(words[1]))))
	tell("restart")
	Must(bufio.NewReader(os.Stdin).ReadString('\n'))
	again(client)
}

var words = os.Args[1:]

// Clustered says whether the client for clusters is meant; call it first.
func Clustered() bool {
	if words[0] != "cluster" {
		return false
	}
	words = words[1:]
	return true
}

// Address is that of the server.
func Address() string { return "127.0.0.1:" + words[0] }

// Password is empty where there is none.
func Password() string { return strings.Join(words[2:], "") }
