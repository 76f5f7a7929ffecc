// rueidis, which takes a single server for a cluster of one; see ../../README.md.
package main

import (
	"context"

	"clients/told"

	"github.com/redis/rueidis"
)

var ctx = context.Background()

type client struct{ ids rueidis.Client }

func (to client) Ask(words ...string) (any, error) {
	answer := to.ids.Do(ctx, to.ids.B().Arbitrary(words...).Build())
	if err := answer.Error(); err != nil {
		return nil, err
	}
	return answer.ToAny()
}

func (to client) Pipelined(count int) []int64 {
	asked := make(rueidis.Commands, count)
	for i := range asked {
		asked[i] = to.ids.B().Arbitrary("GENID").Build()
	}
	got := make([]int64, count)
	for i, each := range to.ids.DoMulti(ctx, asked...) {
		got[i] = told.Must(each.AsInt64())
	}
	return got
}

func (to client) Multi() (got []int64) {
	told.Must(0, to.ids.Dedicated(func(one rueidis.DedicatedClient) error {
		incr := func() rueidis.Completed { return one.B().Incr().Key("order").Build() }
		answers := one.DoMulti(ctx, one.B().Multi().Build(), incr(), incr(), one.B().Exec().Build())
		got = told.Must(answers[3].AsIntSlice())
		return nil
	}))
	return got
}

func (to client) Incr(tag string) int64 {
	return told.Must(to.ids.Do(ctx, to.ids.B().Incr().Key(tag).Build()).AsInt64())
}

func (to client) IncrBy(tag string, more int64) int64 {
	return told.Must(to.ids.Do(ctx, to.ids.B().Incrby().Key(tag).Increment(more).Build()).AsInt64())
}

func (to client) Get(tag string) string {
	return told.Must(to.ids.Do(ctx, to.ids.B().Get().Key(tag).Build()).ToString())
}

func (to client) Exists(tag string) int64 {
	return told.Must(to.ids.Do(ctx, to.ids.B().Exists().Key(tag).Build()).AsInt64())
}

func main() {
	where := rueidis.ClientOption{InitAddress: []string{told.Address()}, Password: told.Password()}
	told.Run(client{told.Must(rueidis.NewClient(where))})
}
