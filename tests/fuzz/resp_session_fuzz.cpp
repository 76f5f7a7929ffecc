// Any bytes from a client, in pieces: an interpreter must answer every command with exactly one well-formed reply, must
// not consume what it was not given, and must not keep a client waiting for ever.
#include "interpreter.hpp"
#include "support/test_catalogue.hpp"

#include <vesta/rpc/protocol/reply_parser.hpp>
#include <vesta/testing/manual_clock.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace {

using namespace vesta;
using rpc::detail::interpreter;

void require(bool holds) {
    if (!holds) std::abort();
}

/// What lives as long as the program: a catalogue on a clock that only this file turns.
struct world {
    testing::manual_clock clock{std::chrono::time_point_cast<std::chrono::milliseconds>(system_wall_clock().now())};
    testing::test_catalogue generators{{.clock = &clock}};
    rpc::server_options options{.password = "p",
                                .limits = {.ids_per_command = 50, .numbers_per_range = 5000, .unsent_bytes = 300}};
    rpc::server_counts counts() const {
        rpc::server_counts all;
        for (const auto& each : generators.all())
            all.generators.push_back({each->name(), 0});
        return all;
    }
    rpc::detail::service of{options, generators, [this] { return counts(); }};
    rpc::detail::counters counted{generators.all().size()};
};

std::size_t count_replies(std::string_view answers) {
    rpc::reply_parser parser;
    std::size_t replies = 0;
    while (!answers.empty()) {
        require(parser.parse(answers) == rpc::parse_status::complete);
        answers.remove_prefix(parser.consumed());
        ++replies;
    }
    return replies;
}

/// Feeds @p stream in pieces of @p step bytes. Before the first piece the client may have given the password.
void talk(world& in, std::string_view stream, std::size_t step, bool known) {
    interpreter with{in.of, in.counted, 1, "peer"};
    std::string sent;
    std::uint64_t answered = 0;
    const auto advance = [&](std::string_view input) {
        output_buffer out; // sent before the next turn
        const auto done = with.advance(input, out);
        sent += out.view();
        answered += done.answered;
        return done;
    };
    if (known) advance("AUTH p\r\n");
    std::size_t begin = 0;
    std::size_t end = 0;
    int calls_without_input = 0;
    for (;;) {
        const auto done = advance(stream.substr(begin, end - begin));
        require(done.consumed <= end - begin);
        begin += done.consumed;
        if (done.then == interpreter::next::close) {
            const std::size_t replies = count_replies(sent);
            require(replies == answered || replies == answered + 1); // what is no command is answered, but not counted
            return;
        }
        if (done.then == interpreter::next::wait) in.clock.rest(done.wait);
        if (done.then == interpreter::next::receive) {
            if (end == stream.size()) break;
            end = std::min(end + step, stream.size());
            calls_without_input = 0;
        }
        require(++calls_without_input < 10'000);
    }
    require(count_replies(sent) == answered);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static world everything;
    if (size == 0) return 0;
    const std::string_view stream{reinterpret_cast<const char*>(data) + 1, size - 1};
    const std::size_t step = 1 + data[0] % 16U * 16U;
    talk(everything, stream, step, (data[0] & 0x80) == 0);
    return 0;
}
