#include <vesta/sharded/sharded_id.hpp>

#include <string>

namespace vesta {
namespace {

error does_not_fit(const char* what, const std::string& number, std::uint64_t most) {
    return {errc::invalid_argument,
            std::string{what} + " is " + number + ", and must be from 0 to " + std::to_string(most)};
}

} // namespace

result<app_number> make_app(std::int64_t number) {
    if (number < 0 || number >= most_apps) return does_not_fit("the app", std::to_string(number), most_apps - 1);
    return app_number{static_cast<std::uint32_t>(number)};
}

result<shard_number> make_shard(std::int64_t number) {
    if (number < 0 || number >= shards_per_app)
        return does_not_fit("the shard", std::to_string(number), shards_per_app - 1);
    return shard_number{static_cast<std::uint32_t>(number)};
}

result<id> make_sharded_id(const sharded_fields& parts) {
    if (parts.next > largest_next) return does_not_fit("next", std::to_string(parts.next), largest_next);
    if (auto app = make_app(parts.app.value); !app) return std::move(app).error();
    if (auto shard = make_shard(parts.shard.value); !shard) return std::move(shard).error();
    return sharded_id(parts.next, parts.shard, parts.app);
}

result<sharded_fields> fields_of_sharded(id value) {
    if (value.value < 0) return error{errc::invalid_argument, to_string(value) + " is negative, and no sharded ID is"};
    return sharded_fields{value.bits() >> (shard_bits + app_bits),
                          {static_cast<std::uint32_t>(value.bits() >> app_bits & (shards_per_app - 1))},
                          {static_cast<std::uint32_t>(value.bits() & (most_apps - 1))}};
}

} // namespace vesta
