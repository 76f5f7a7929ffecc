#include "support/random.hpp"
#include "support/serving_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <optional>
#include <vector>

// What 50 connections get from `vesta serve` while it is killed and restarted. VESTA_RPC_IDS: how many IDs in all, each
// 8 to 24 bytes of memory; scripts/soak has 10^8.
namespace vesta::rpc {
namespace {

using vesta::testing::random_source;
using vesta::testing::serving_program;
using vesta::testing::tcp_peer;

/// Lines from a connection, read in large pieces. Throws std::runtime_error where the connection ends.
class line_reader {
  public:
    explicit line_reader(const tcp_peer& from) : from_{from} {}

    /// Without its end; valid until the next call.
    std::string_view next() {
        for (;;) {
            const auto end = buffer_.find('\n', begin_);
            if (end != std::string::npos) {
                const std::string_view line{buffer_.data() + begin_, end - begin_ - 1};
                begin_ = end + 1;
                return line;
            }
            receive();
        }
    }

    /// The number on the next line, behind @p kind.
    std::int64_t number(char kind) { return number_in(next(), kind); }

    /// The same for the line that an answer begins with; nothing where the server asks for patience.
    std::optional<std::int64_t> head(char kind) {
        const auto line = next();
        if (line.starts_with("-NOTREADY ") || line.starts_with("-CLOCK ")) return std::nullopt;
        return number_in(line, kind);
    }

  private:
    void receive() {
        buffer_.erase(0, begin_);
        begin_ = 0;
        const std::size_t size = buffer_.size();
        constexpr std::size_t chunk = 1 << 16;
        buffer_.resize(size + chunk);
        const ssize_t got = ::recv(from_.descriptor(), buffer_.data() + size, chunk, 0);
        buffer_.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got <= 0) throw std::runtime_error{"the connection is over"};
    }

    static std::int64_t number_in(std::string_view line, char kind) {
        std::int64_t value = 0;
        const auto read = std::from_chars(line.data() + 1, line.data() + line.size(), value);
        if (!line.starts_with(kind) || read.ptr != line.data() + line.size())
            throw std::logic_error{"no number behind " + std::string(1, kind) + ": " + std::string{line}};
        return value;
    }

    const tcp_peer& from_;
    std::string buffer_;
    std::size_t begin_ = 0;
};

std::string times(int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

/// One of the ways to get IDs. Each ID counts as soon as its line is here, whatever becomes of those behind it.
using way = void (*)(tcp_peer&, line_reader&, std::vector<std::int64_t>&);

void one_by_one(tcp_peer& peer, line_reader& lines, std::vector<std::int64_t>& into) {
    constexpr int depth = 64;
    static const std::string asks = times(depth, "*1\r\n$5\r\nGENID\r\n");
    peer.send(asks);
    for (int i = 0; i < depth; ++i)
        if (const auto one = lines.head(':')) into.push_back(*one);
}

void many_at_once(tcp_peer& peer, line_reader& lines, std::vector<std::int64_t>& into) {
    peer.send("*3\r\n$5\r\nGENID\r\n$5\r\nCOUNT\r\n$4\r\n1000\r\n");
    const std::int64_t count = lines.head('*').value_or(0);
    for (std::int64_t i = 0; i < count; ++i)
        into.push_back(lines.number(':'));
}

void as_a_range(tcp_peer& peer, line_reader& lines, std::vector<std::int64_t>& into) {
    peer.send("*3\r\n$5\r\nRANGE\r\n$7\r\ndefault\r\n$4\r\n1000\r\n");
    if (!lines.head('*')) return;
    const std::int64_t first = lines.number(':');
    const std::int64_t count = lines.number(':');
    const std::int64_t stride = lines.number(':');
    for (std::int64_t i = 0; i < count; ++i)
        into.push_back(first + i * stride);
}

/// 50 connections, each with a thread that takes IDs and connects again when its server is gone.
class crowd {
  public:
    explicit crowd(std::uint16_t port) : port_{port} {
        constexpr int connections = 50;
        constexpr way ways[] = {one_by_one, many_at_once, as_a_range};
        got_.resize(connections);
        for (int i = 0; i < connections; ++i)
            threads_.emplace_back([this, i, how = ways[i % 3]] { take(how, got_[static_cast<std::size_t>(i)]); });
    }
    crowd(const crowd&) = delete;
    crowd& operator=(const crowd&) = delete;
    ~crowd() { leave(); }

    /// Waits until they have @p count IDs; no longer once one of them was answered with what is none.
    void await(std::uint64_t count) const {
        while (count_ < count && !enough_)
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }

    /// Ends them all; their IDs.
    std::vector<std::int64_t> finish() {
        leave();
        std::vector<std::int64_t> all;
        all.reserve(count_);
        for (auto& each : got_) {
            all.insert(all.end(), each.begin(), each.end());
            each = {};
        }
        return all;
    }

  private:
    void take(way how, std::vector<std::int64_t>& into) {
        while (!enough_) {
            try {
                take_from_one_connection(how, into);
            } catch (const std::logic_error& nonsense) {
                ADD_FAILURE() << nonsense.what();
                enough_ = true;
            } catch (const std::runtime_error&) {
                std::this_thread::sleep_for(std::chrono::milliseconds{5}); // it is being restarted
            }
        }
    }
    void take_from_one_connection(way how, std::vector<std::int64_t>& into) {
        tcp_peer peer{port_};
        line_reader lines{peer};
        while (!enough_) {
            const std::size_t before = into.size();
            how(peer, lines, into);
            count_ += into.size() - before;
        }
    }
    void leave() {
        enough_ = true;
        for (std::thread& each : threads_)
            if (each.joinable()) each.join();
    }

    const std::uint16_t port_;
    std::atomic<bool> enough_{false};
    std::atomic<std::uint64_t> count_{0};
    std::vector<std::vector<std::int64_t>> got_;
    std::vector<std::thread> threads_;
};

std::uint64_t wanted_ids() {
    const char* const given = std::getenv("VESTA_RPC_IDS");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 2'000'000;
}

TEST(unique_test, no_id_comes_twice_over_50_connections_while_the_server_is_killed_and_restarted) {
    const std::uint64_t total = wanted_ids();
    constexpr std::uint64_t interruptions = 40;
    auto random = random_source::announced();
    serving_program server{1, 2};
    crowd all{server.port()};
    std::uint64_t kills = 0;
    for (std::uint64_t i = 1; i <= interruptions; ++i) {
        all.await(total * i / (interruptions + 1));
        if (random.one_in(3)) {
            EXPECT_EQ(server.stop(), 0);
        } else {
            server.kill();
            ++kills;
        }
        server.start();
    }
    all.await(total);
    auto ids = all.finish();
    EXPECT_GE(ids.size(), total);
    std::ranges::sort(ids);
    EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
    std::cout << ids.size() << " IDs, " << kills << " kills and " << interruptions - kills << " restarts\n";
}

} // namespace
} // namespace vesta::rpc
