// go-redis; see ../README.md.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/redis/go-redis/v9"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func tell(word string, values ...int64) {
	fmt.Print(word)
	for _, each := range values {
		fmt.Print(" ", each)
	}
	fmt.Println()
}

func pipelined(ctx context.Context, ids *redis.Client) []int64 {
	batch := ids.TxPipeline()
	asked := make([]*redis.Cmd, 100)
	for i := range asked {
		asked[i] = batch.Do(ctx, "GENID")
	}
	must(batch.Exec(ctx))
	var got []int64
	for _, each := range asked {
		got = append(got, must(each.Int64()))
	}
	return got
}

func genMethod(ctx context.Context, ids *redis.Client) int64 {
	one := must(ids.Do(ctx, "GENID").Int64())
	fields := must(ids.Do(ctx, "EXPID", one).Result()).(map[any]any)
	return fields["genMethod"].(int64)
}

func main() {
	options := redis.Options{Addr: "127.0.0.1:" + os.Args[1]}
	if len(os.Args) > 2 {
		options.Password = os.Args[2]
	}
	ctx := context.Background()
	ids := redis.NewClient(&options)
	tell("one", must(ids.Do(ctx, "GENID").Int64()))
	tell("many", must(ids.Do(ctx, "GENID", "COUNT", 1000).Int64Slice())...)
	tell("pipelined", pipelined(ctx, ids)...)
	tell("incr", must(ids.Incr(ctx, "order").Result()), must(ids.Incr(ctx, "order").Result()))
	tell("incrby", must(ids.IncrBy(ctx, "order", 10).Result()))
	tell("range", must(ids.Do(ctx, "RANGE", "default", 50).Int64Slice())...)
	tell("genmethod", genMethod(ctx, ids))
	if err := ids.Do(ctx, "GENID", "GENERATOR", "nope").Err(); err != nil {
		fmt.Println("error", strings.Fields(err.Error())[0])
	}
	tell("restart")
	must(bufio.NewReader(os.Stdin).ReadString('\n'))
	for {
		if one, err := ids.Do(ctx, "GENID").Int64(); err == nil {
			tell("again", one)
			return
		}
	}
}
