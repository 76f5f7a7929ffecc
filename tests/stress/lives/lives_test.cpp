#include "fast_clock.hpp"
#include "support/random.hpp"
#include "support/temp_folder.hpp"

#include <vesta/embed/instance.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/id/scheme.hpp>
#include <vesta/source/waiting.hpp>

#include <gmock/gmock.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

// Every kind that takes the time, with one machine ID over many lives, each ended by SIGKILL, while the clock is set by
// up to an hour back and forth. IDs must increase within a life and from one life to the next, so none comes twice;
// that is checked as they are made, which takes no memory. VESTA_LIVES_IDS says how many for each type of a kind.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

std::uint64_t wanted_ids() {
    const char* const given = std::getenv("VESTA_LIVES_IDS");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 1'000'000;
}

struct kind_case {
    std::string kind;
    std::string type; ///< Empty: the kind's only one.
    int times;        ///< How much faster than the real clock, so that the layout's cap is no bound.
};

/// So fast that the layout has 50 million IDs a second.
int times_for(const layout& of) {
    constexpr double wanted_per_s = 5e7;
    const timeline line{of};
    const double ticks_per_s = 1e9 / static_cast<double>((line.start_of(1) - line.start_of(0)).count());
    return std::max(1, static_cast<int>(wanted_per_s / (static_cast<double>(line.per_tick()) * ticks_per_s)));
}

/// All but layouts that ended before the tests' clocks begin.
std::vector<kind_case> all_kinds() {
    std::vector<kind_case> all;
    const auto add = [&](std::string_view kind, const scheme& family, bool named) {
        for (const layout& type : family.types())
            if (type.instant_of(type.max(field::time)) > new_year_2026 + 24h * 3650)
                all.push_back({std::string{kind}, named ? type.name() : "", times_for(type)});
    };
    for (const std::string_view name : scheme_names()) {
        const scheme& family = *find_scheme(name);
        add(name, family, family.types().size() > 1);
    }
    for (const uuid_kind kind : {uuid_kind::uuid7, uuid_kind::ulid})
        add(name(kind), *core_scheme(kind, usual_machine_bits), false);
    return all;
}

/// What the lives of one machine ID have in common, in memory that outlives them.
struct host {
    fast_clock clock;
    std::atomic<std::int64_t> last{std::numeric_limits<std::int64_t>::min()}; ///< The last ID handed out.
    std::atomic<std::uint64_t> made{0};
    std::array<char, 400> complaint{};

    [[noreturn]] void give_up(const std::string& why) {
        std::strncpy(complaint.data(), why.c_str(), complaint.size() - 1);
        ::_exit(1);
    }
};

class shared_host {
  public:
    explicit shared_host(int times)
        : at_{::mmap(nullptr, sizeof(host), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)} {
        if (at_ == MAP_FAILED) throw std::runtime_error{"no memory to share"};
        auto* const made = new (at_) host{.clock = fast_clock{times}};
        made->clock.jump(24h); // from where no jump of the test leads to before 2026, with which IDs of 128 bits begin
    }
    shared_host(const shared_host&) = delete;
    shared_host& operator=(const shared_host&) = delete;
    ~shared_host() { ::munmap(at_, sizeof(host)); }

    host* operator->() const noexcept { return static_cast<host*>(at_); }
    host& operator*() const noexcept { return *static_cast<host*>(at_); }

  private:
    void* const at_;
};

/// Whether @p ids increase, the first from @p above on. Of 128-bit kinds also once they are composed.
bool increase(std::span<const id> ids, id above, std::optional<uuid_kind> kind) {
    if (ids.front() <= above || std::ranges::adjacent_find(ids, std::greater_equal{}) != ids.end()) return false;
    if (!kind) return true;
    uuid last = compose(*kind, ids.front());
    for (const id each : ids.subspan(1))
        if (const uuid next = compose(*kind, each); next <= last) {
            return false;
        } else {
            last = next;
        }
    return true;
}

/// Makes IDs until it is killed: one by one, and a thousand at a time.
[[noreturn]] void live(const std::string& yaml, host& on) {
    const auto read = embed::parse_settings(yaml, "test.yaml");
    if (!read) on.give_up("no settings: " + read.error().message);
    const auto opened = embed::instance::open(*read, {.clock = &on.clock});
    if (!opened) on.give_up("no start: " + opened.error().message);
    auto& by = *(*opened)->published(gen_method::embedded).find("default").value();
    const shaped_stream from = by.shaped_stream_of({}).value();
    std::vector<id> batch(1000);
    for (std::size_t turn = 0;; ++turn) {
        const std::span<id> out{batch.data(), turn % 8 == 0 ? 1 : batch.size()};
        if (const auto done = generate_all(*from.source, out, on.clock); !done) {
            // Own time may be a day ahead of a fast clock that was set back; the clock catches up.
            if (done.error().code == errc::not_ready || done.error().code == errc::clock_behind) continue;
            on.give_up("no ID: " + done.error().message);
        }
        if (const id last{on.last}; !increase(out, last, from.kind))
            on.give_up(to_string(out.front()) + " came after " + to_string(last));
        on.last = out.back().value;
        on.made += out.size();
    }
}

class lives : public ::testing::TestWithParam<kind_case> {
  protected:
    static constexpr int count = 20;

    std::string settings() const {
        const auto& [kind, type, times] = GetParam();
        return "machine-id: { takeover-margin: 0, property: { id: 0 } }\nrest: { enabled: false }\nrpc: { enabled: "
               "false }\nclock: { after-crash: own-time, max-lead: "
               "24h, "
               "max-forward: off, reserve-ahead: " +
               std::to_string(std::max(100, times * 200)) + "ms }\ngenerators: { default: { kind: " + kind +
               ", type: '" + type + "' } }\nstate: { dir: " + (folder_ / "var").string() + " }\n";
    }

    /// One life, until so many IDs were made in all; false if it ended itself.
    bool live_until(std::uint64_t made, bool sets_clock = true) {
        const pid_t child = ::fork();
        if (child == 0) live(settings(), *host_);
        int status = 0;
        while (host_->made < made && ::waitpid(child, &status, WNOHANG) == 0) {
            if (sets_clock && random_.one_in(16)) set_clock();
            std::this_thread::sleep_for(1ms);
        }
        ::kill(child, SIGKILL);
        ::waitpid(child, &status, 0);
        return host_->made >= made;
    }

    /// Within an hour of the right time.
    void set_clock() { set_clock(std::chrono::seconds{random_.between(-3600, 3600)}); }
    void set_clock(std::chrono::seconds next) {
        host_->clock.jump(next - offset_);
        offset_ = next;
    }

    temp_folder folder_;
    random_source random_ = random_source::announced();
    shared_host host_{GetParam().times};
    std::chrono::seconds offset_{0};
};

INSTANTIATE_TEST_SUITE_P(of, lives, ::testing::ValuesIn(all_kinds()), [](const auto& of) {
    std::string name = of.param.kind + (of.param.type.empty() ? "" : "_" + of.param.type);
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST_P(lives, give_increasing_ids_over_kills_and_clocks_set_by_hours) {
    const std::uint64_t wanted = wanted_ids();
    for (int i = 1; i <= count; ++i) {
        ASSERT_TRUE(live_until(wanted * static_cast<std::uint64_t>(i) / count)) << host_->complaint.data();
        set_clock();
    }
    EXPECT_GE(host_->made, wanted);
    std::cout << host_->made << " IDs over " << count << " kills\n";
}

TEST_P(lives, are_seen_to_repeat_where_the_marks_are_lost) {
    ASSERT_TRUE(live_until(1000, false)) << host_->complaint.data();
    set_clock(-1h);
    std::filesystem::remove_all(folder_ / "var");
    std::filesystem::remove_all(std::getenv("VESTA_HOST_DIR"));
    EXPECT_FALSE(live_until(host_->made + 1'000'000, false));
    EXPECT_THAT(host_->complaint.data(), ::testing::HasSubstr(" came after "));
}

} // namespace
} // namespace vesta::testing
