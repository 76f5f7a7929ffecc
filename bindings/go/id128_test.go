package vesta

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

type vectors128 struct {
	UUIDs []struct {
		Generator string
		UUID      ID128
		Parts     vectorParts
	}
	RefusedUUIDs []struct {
		Generator, Error string
		UUID             ID128
	} `json:"refused_uuids"`
	Texts   []map[Form]string `json:"uuid_texts"`
	Lenient []struct {
		Form Form
		Text string
		UUID ID128
	} `json:"lenient_uuid_texts"`
	Refused []struct {
		Form Form
		Text string
	} `json:"refused_uuid_texts"`
	OutwardGenerator any `json:"outward_generator"`
	Outward          []struct{ Generator, ID, Inward string }
	RefusedOutward   []struct{ Generator, ID, Error string } `json:"refused_outward"`
}

func readVectors128(t *testing.T) (read vectors128) {
	text, err := os.ReadFile(os.Getenv("VESTA_VECTORS"))
	must(t, err)
	must(t, json.Unmarshal(text, &read))
	return read
}

func TestTextsOf128BitsAreThoseOfTheVectors(t *testing.T) {
	read := readVectors128(t)
	for _, each := range read.Texts {
		id, err := ParseID128(each[UUID], UUID)
		must(t, err)
		for form, text := range each {
			if back, err := ParseID128(text, form); id.Text(form) != text || back != id || err != nil {
				t.Errorf("%v %s: %s %v %v", id, form, id.Text(form), back, err)
			}
		}
	}
	for _, each := range read.Lenient {
		if back, err := ParseID128(each.Text, each.Form); err != nil || back != each.UUID {
			t.Errorf("%v: %v %v", each, back, err)
		}
	}
	for _, each := range read.Refused {
		if back, err := ParseID128(each.Text, each.Form); !errors.Is(err, InvalidArgument) {
			t.Errorf("%v: %v", each, back)
		}
	}
}

func TestIDsOf128BitsHaveTheseParts(t *testing.T) {
	forBoth(t, func(t *testing.T, ids IDs) {
		for _, each := range readVectors128(t).UUIDs {
			if parts, err := get(t, ids, each.Generator).Explain128(ctx, each.UUID); err != nil || parts != each.Parts.parts() {
				t.Errorf("%v: %v %v", each, parts, err)
			}
		}
		for _, each := range readVectors128(t).RefusedUUIDs {
			if _, err := get(t, ids, each.Generator).Explain128(ctx, each.UUID); !isNamed(err, each.Error) {
				t.Errorf("%v: %v", each, err)
			}
		}
	})
}

func TestIDsOf128BitsIncrease(t *testing.T) {
	forBoth(t, func(t *testing.T, ids IDs) {
		for _, name := range []string{"uuid7", "ulid"} {
			from := get(t, ids, name)
			first, err := from.Next128(ctx)
			must(t, err)
			made, err := from.Take128(ctx, 10_500)
			must(t, err)
			made = append([]ID128{first}, made...)
			order := func(a, b ID128) int { return bytes.Compare(a[:], b[:]) }
			if !slices.IsSortedFunc(made, order) || len(slices.Compact(made)) != 10_501 {
				t.Error("they do not")
			}
			if _, err := from.Next(ctx); !errors.Is(err, InvalidArgument) {
				t.Error(err)
			}
			if _, err := from.Take128(ctx, -1); !errors.Is(err, InvalidArgument) {
				t.Error(err)
			}
		}
		if _, err := get(t, ids, "").Next128(ctx); !errors.Is(err, InvalidArgument) {
			t.Error(err)
		}
	})
}

func TestServersTurnNoOutwardIDBack(t *testing.T) {
	if _, err := get(t, connect(t), "").Inward(ctx, 1); !errors.Is(err, InvalidArgument) {
		t.Error(err)
	}
}

// With VESTA_LIBRARY where the second library is, too; the module has none.
func TestOutwardIDsHaveTheseBehind(t *testing.T) {
	folder, generators := t.TempDir(), readVectors(t).Settings["generators"].(map[string]any)
	t.Setenv("VESTA_HOST_DIR", folder)
	generators["outward"] = readVectors128(t).OutwardGenerator
	ids, err := OpenText(settings(t, folder, map[string]any{"generators": generators}))
	if os.Getenv("VESTA_LIBRARY") == "" {
		if !errors.Is(err, InvalidSettings) {
			t.Error(err)
		}
		return
	}
	must(t, err)
	defer ids.Close()
	for _, each := range readVectors128(t).Outward {
		id, err := ParseID(each.ID, Decimal)
		must(t, err)
		if behind, err := get(t, ids, each.Generator).Inward(ctx, id); err != nil || behind.String() != each.Inward {
			t.Errorf("%v: %v %v", each, behind, err)
		}
	}
	for _, each := range readVectors128(t).RefusedOutward {
		id, err := ParseID(each.ID, Decimal)
		must(t, err)
		if _, err := get(t, ids, each.Generator).Inward(ctx, id); !isNamed(err, each.Error) {
			t.Errorf("%v: %v", each, err)
		}
	}
}

func TestJSONAndDatabasesHaveUUIDs(t *testing.T) {
	const text = "01890a5d-ac96-774b-bcce-b302099a8057"
	id, err := ParseID128(text, UUID)
	must(t, err)
	made, err := json.Marshal(id)
	must(t, err)
	stored, err := id.Value()
	must(t, err)
	if string(made) != `"`+text+`"` || stored != text {
		t.Error(string(made), stored)
	}
	for _, from := range []any{text, strings.ToUpper(text), []byte(text), id[:]} {
		var back ID128
		if err := back.Scan(from); err != nil || back != id {
			t.Error(from, back, err)
		}
	}
	if err := new(ID128).Scan(7); !errors.Is(err, InvalidArgument) {
		t.Error(err)
	}
}
