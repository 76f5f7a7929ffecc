#pragma once

#include <vesta/gapless/gapless_store.hpp>

// What every store of numbers without gaps refuses, in the same words. Who takes of one tag is told neither the names
// of others nor who made a number void.
namespace vesta {

/// Whether the next number of a series that has given @p last can be given for @p wish, as far as its key goes.
///
/// Errors: `invalid_argument` for a key that cannot be one; `exhausted`.
result<void> check_wish(const number_wish& wish, std::int64_t last);

/// The key of @p wish has a number of another tag.
error other_tag(const number_wish& wish);

/// Number @p number of the key of @p wish was made void.
error void_key(const number_wish& wish, std::int64_t number);

/// @p kept keys are kept, each for @p keys, and no more may be.
error too_many_keys(std::size_t kept, std::chrono::milliseconds keys);

/// Whether @p what can be made void: the series has given it, up to @p last.
///
/// Errors: `not_found`.
result<void> check_given(const voiding& what, std::int64_t last);

/// What becomes of @p again, whose number is void already, by @p note: done where its reason is the same, for it is
/// perhaps a retry from another address.
///
/// Errors: `invalid_argument`.
result<void> void_again(const voiding& again, const number_entry& note);

} // namespace vesta
