#pragma once

#include "interpreter.hpp"
#include "support/test_catalogue.hpp"

#include <vesta/rpc/protocol/reply_parser.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace vesta::rpc::detail {

/// An interpreter over a test catalogue, and the bytes it has not consumed yet.
class talk {
  public:
    explicit talk(const server_options& with = {}, const vesta::testing::test_catalogue_options& made_of = {})
        : options{with}, generators{made_of}, of{options, generators, [this] { return counts(); }} {}

    /// Sends @p bytes; what was answered to all that arrived so far.
    std::string say(std::string_view bytes) {
        input_ += bytes;
        output_buffer out;
        do {
            last = serving.advance(input_, out);
            input_.erase(0, last.consumed);
        } while (last.then == interpreter::next::go_on);
        return std::string{out.view()};
    }

    /// As `say`, with all waits: for numbers that other threads fetch. Give the server patience: each wait counts as
    /// long as the interpreter wants it to be, and takes a millisecond.
    std::string ask(std::string_view bytes) {
        std::string said = say(bytes);
        while (last.then == interpreter::next::wait) {
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
            said += wake();
        }
        return said;
    }

    /// The wait that was asked for is over.
    std::string wake() { return say(""); }

    server_counts counts() const {
        server_counts all;
        for (const auto& each : generators.all())
            all.generators.push_back({each->name(), 0});
        counted.add_to(all);
        return all;
    }

    std::uint64_t count(std::string_view command, std::string_view result) const {
        for (const command_count& each : counts().commands)
            if (each.command == command && each.result == result) return each.count;
        return 0;
    }

    server_options options;
    vesta::testing::test_catalogue generators;
    service of;
    counters counted{generators.all().size()};
    interpreter serving{of, counted, 7, "127.0.0.1:5555"};
    interpreter::step last;

  private:
    std::string input_;
};

/// The integers of a reply that holds nothing else, but for array headers.
inline std::vector<std::int64_t> numbers(const std::string& reply) {
    std::vector<std::int64_t> all;
    reply_parser parser;
    EXPECT_EQ(parser.parse(reply), parse_status::complete) << reply;
    EXPECT_EQ(parser.consumed(), reply.size()) << reply;
    for (const reply_node& each : parser.nodes()) {
        if (each.type == reply_type::integer) {
            all.push_back(each.integer);
        } else {
            EXPECT_EQ(each.type, reply_type::array) << reply;
        }
    }
    return all;
}

} // namespace vesta::rpc::detail
