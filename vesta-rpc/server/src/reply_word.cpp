#include "reply_word.hpp"

namespace vesta::rpc::detail {

std::string_view text(reply_word word) noexcept {
    switch (word) {
    case reply_word::ok:
        return "OK";
    case reply_word::err:
        return "ERR";
    case reply_word::clock:
        return "CLOCK";
    case reply_word::not_ready:
        return "NOTREADY";
    case reply_word::no_such_tag:
        return "NOSUCHTAG";
    case reply_word::range:
        return "RANGE";
    case reply_word::exhausted:
        return "EXHAUSTED";
    case reply_word::no_auth:
        return "NOAUTH";
    case reply_word::no_perm:
        return "NOPERM";
    case reply_word::quota:
        return "QUOTA";
    case reply_word::unknown:
        return "UNKNOWN";
    case reply_word::wrong_pass:
        return "WRONGPASS";
    case reply_word::no_proto:
        return "NOPROTO";
    case reply_word::exec_abort:
        return "EXECABORT";
    }
    return "ERR";
}

reply_word word_of(errc code) noexcept {
    switch (code) {
    case errc::invalid_argument:
    case errc::invalid_settings:
    case errc::forked:
    case errc::internal:
        return reply_word::err;
    case errc::not_authenticated:
        return reply_word::no_auth;
    case errc::not_permitted:
        return reply_word::no_perm;
    case errc::over_quota:
        return reply_word::quota;
    case errc::not_found:
        return reply_word::no_such_tag;
    case errc::clock_behind:
        return reply_word::clock;
    case errc::exhausted:
        return reply_word::exhausted;
    case errc::not_ready:
    case errc::state_unusable:
    case errc::in_use:
    case errc::lease_lost:
    case errc::store_unavailable:
    case errc::closed:
        return reply_word::not_ready;
    }
    return reply_word::err;
}

} // namespace vesta::rpc::detail
