package vesta

import (
	"fmt"
	"math/bits"
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
)

type positional struct {
	digits string
	length int
	fold   func(string) string // to the digits above, where others are read too
}

var systems = map[Form]positional{
	Hex:    {"0123456789abcdef", 16, strings.ToLower},
	Base32: {"0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13, foldBase32},
	Base58: {"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, nil},
	Base62: {"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11, nil},
}

var lookAlikes = strings.NewReplacer("I", "1", "L", "1", "O", "0")

func foldBase32(text string) string { return lookAlikes.Replace(strings.ToUpper(text)) }

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
	if !found {
		return id.String()
	}
	text := make([]byte, in.length)
	left, base := uint64(id), uint64(len(in.digits))
	for at := in.length - 1; at >= 0; at-- {
		text[at] = in.digits[left%base]
		left /= base
	}
	return string(text)
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
		if !found {
			return 0, failure(InvalidArgument, "there is no form '%s'", form)
		}
		value, good = in.read(text)
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

func (in positional) read(text string) (uint64, bool) {
	if len(text) != in.length {
		return 0, false
	}
	if in.fold != nil {
		text = in.fold(text)
	}
	var value uint64
	for _, each := range []byte(text) {
		digit := strings.IndexByte(in.digits, each)
		over, times := bits.Mul64(value, uint64(len(in.digits)))
		sum, carry := bits.Add64(times, uint64(max(digit, 0)), 0)
		if digit < 0 || over != 0 || carry != 0 {
			return 0, false
		}
		value = sum
	}
	return value, true
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
