// redigo, with its pool; see ../../README.md.
package main

import (
	"clients/told"

	"github.com/gomodule/redigo/redis"
)

type client struct{ pool redis.Pool }

func (to *client) Ask(words ...string) (any, error) {
	ids := to.pool.Get()
	defer ids.Close()
	return ids.Do(words[0], told.Words(words[1:])...)
}

func (to *client) Pipelined(count int) []int64 {
	ids := to.pool.Get()
	defer ids.Close()
	for i := 0; i < count; i++ {
		ids.Send("GENID")
	}
	return told.Must(redis.Int64s(ids.Do("")))
}

func (to *client) Multi() []int64 {
	ids := to.pool.Get()
	defer ids.Close()
	ids.Send("MULTI")
	ids.Send("INCR", "order")
	ids.Send("INCR", "order")
	return told.Must(redis.Int64s(ids.Do("EXEC")))
}

func (to *client) Incr(tag string) int64 { return told.Must(redis.Int64(to.Ask("INCR", tag))) }

func (to *client) IncrBy(tag string, more int64) int64 {
	ids := to.pool.Get()
	defer ids.Close()
	return told.Must(redis.Int64(ids.Do("INCRBY", tag, more)))
}

func (to *client) Get(tag string) string { return told.Must(redis.String(to.Ask("GET", tag))) }

func (to *client) Exists(tag string) int64 { return told.Must(redis.Int64(to.Ask("EXISTS", tag))) }

func main() {
	told.Run(&client{redis.Pool{Dial: func() (redis.Conn, error) {
		return redis.Dial("tcp", told.Address(), redis.DialPassword(told.Password()))
	}}})
}
