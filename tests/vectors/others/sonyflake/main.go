// IDs of Sonyflake's generator, and what it reads from them.
package main

import (
	"fmt"

	"github.com/sony/sonyflake"
)

func main() {
	for _, machine := range []uint16{0, 1, 4660, 65535} {
		made := sonyflake.NewSonyflake(sonyflake.Settings{MachineID: func() (uint16, error) { return machine, nil }})
		for i := 0; i < 3; i++ {
			id, err := made.NextID()
			if err != nil {
				panic(err)
			}
			parts := sonyflake.Decompose(id)
			at := 1409529600000 + int64(parts["time"])*10 // 2014-09-01, its default
			fmt.Println("sonyflake", id, parts["machine-id"], parts["sequence"], at, at)
		}
	}
}
