package gormvesta

import (
	"errors"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/utils/tests"
	"vesta.local/vesta"
)

type order struct {
	ID   vesta.ID `gorm:"primaryKey;autoIncrement:false"`
	Name string
}

func open(t *testing.T) (*gorm.DB, vesta.IDs) {
	t.Setenv("VESTA_HOST_DIR", t.TempDir())
	ids, err := vesta.OpenText(`{"machine-id": {"property": {"id": 1}, "takeover-margin": "0ms"},
		"generators": {"default": {"kind": "vesta"}}, "state": {"dir": "` + t.TempDir() + `"}}`)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ids.Close() })
	from, err := ids.Generator("")
	if err != nil {
		t.Fatal(err)
	}
	db, err := gorm.Open(tests.DummyDialector{}, &gorm.Config{DryRun: true, SkipDefaultTransaction: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Use(New(from)); err != nil {
		t.Fatal(err)
	}
	return db, ids
}

func TestFillsKeysThatAreZero(t *testing.T) {
	db, _ := open(t)
	one, given := order{Name: "a"}, order{ID: 7}
	many := []*order{{Name: "b"}, {Name: "c"}}
	for _, each := range []any{&one, &given, &many} {
		if err := db.Create(each).Error; err != nil {
			t.Fatal(err)
		}
	}
	if one.ID == 0 || many[0].ID <= one.ID || many[1].ID <= many[0].ID || given.ID != 7 {
		t.Error(one, *many[0], *many[1], given)
	}
}

func TestARowWithoutAnIDIsAnError(t *testing.T) {
	db, ids := open(t)
	ids.Close()
	if err := db.Create(&order{}).Error; !errors.Is(err, vesta.Closed) {
		t.Error(err)
	}
}
