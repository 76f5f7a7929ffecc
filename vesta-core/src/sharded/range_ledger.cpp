#include <vesta/sharded/range_ledger.hpp>

namespace vesta {

range_part whole(const shard_range& range) {
    range_part all{range.of, range.low, range.high, 0, 0};
    all.to = all.pieces();
    return all;
}

std::vector<range_part> unclaimed_parts(const shard_key& key, std::int64_t low, std::int64_t high,
                                        std::uint32_t claimed) {
    std::vector<range_part> parts;
    const unsigned pieces = whole({key, low, high}).to;
    for (unsigned i = 0; i < pieces; ++i) {
        if ((claimed >> i & 1U) != 0) continue;
        if (!parts.empty() && parts.back().to == i) {
            parts.back().to = i + 1;
        } else {
            parts.push_back({key, low, high, i, i + 1});
        }
    }
    return parts;
}

} // namespace vesta
