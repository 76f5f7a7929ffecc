// Prints an ID.
package main

import (
	"context"
	"fmt"
	"log"

	"vesta.local/vesta"
)

func main() {
	ids, err := vesta.Open("first.yaml")
	if err != nil {
		log.Fatal(err)
	}
	defer ids.Close()
	from, err := ids.Generator("default")
	if err != nil {
		log.Fatal(err)
	}
	id, err := from.Next(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(id)
}
