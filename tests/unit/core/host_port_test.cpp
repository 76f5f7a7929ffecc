#include <vesta/base/host_port.hpp>

#include <gtest/gtest.h>

namespace vesta {
namespace {

TEST(read_host_port, reads_names_addresses_and_addresses_in_brackets) {
    const auto expect = [](std::string_view text, std::string_view host, std::uint16_t port) {
        const auto read = read_host_port(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(read->host, host) << text;
        EXPECT_EQ(read->port, port) << text;
    };
    expect("db1:6399", "db1", 6399);
    expect("10.0.0.1:0", "10.0.0.1", 0);
    expect("[::1]:65535", "::1", 65535);
}

TEST(read_host_port, reads_no_other_text) {
    for (const std::string_view text : {"", ":", ":1", "db1", "db1:", "db1:x", "db1:-1", "db1:65536", "db1:1 ",
                                        "::1:80", "[db1]:80", "[]:80", "[::1]", "[::1:80", "::1]:80"})
        EXPECT_FALSE(read_host_port(text)) << text;
}

} // namespace
} // namespace vesta
