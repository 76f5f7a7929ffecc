// go-redis; see ../../README.md.
package main

import (
	"context"

	"clients/told"

	"github.com/redis/go-redis/v9"
)

var ctx = context.Background()

type client struct{ ids redis.UniversalClient }

func (to client) Ask(words ...string) (any, error) {
	return to.ids.Do(ctx, told.Words(words)...).Result()
}

func (to client) Pipelined(count int) []int64 {
	batch := to.ids.TxPipeline()
	asked := make([]*redis.Cmd, count)
	for i := range asked {
		asked[i] = batch.Do(ctx, "GENID")
	}
	told.Must(batch.Exec(ctx))
	got := make([]int64, count)
	for i, each := range asked {
		got[i] = told.Must(each.Int64())
	}
	return got
}

func (to client) Multi() []int64 {
	batch := to.ids.TxPipeline()
	first, second := batch.Incr(ctx, "order"), batch.Incr(ctx, "order")
	told.Must(batch.Exec(ctx))
	return []int64{first.Val(), second.Val()}
}

func (to client) Incr(tag string) int64 { return told.Must(to.ids.Incr(ctx, tag).Result()) }

func (to client) IncrBy(tag string, more int64) int64 {
	return told.Must(to.ids.IncrBy(ctx, tag, more).Result())
}

func (to client) Get(tag string) string { return told.Must(to.ids.Get(ctx, tag).Result()) }

func (to client) Exists(tag string) int64 { return told.Must(to.ids.Exists(ctx, tag).Result()) }

func main() {
	if told.Clustered() {
		told.Run(client{redis.NewClusterClient(&redis.ClusterOptions{Addrs: []string{told.Address()}, Password: told.Password()})})
	} else {
		told.Run(client{redis.NewClient(&redis.Options{Addr: told.Address(), Password: told.Password()})})
	}
}
