package vesta

import (
	"bufio"
	"io"
	"strconv"
)

// command writes RESP2: an array of bulk strings.
func command(words []string) []byte {
	made := append([]byte{'*'}, strconv.Itoa(len(words))...)
	for _, each := range words {
		made = append(append(made, "\r\n$"...), strconv.Itoa(len(each))...)
		made = append(append(made, "\r\n"...), each...)
	}
	return append(made, "\r\n"...)
}

const deepest = 8 // arrays within arrays

// answer reads int64, string, nil, []any, or *Error.
func answer(from *bufio.Reader) (any, error) { return part(from, deepest) }

func part(from *bufio.Reader, deepest int) (any, error) {
	line, err := from.ReadString('\n')
	if err != nil {
		return nil, err
	}
	if len(line) < 3 || line[len(line)-2] != '\r' {
		return nil, notRESP(line)
	}
	rest := line[1 : len(line)-2]
	switch line[0] {
	case '+':
		return rest, nil
	case '-':
		return fromAnswer(rest), nil
	}
	number, err := strconv.ParseInt(rest, 10, 64)
	switch {
	case err != nil:
		return nil, notRESP(line)
	case line[0] == ':':
		return number, nil
	case line[0] == '$':
		return text(from, number)
	case line[0] == '*' && deepest > 0:
		return array(from, number, deepest-1)
	}
	return nil, notRESP(line)
}

func notRESP(line string) error {
	return failure(Internal, "the server answered %q, which is no RESP2: is it a Vesta RPC server?", line)
}

func text(from *bufio.Reader, length int64) (any, error) {
	if length < 0 {
		return nil, nil
	}
	bytes := make([]byte, length+2)
	if _, err := io.ReadFull(from, bytes); err != nil {
		return nil, err
	}
	return string(bytes[:length]), nil
}

func array(from *bufio.Reader, length int64, deepest int) (any, error) {
	made := []any{}
	for ; length > 0; length-- {
		each, err := part(from, deepest)
		if err != nil {
			return nil, err
		}
		made = append(made, each)
	}
	return made, nil
}
