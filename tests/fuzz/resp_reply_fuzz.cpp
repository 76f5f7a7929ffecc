// Any bytes: what the reply parser finds must not depend on how they arrive, must lie within them, and its aggregates
// must add up.
#include <vesta/rpc/protocol/reply_parser.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

namespace {

using vesta::rpc::parse_status;
using vesta::rpc::reply_node;

using copied = std::tuple<vesta::rpc::reply_type, std::size_t, std::int64_t, std::string>;

struct seen {
    std::vector<copied> nodes;
    parse_status end = parse_status::incomplete;
    std::string problem;
    bool operator==(const seen&) const = default;
};

void require(bool holds) {
    if (!holds) std::abort();
}

void adds_up(std::span<const reply_node> nodes) {
    std::size_t expected = 1;
    for (const reply_node& each : nodes) {
        require(expected > 0);
        --expected;
        const bool aggregate = each.type >= vesta::rpc::reply_type::array;
        if (aggregate) expected += each.count;
    }
    require(expected == 0 && !nodes.empty());
}

seen read(std::string_view stream, std::size_t step) {
    seen all;
    vesta::rpc::reply_parser parser{{.depth = 4, .nodes = 32, .text_bytes = 64, .reply_bytes = 256}};
    std::size_t begin = 0;
    std::size_t end = std::min(step, stream.size());
    for (;;) {
        const std::string input{stream.substr(begin, end - begin)};
        all.end = parser.parse(input);
        if (all.end == parse_status::complete) {
            require(parser.consumed() > 0 && parser.consumed() <= input.size());
            adds_up(parser.nodes());
            for (const reply_node& each : parser.nodes())
                all.nodes.emplace_back(each.type, each.count, each.integer, std::string{each.text});
            begin += parser.consumed();
        } else if (all.end == parse_status::failed) {
            all.problem = parser.problem();
            return all;
        } else if (end == stream.size()) {
            return all;
        } else {
            end = std::min(end + step, stream.size());
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view stream{reinterpret_cast<const char*>(data), size};
    const seen whole = read(stream, std::max<std::size_t>(size, 1));
    for (const std::size_t step : {1, 3})
        require(read(stream, step) == whole);
    return 0;
}
