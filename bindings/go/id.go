package vesta

import (
	"fmt"
	"strconv"
	"strings"
)

// ID is a unique 64-bit number. In JSON it is text, since JavaScript rounds integers above 2^53.
type ID int64

// Form is a way to write an ID. Each but Decimal has one length, and sorts as the IDs do.
type Form string

// The forms; docs/text-forms.md describes them.
const (
	Decimal Form = "decimal"
	Hex     Form = "hex"
	Base32  Form = "base32"
	Base58  Form = "base58"
	Base62  Form = "base62"
	UUID    Form = "uuid"

	Base32Check Form = "base32-check" // Base32 and Crockford's check character, which finds mistakes in typing
	TypeID      Form = "typeid"       // of an ID128 alone
)

// String gives the decimal.
func (id ID) String() string { return strconv.FormatInt(int64(id), 10) }

// MarshalJSON writes the decimal as text.
func (id ID) MarshalJSON() ([]byte, error) { return []byte(`"` + id.String() + `"`), nil }

// UnmarshalJSON reads a decimal as text or as a number.
func (id *ID) UnmarshalJSON(from []byte) error {
	read, err := ParseID(strings.Trim(string(from), `"`), Decimal)
	if err == nil {
		*id = read
	}
	return err
}

// Text writes the ID in that form; in decimal if there is no such form.
func (id ID) Text(form Form) string {
	if form == UUID {
		return id.uuid()
	}
	in, found := systems[form]
	if !found || in.length == 0 {
		return id.String()
	}
	return in.write(wide{0, uint64(id)}, in.length)
}

func (id ID) uuid() string {
	digits, low := id.Text(Hex), uint64(id)&15
	return fmt.Sprintf("%s-%s-8%s-%x%x00-000000000000", digits[:8], digits[8:12], digits[12:15], 8+low>>2, low&3<<2)
}

// ParseID reads what Text writes in that form. Reading is strict.
func ParseID(text string, form Form) (ID, error) {
	var value uint64
	var good bool
	switch form {
	case Decimal:
		value, good = readDecimal(text)
	case UUID:
		value, good = readUUID(text)
	default:
		in, found := systems[form]
		if !found || in.length == 0 {
			return 0, failure(InvalidArgument, "IDs of 64 bits have no form '%s'", form)
		}
		var read wide
		read, good = in.read(text, in.length)
		value, good = read.low, good && read.high == 0
	}
	if !good {
		return 0, failure(InvalidArgument, "%q is no ID of form %s", text, form)
	}
	return ID(value), nil
}

func readDecimal(text string) (uint64, bool) {
	if signed, err := strconv.ParseInt(text, 10, 64); err == nil {
		return uint64(signed), !strings.HasPrefix(text, "+")
	}
	value, err := strconv.ParseUint(text, 10, 64)
	return value, err == nil
}

func readUUID(text string) (uint64, bool) {
	if len(text) != 36 {
		return 0, false
	}
	text = strings.ToLower(text)
	upper, err := strconv.ParseUint(text[:8]+text[9:13]+text[15:18], 16, 64)
	variant, wrong := strconv.ParseUint(text[19:20], 16, 8)
	after, bad := strconv.ParseUint(text[20:21], 16, 8)
	if err != nil || wrong != nil || bad != nil {
		return 0, false
	}
	value := upper<<4 | variant&3<<2 | after>>2
	return value, ID(value).uuid() == text // else it is another UUID
}
