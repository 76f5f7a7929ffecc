module vesta.local/vesta/gormvesta

go 1.24

require gorm.io/gorm v1.25.12

require vesta.local/vesta v0.2.0
