module vesta.local/vesta

go 1.24
