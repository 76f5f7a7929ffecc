package vesta

import (
	"encoding/binary"
	"math/bits"
	"strings"
)

// wide is a number of 128 bits.
type wide struct{ high, low uint64 }

func wideOf(id ID128) wide {
	return wide{binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])}
}

func (of wide) id() (made ID128) {
	binary.BigEndian.PutUint64(made[:8], of.high)
	binary.BigEndian.PutUint64(made[8:], of.low)
	return made
}

func (of wide) divide(by uint64) (whole wide, rest uint64) {
	whole.high, rest = of.high/by, of.high%by
	whole.low, rest = bits.Div64(rest, of.low, by)
	return whole, rest
}

// times gives of*by + more, and whether that fits.
func (of wide) times(by, more uint64) (wide, bool) {
	over, low := bits.Mul64(of.low, by)
	beyond, high := bits.Mul64(of.high, by)
	low, carry := bits.Add64(low, more, 0)
	high, last := bits.Add64(high, over, carry)
	return wide{high, low}, beyond == 0 && last == 0
}

type positional struct {
	digits            string
	length, length128 int             // how many; no length: not of such IDs
	fold              func(byte) byte // to the digits above, where others are read too
	checked           bool            // a check character follows
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

var systems = map[Form]positional{
	Hex:         {"0123456789abcdef", 16, 32, lower, false},
	Base32:      {crockford, 13, 26, foldBase32, false},
	Base58:      {"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 22, same, false},
	Base62:      {"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11, 22, same, false},
	Base32Check: {crockford, 13, 26, foldBase32, true},
	TypeID:      {strings.ToLower(crockford), 0, 26, same, false},
}

func lower(digit byte) byte {
	if 'A' <= digit && digit <= 'Z' {
		return digit + 32
	}
	return digit
}

func upper(digit byte) byte {
	if 'a' <= digit && digit <= 'z' {
		return digit - 32
	}
	return digit
}

func same(digit byte) byte { return digit }

func foldBase32(digit byte) byte {
	switch made := upper(digit); made {
	case 'I', 'L':
		return '1'
	case 'O':
		return '0'
	default:
		return made
	}
}

// checkCharacter is Crockford's: of the rest modulo 37.
func checkCharacter(of wide) byte {
	const all = crockford + "*~$=U"
	_, rest := of.divide(uint64(len(all)))
	return all[rest]
}

func (in positional) write(value wide, length int) string {
	text := make([]byte, length, length+1)
	left, digit := value, uint64(0)
	for at := length - 1; at >= 0; at-- {
		left, digit = left.divide(uint64(len(in.digits)))
		text[at] = in.digits[digit]
	}
	if in.checked {
		text = append(text, checkCharacter(value))
	}
	return string(text)
}

func (in positional) read(text string, length int) (value wide, good bool) {
	check := 0
	if in.checked {
		check = 1
	}
	if len(text) != length+check {
		return wide{}, false
	}
	for _, each := range []byte(text[:length]) {
		digit := strings.IndexByte(in.digits, in.fold(each))
		if value, good = value.times(uint64(len(in.digits)), uint64(max(digit, 0))); digit < 0 || !good {
			return wide{}, false
		}
	}
	return value, !in.checked || upper(text[length]) == checkCharacter(value)
}
