#include <vesta/id/field.hpp>

namespace vesta {

std::string_view name(field which) noexcept {
    switch (which) {
    case field::version:
        return "version";
    case field::type:
        return "type";
    case field::gen_method:
        return "genMethod";
    case field::machine:
        return "machine";
    case field::time:
        return "time";
    case field::seq:
        return "seq";
    }
    return "seq";
}

std::string_view name(gen_method method) noexcept {
    switch (method) {
    case gen_method::embedded:
        return "embedded";
    case gen_method::rpc:
        return "rpc";
    case gen_method::rest:
        return "rest";
    case gen_method::reserved:
        return "reserved";
    }
    return "reserved";
}

} // namespace vesta
