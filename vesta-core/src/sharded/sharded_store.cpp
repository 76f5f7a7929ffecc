#include <vesta/sharded/sharded_store.hpp>

#include <algorithm>

namespace vesta {
namespace {

error nonsense(const shard_key& key, const std::string& what) {
    return {errc::state_unusable, "in id_alloc, " + to_string(key) + ": " + what + "; correct the row"};
}

result<void> check(const shard_row& row, const shard_request& request) {
    const auto is_at_least = [](const char* column, std::int64_t value, int least) {
        return std::string{column} + " is " + std::to_string(value) + ", and must be " + std::to_string(least) +
               " or more";
    };
    if (row.step < 1) return nonsense(request.of, is_at_least("step", row.step, 1));
    if (row.max_id < 0) return nonsense(request.of, is_at_least("max_id", row.max_id, 0));
    if (row.max_limit_id < 0) return nonsense(request.of, is_at_least("max_limit_id", row.max_limit_id, 0));
    if (row.max_id >= request.reserved_before) return {};
    return error{errc::state_unusable,
                 "in id_alloc, " + to_string(request.of) + ": max_id went back to " + std::to_string(row.max_id) +
                     ", though numbers up to " + std::to_string(request.reserved_before) +
                     " are reserved: writes were lost, or the row was replaced; set max_id to at least the largest "
                     "number in use"};
}

/// The largest number whose ID is below @p limit; -1 if there is none.
std::int64_t below_limit(const shard_key& key, std::int64_t limit) {
    if (limit == 0) return static_cast<std::int64_t>(largest_next);
    const std::int64_t room = limit - 1 - sharded_id(0, key.shard, key.app).value;
    return room < 0 ? -1 : room >> (shard_bits + app_bits);
}

result<std::int64_t> largest_number_of(const shard_row& row, const shard_request& request) {
    const std::int64_t most = below_limit(request.of, row.max_limit_id);
    if (!request.permuted_bits) return most;
    const std::int64_t spread = (std::int64_t{1} << *request.permuted_bits) - 1;
    if (spread <= most) return spread;
    return error{errc::invalid_settings, "in id_alloc, " + to_string(request.of) + ": max_limit_id is " +
                                             std::to_string(row.max_limit_id) + ", but the permutation of " +
                                             std::to_string(*request.permuted_bits) + " bits spreads numbers up to " +
                                             std::to_string(spread) +
                                             ", whose IDs are not below it; use fewer bits, or a larger limit"};
}

} // namespace

std::string to_string(const shard_key& key) {
    return "app " + std::to_string(key.app.value) + ", shard " + std::to_string(key.shard.value);
}

result<shard_range> next_shard_range(const shard_row& row, const shard_request& request) {
    if (auto sound = check(row, request); !sound) return std::move(sound).error();
    const auto most = largest_number_of(row, request);
    if (!most) return most.error();
    if (row.max_id >= *most)
        return error{errc::exhausted, to_string(request.of) + " has reserved all its numbers, up to " +
                                          std::to_string(*most) + (row.max_limit_id != 0 ? ": max_limit_id" : "")};
    const auto room = static_cast<std::uint64_t>(*most - row.max_id);
    const std::uint64_t width = std::min(std::max(request.width, static_cast<std::uint64_t>(row.step)), room);
    return shard_range{request.of, row.max_id, row.max_id + static_cast<std::int64_t>(width), row.step};
}

error permuted_otherwise(app_number app, std::string_view settled, std::string_view wanted) {
    const auto said = [](std::string_view fingerprint) {
        return fingerprint == "none" ? std::string{"no permutation"} : "permutation " + std::string{fingerprint};
    };
    return {errc::invalid_settings, "app " + std::to_string(app.value) + " has numbers with " + said(settled) +
                                        ", and would get the same IDs again with " + said(wanted) +
                                        "; use the key it began with, or another app"};
}

} // namespace vesta
