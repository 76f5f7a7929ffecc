package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strconv"
)

const known = "2407837855670862845"

func pointer[T any](value T) *T { return &value }

func expect(good bool, what ...any) {
	if !good {
		log.Fatal(what...)
	}
}

func must[T any](value T, err error) T {
	expect(err == nil, err)
	return value
}

// Of an answer's types the generated client reads JSON alone, and asks for none.
func acceptJSON(_ context.Context, request *http.Request) error {
	request.Header.Set("Accept", "application/json")
	return nil
}

func main() {
	ctx := context.Background()
	client := must(NewClientWithResponses(os.Args[1]))
	ids := must(client.MakeIdsWithResponse(ctx, "default", &MakeIdsParams{Count: pointer(int64(3))})).JSON200.Ids
	seen := map[int64]bool{}
	for _, each := range ids {
		seen[must(strconv.ParseInt(each, 10, 64))] = true
	}
	expect(len(seen) == 3 && must(strconv.ParseInt(ids[0], 10, 64)) > 1<<53, ids)
	hex := must(client.MakeIdsWithResponse(ctx, "default", &MakeIdsParams{Format: pointer(IdForm("hex"))}))
	expect(len(hex.JSON200.Ids[0]) == 16, hex)
	bare := must(client.GenidWithResponse(ctx, acceptJSON))
	expect(*bare.JSON200 > 1<<53, bare)

	told := must(must(client.ExplainIdWithResponse(ctx, "default", known, nil)).JSON200.ValueByDiscriminator())
	layout, isLayout := told.(TimeExplanation)
	expect(isLayout && layout.Fields.Time == 94990103 && layout.Fields.Machine == 1021, told)
	told = must(must(client.ExplainIdWithResponse(ctx, "sharded", "62721", nil)).JSON200.ValueByDiscriminator())
	sharded, isSharded := told.(ShardedExplanation)
	expect(isSharded && sharded.Fields.Shard == 53 && sharded.Fields.App == 1, told)

	made := must(client.MakeIdWithResponse(ctx, "default", nil, MakeIdJSONRequestBody{
		Type: pointer("max-peak"), GenMethod: pointer(int64(2)), Machine: pointer(int64(1021)), Time: 94990103}))
	expect(made.JSON200.Id == known, string(made.Body))
	listed := must(client.ListGeneratorsWithResponse(ctx)).JSON200.Generators
	expect(*listed[0].EpochLeftMs > 1<<31, listed[0])
}
