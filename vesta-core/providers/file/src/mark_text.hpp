#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>
#include <vesta/time/instant.hpp>

#include <string>
#include <string_view>

namespace vesta::file {

/// What a mark file says.
struct mark_record {
    machine_id machine;
    std::string method; ///< "embedded", "rpc", "rest", "reserved", or "any" for layouts without a genMethod
    unix_ms mark{};

    friend bool operator==(const mark_record&, const mark_record&) = default;
};

/// The file's bytes. docs/state.md is the specification.
std::string write_mark(const mark_record& record);

/// Reads exactly what `write_mark` writes; anything else is an error that says what is wrong with it.
result<mark_record> read_mark(std::string_view whole);

} // namespace vesta::file
