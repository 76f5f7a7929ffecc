package vesta

import (
	"database/sql/driver"
	"encoding/hex"
)

// ID128 is a unique ID of 128 bits, of a generator of kind uuid7 or ulid: its bytes, the most significant first. Compared
// as bytes, IDs are in the order of their making. Other libraries' UUIDs are such arrays too: uuid.UUID(id).
type ID128 [16]byte

// String gives the UUID.
func (id ID128) String() string { return id.Text(UUID) }

// MarshalText gives the UUID; JSON takes it.
func (id ID128) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText reads a UUID.
func (id *ID128) UnmarshalText(from []byte) error {
	read, err := ParseID128(string(from), UUID)
	if err == nil {
		*id = read
	}
	return err
}

// Value gives the UUID to databases.
func (id ID128) Value() (driver.Value, error) { return id.String(), nil }

// Scan reads a UUID as text, or its 16 bytes.
func (id *ID128) Scan(from any) error {
	switch given := from.(type) {
	case string:
		return id.UnmarshalText([]byte(given))
	case []byte:
		if len(given) == len(id) {
			copy(id[:], given)
			return nil
		}
		return id.UnmarshalText(given)
	}
	return failure(InvalidArgument, "%v is no UUID", from)
}

// Text writes the ID in that form; as a UUID if these IDs have no such form. A ULID's own text is Base32; before TypeID's
// comes the prefix, such as "order_".
func (id ID128) Text(form Form) string {
	in, found := systems[form]
	if !found {
		digits := hex.EncodeToString(id[:])
		return digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:]
	}
	return in.write(wideOf(id), in.length128)
}

// ParseID128 reads what Text writes in that form. Reading is strict.
func ParseID128(text string, form Form) (ID128, error) {
	var value wide
	in, good := systems[form]
	switch {
	case form == UUID:
		if good = len(text) == 36 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-'; good {
			value, good = systems[Hex].read(text[:8]+text[9:13]+text[14:18]+text[19:23]+text[24:], 32)
		}
	case good:
		value, good = in.read(text, in.length128)
	default:
		return ID128{}, failure(InvalidArgument, "IDs of 128 bits have no form '%s'", form)
	}
	if !good {
		return ID128{}, failure(InvalidArgument, "%q is no ID of 128 bits of form %s", text, form)
	}
	return value.id(), nil
}
