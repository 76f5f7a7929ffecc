#include "checks.hpp"
#include "choices.hpp"
#include "fingerprints.hpp"

#include <vesta/base/number.hpp>
#include <vesta/id/uuid.hpp>

#include <map>
#include <string_view>

namespace vesta::embed {
void check_outward(const std::string& path, const generator_settings& all, const outward_settings& of) {
    const auto* const tags = std::get_if<segment_settings>(&all.of);
    require(all.sharded() == nullptr, path, "is not for kind sharded, which has key-file");
    require(all.gapless() == nullptr, path, "is not for kind gapless, whose numbers people compare and count");
    require(!find_uuid_kind(all.kind), path, "is not for kinds uuid7 and ulid, whose IDs have 128 bits");
    require(tags == nullptr || tags->format != "tinyid", path, "is not for format: tinyid, whose clients take ranges");
    require(tags == nullptr || tags->format != "cosid", path,
            "is not for format: cosid, since CosId gives plain numbers");
    require(!of.keys.empty(), path + ".keys", "is needed: identifiers, and the key of each");
    for (const auto& [identifier, key] : of.keys) {
        const std::string at = path + ".keys." + identifier;
        const auto number = read_number<std::uint32_t>(identifier);
        require(number && *number <= largest_key_identifier && std::to_string(*number) == identifier, at,
                "is not the identifier of a key; it must be a whole number from 0 to " +
                    std::to_string(largest_key_identifier));
        check_secret(at, key.key_file, key.key_env, "key");
        require(!key.key_file.empty() || !key.key_env.empty(), at, "needs key-file or key-env");
    }
    require(of.keys.contains(std::to_string(of.key)), path + ".key",
            "is " + std::to_string(of.key) + ", which is not below keys");
}

void check_outward_keys_differ(const settings& all) {
    std::map<std::string_view, std::string> places;
    for (const auto& [name, each] : all.generators) {
        if (!each.outward) continue;
        for (const auto& [identifier, key] : each.outward->keys) {
            if (key_part(key.fingerprint).empty()) continue; // its key is refused when it is read
            const std::string path = "generators." + name + ".outward.keys." + identifier;
            const auto [first, is_first] = places.emplace(key_part(key.fingerprint), path);
            require(is_first, path,
                    "has the same key as " + first->second + ": their IDs would meet; make a key of its own");
        }
    }
}

} // namespace vesta::embed
