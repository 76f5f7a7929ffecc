// Package gormvesta fills the primary keys of GORM's models with IDs of Vesta.
//
//	err := db.Use(gormvesta.New(orders)) // a *vesta.Generator
//
//	type Order struct {
//		ID vesta.ID `gorm:"primaryKey;autoIncrement:false"`
//	}
package gormvesta

import (
	"reflect"

	"gorm.io/gorm"
	"vesta.local/vesta"
)

// Plugin fills primary keys of type vesta.ID that are zero, before rows are created.
type Plugin struct{ from *vesta.Generator }

// New makes a plugin for db.Use.
func New(from *vesta.Generator) *Plugin { return &Plugin{from} }

// Name is GORM's.
func (p *Plugin) Name() string { return "vesta" }

// Initialize is GORM's.
func (p *Plugin) Initialize(db *gorm.DB) error {
	return db.Callback().Create().Before("gorm:create").Register("vesta:fill", p.fill)
}

var idType = reflect.TypeFor[vesta.ID]()

func (p *Plugin) fill(db *gorm.DB) {
	if db.Error != nil || db.Statement.Schema == nil {
		return
	}
	for _, row := range rows(db.Statement.ReflectValue) {
		for _, key := range db.Statement.Schema.PrimaryFields {
			if _, zero := key.ValueOf(db.Statement.Context, row); !zero || key.FieldType != idType {
				continue
			}
			id, err := p.from.Next(db.Statement.Context)
			if err == nil {
				err = key.Set(db.Statement.Context, row, id)
			}
			db.AddError(err)
		}
	}
}

// rows are those of Create: one model, or a slice of them. Maps bring their own keys.
func rows(of reflect.Value) (made []reflect.Value) {
	switch of.Kind() {
	case reflect.Struct:
		return []reflect.Value{of}
	case reflect.Slice, reflect.Array:
		for at := range of.Len() {
			made = append(made, rows(reflect.Indirect(of.Index(at)))...)
		}
	}
	return made
}
