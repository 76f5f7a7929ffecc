package vesta

import (
	"context"
	"strconv"
	"time"
)

const mostOfOneCommand = 10_000

// remoteSource speaks the commands of docs/rpc-protocol.md.
type remoteSource struct {
	client *Client
	of     query
}

func (s *remoteSource) which() []string {
	switch {
	case s.of.tag != nil:
		return []string{"TAG", *s.of.tag}
	case s.of.app != nil:
		return []string{"APP", strconv.FormatInt(*s.of.app, 10), "GATEPASS", s.of.gatePass}
	}
	return nil
}

func (s *remoteSource) number(ctx context.Context, words ...string) (ID, error) {
	got, err := s.client.call(ctx, words...)
	if err != nil {
		return 0, err
	}
	return toID(got)
}

// toID reads an integer, or the text that a server with rpc.ids: text gives.
func toID(answer any) (ID, error) {
	switch given := answer.(type) {
	case int64:
		return ID(given), nil
	case string:
		number, err := strconv.ParseInt(given, 10, 64)
		if err != nil {
			return 0, failure(InvalidArgument, "%s has 128 bits: Next128 and Take128 give such IDs", given)
		}
		return ID(number), nil
	}
	return 0, unexpected(answer)
}

func toID128(answer any) (ID128, error) {
	text, is := answer.(string)
	if !is {
		return ID128{}, unexpected(answer)
	}
	if len(text) != 32 {
		return ID128{}, failure(InvalidArgument, "%s has 64 bits: Next and Take give such IDs", text)
	}
	return ParseID128(text, Hex)
}

func (s *remoteSource) numbers(ctx context.Context, words ...string) ([]ID, error) {
	return list(s, toID, ctx, words...)
}

func list[T any](s *remoteSource, to func(any) (T, error), ctx context.Context, words ...string) ([]T, error) {
	got, err := s.client.call(ctx, words...)
	if err != nil {
		return nil, err
	}
	listed, is := got.([]any)
	if !is {
		return nil, unexpected(got)
	}
	made := make([]T, len(listed))
	for at, each := range listed {
		if made[at], err = to(each); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func (s *remoteSource) one(ctx context.Context) (ID, error) {
	return s.number(ctx, append([]string{"GENID", "GENERATOR", s.of.name}, s.which()...)...)
}

func (s *remoteSource) fill(ctx context.Context, to []ID) error { return fill(s, toID, ctx, to) }

func (s *remoteSource) fill128(ctx context.Context, to []ID128) error {
	return fill(s, toID128, ctx, to, "AS", "hex")
}

func fill[T any](s *remoteSource, read func(any) (T, error), ctx context.Context, to []T, more ...string) error {
	for len(to) > 0 {
		count := min(len(to), mostOfOneCommand)
		words := append([]string{"GENID", "COUNT", strconv.Itoa(count), "GENERATOR", s.of.name}, more...)
		got, err := list(s, read, ctx, append(words, s.which()...)...)
		if err != nil {
			return err
		}
		if len(got) != count {
			return unexpected(got)
		}
		to = to[copy(to, got):]
	}
	return nil
}

func (s *remoteSource) reserve(ctx context.Context, count uint64) (idRange, error) {
	words := append([]string{"RANGE", s.of.name, strconv.FormatUint(count, 10)}, s.which()...)
	got, err := s.numbers(ctx, words...)
	if err != nil {
		return idRange{}, err
	}
	if len(got) != 3 || got[1] < 1 {
		return idRange{}, unexpected(got)
	}
	return idRange{got[0], uint64(got[1]), uint64(got[2])}, nil
}

func (s *remoteSource) fields(ctx context.Context, id string) (map[any]any, error) {
	got, err := s.client.call(ctx, "EXPID", id, "GENERATOR", s.of.name)
	if err != nil {
		return nil, err
	}
	listed, _ := got.([]any)
	made := map[any]any{}
	for at := 0; at+1 < len(listed); at += 2 {
		made[listed[at]] = listed[at+1]
	}
	return made, nil
}

func (s *remoteSource) explain(ctx context.Context, id ID) (Parts, error) {
	return s.parts(ctx, id.String())
}

func (s *remoteSource) explain128(ctx context.Context, id ID128) (Parts, error) {
	return s.parts(ctx, id.String())
}

func (s *remoteSource) parts(ctx context.Context, id string) (Parts, error) {
	fields, err := s.fields(ctx, id)
	if err != nil {
		return Parts{}, err
	}
	said, _ := fields["at"].(string)
	at, wrong := time.Parse(time.RFC3339, said)
	if wrong != nil {
		return Parts{}, failure(InvalidArgument, "generator %s makes no IDs with a time; see ExplainSharded", s.of.name)
	}
	field := func(name string) uint64 {
		number, _ := fields[name].(int64)
		return uint64(number)
	}
	return Parts{Version: field("version"), Type: field("type"), GenMethod: field("genMethod"), Machine: field("machine"),
		Time: field("time"), Seq: field("seq"), At: at}, nil
}

func (s *remoteSource) explainSharded(ctx context.Context, id ID) (ShardedParts, error) {
	fields, err := s.fields(ctx, id.String())
	if err != nil {
		return ShardedParts{}, err
	}
	shard, is := fields["shard"].(int64)
	if !is {
		return ShardedParts{}, failure(InvalidArgument, "generator %s is not sharded", s.of.name)
	}
	app, _ := fields["app"].(int64)
	next, _ := fields["next"].(int64)
	number, _ := fields["number"].(int64)
	return ShardedParts{uint32(app), uint32(shard), uint64(next), uint64(number)}, nil
}

func (s *remoteSource) make(ctx context.Context, parts Parts) (ID, error) {
	words := []string{"MAKEID", "GENERATOR", s.of.name}
	for _, each := range []struct {
		name  string
		value uint64
	}{{"TIME", parts.Time}, {"SEQ", parts.Seq}, {"MACHINE", parts.Machine}, {"GENMETHOD", parts.GenMethod}, {"VERSION", parts.Version}} {
		words = append(words, each.name, strconv.FormatUint(each.value, 10))
	}
	return s.number(ctx, words...)
}

func (s *remoteSource) inward(ctx context.Context, id ID) (ID, error) {
	return 0, failure(InvalidArgument, "servers turn no outward ID back, for whoever may take IDs: open the settings that have the key")
}

func unexpected(got any) error { return failure(Internal, "the server's answer is %v", got) }
