#include "journal.hpp"
#include "support/random.hpp"
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/sql/segment_table.hpp>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <memory>
#include <thread>
#include <vector>

// Sixteen processes on one row, killed and started again at random, beside a node that reserves as Leaf does. No number
// may be given out twice, and the row must account for every one. VESTA_SEGMENT_NUMBERS and VESTA_SEGMENT_KILLS make it
// long.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t worker_count = 16;

std::uint64_t setting(const char* name, std::uint64_t usual) {
    const char* const given = std::getenv(name);
    return given != nullptr ? std::strtoull(given, nullptr, 10) : usual;
}

/// One worker, over all its incarnations.
class worker {
  public:
    worker(std::filesystem::path file, std::string table, std::uint64_t count)
        : file_{std::move(file)}, table_{std::move(table)}, count_{std::to_string(count)}, log{file_} {}
    ~worker() { kill(); }

    void start() {
        pid_ = ::fork();
        if (pid_ != 0) return;
        ::execl(VESTA_SEGMENT_WORKER, "worker", file_.c_str(), table_.c_str(), count_.c_str(), nullptr);
        ::_exit(127);
    }
    void kill() {
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        static_cast<void>(wait());
    }
    bool running() {
        if (pid_ > 0 && ::waitpid(pid_, &status_, WNOHANG) == pid_) pid_ = -1;
        return pid_ > 0;
    }
    /// Its exit code.
    int wait() {
        if (pid_ > 0) ::waitpid(pid_, &status_, 0);
        pid_ = -1;
        return WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_);
    }

  private:
    const std::filesystem::path file_;
    const std::string table_;
    const std::string count_;
    pid_t pid_ = -1;
    int status_ = 0;

  public:
    journal log;
};

/// Reserves as Leaf's IDAllocDaoImpl does: UPDATE, then SELECT, in one transaction.
std::vector<number_span> reserve_as_leaf(const std::string& table, std::stop_token stop) {
    std::vector<number_span> reserved;
    const auto link = sql::connection::open(mariadb_options()).value();
    while (!stop.stop_requested()) {
        const auto made = transact(*link, [&](sql::connection& in) -> result<number_span> {
            auto moved = in.execute("UPDATE " + table + " SET max_id = max_id + step WHERE biz_tag = ?", {"order"});
            if (!moved) return std::move(moved).error();
            auto read = rows(in, "SELECT biz_tag, max_id, step FROM " + table + " WHERE biz_tag = ?", {"order"}, 3);
            if (!read) return std::move(read).error();
            const std::int64_t end = sql::integer((*read)[0][1], "max_id").value();
            return number_span{end - sql::integer((*read)[0][2], "step").value(), end};
        });
        if (made) reserved.push_back(*made);
        std::this_thread::sleep_for(20ms);
    }
    return reserved;
}

void append(std::vector<number_span>& to, const journal::list& from) {
    to.insert(to.end(), from.spans, from.spans + from.count.load());
}

/// Sorts @p spans and says how many numbers they hold; a test fails where two overlap.
std::int64_t count_distinct(std::vector<number_span>& spans, const char* what) {
    std::ranges::sort(spans, {}, &number_span::first);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        sum += spans[i].end - spans[i].first;
        if (i == 0 || spans[i - 1].end <= spans[i].first) continue;
        ADD_FAILURE() << what << ": [" << spans[i - 1].first << ", " << spans[i - 1].end << ") and [" << spans[i].first
                      << ", " << spans[i].end << ") overlap";
        return sum;
    }
    return sum;
}

/// Takes what was given back, the end of a range, off the ranges that were reserved.
void take_off(std::vector<number_span>& reserved, const number_span& given_back) {
    const auto range = std::ranges::find_if(reserved, [&](const number_span& each) {
        return each.end == given_back.end && each.first <= given_back.first;
    });
    if (range == reserved.end()) return;
    range->end = given_back.first;
    if (range->first == range->end) reserved.erase(range);
}

/// What a worker offered to give back, and was killed before it could write down whether it was taken.
std::vector<number_span> undecided(const journal& of) {
    std::vector<number_span> left;
    std::uint64_t taken = 0;
    for (std::uint64_t i = 0; i < of->offered.count; ++i) {
        const number_span& each = of->offered.spans[i];
        if (taken < of->given_back.count && of->given_back.spans[taken] == each) {
            ++taken;
        } else {
            left.push_back(each);
        }
    }
    return left;
}

/// Whether @p offered was given back: somebody reserved of it again, or the row, which is at @p end, went back.
bool was_taken(const number_span& offered, const std::vector<number_span>& reserved, std::int64_t end) {
    const auto holders = std::ranges::count_if(
        reserved, [&](const number_span& each) { return each.first < offered.end && each.end > offered.first; });
    return end < offered.end || holders > 1; // one of them is who offered it
}

class workers_on_one_row : public ::testing::Test {
  protected:
    workers_on_one_row() {
        sql::create_segment_table({.database = mariadb_options(), .table = table}).value();
        run_sql(mariadb_options(), "INSERT INTO " + table + " (biz_tag, step) VALUES ('order', 1000)");
        for (std::size_t i = 0; i < worker_count; ++i)
            all.push_back(std::make_unique<worker>(folder / ("journal-" + std::to_string(i)), table, numbers));
    }

    /// Kills one of the workers at a time, each time it has got on a little, so that the kills are spread over the run.
    void kill_at_random(std::uint64_t count) {
        const std::uint64_t longest_life = 2 * numbers / count + 1;
        auto random = random_source::announced();
        for (std::uint64_t done = 0; done < count;) {
            worker& victim = *all[random.below(all.size())];
            if (!victim.running()) {
                if (std::ranges::none_of(all, [](const auto& each) { return each->running(); })) return;
                continue;
            }
            const std::uint64_t until = victim.log->served_count + random.below(longest_life);
            while (victim.running() && victim.log->served_count < until)
                std::this_thread::sleep_for(200us);
            if (!victim.running()) continue;
            victim.kill();
            ++done;
            victim.start();
        }
    }

    const std::uint64_t numbers = setting("VESTA_SEGMENT_NUMBERS", 300'000);
    const std::uint64_t kills = setting("VESTA_SEGMENT_KILLS", 100);
    const std::string table = fresh_name("leaf_alloc");
    temp_folder folder;
    std::vector<std::unique_ptr<worker>> all;
};

/// Every number that was served lies in a range that was reserved by one of us, and in none of Leaf's.
void expect_served_within_own(const std::vector<number_span>& served, const std::vector<number_span>& reserved,
                              const std::vector<number_span>& of_leaf) {
    for (const number_span& each : served) {
        const auto after = std::ranges::upper_bound(reserved, each.first, {}, &number_span::first);
        ASSERT_NE(after, reserved.begin());
    }
    for (const number_span& leafs : of_leaf) {
        const auto after = std::ranges::lower_bound(served, leafs.first, {}, &number_span::end);
        if (after != served.end() && after->end == leafs.first) continue;
        ASSERT_TRUE(after == served.end() || after->first >= leafs.end) << "a number of Leaf's range was given out";
    }
}

/// What all workers wrote down together, beside the node that reserves as Leaf does.
struct whole_record {
    std::vector<number_span> served;
    std::vector<number_span> reserved; ///< Without what was given back.
    std::size_t given_back = 0;
    std::uint64_t starts = 0;
};

/// The record of @p all, when the row is at @p end.
whole_record record_of(const std::vector<std::unique_ptr<worker>>& all, const std::vector<number_span>& of_leaf,
                       std::int64_t end) {
    whole_record sum{.reserved = of_leaf};
    std::vector<number_span> given_back;
    std::vector<number_span> perhaps;
    for (const auto& each : all) {
        append(sum.served, each->log->served);
        append(sum.reserved, each->log->reserved);
        append(given_back, each->log->given_back);
        std::ranges::copy(undecided(each->log), std::back_inserter(perhaps));
        sum.starts += each->log->starts;
    }
    for (const number_span& each : given_back)
        take_off(sum.reserved, each);
    for (const number_span& each : perhaps)
        if (was_taken(each, sum.reserved, end)) take_off(sum.reserved, each);
    sum.given_back = given_back.size();
    return sum;
}

std::int64_t end_of_row(const std::string& table) {
    const auto link = sql::connection::open(mariadb_options()).value();
    const auto row = rows(*link, "SELECT max_id FROM " + table, {}, 1).value();
    return sql::integer(row[0][0], "max_id").value();
}

TEST_F(workers_on_one_row, that_are_killed_at_random_give_no_number_twice_and_the_row_accounts_for_all) {
    std::vector<number_span> of_leaf;
    std::jthread leaf{[&](std::stop_token stop) { of_leaf = reserve_as_leaf(table, stop); }};
    for (const auto& each : all)
        each->start();
    kill_at_random(kills);
    for (const auto& each : all)
        EXPECT_EQ(each->wait(), 0);
    leaf.request_stop();
    leaf.join();

    for (const auto& each : all) {
        EXPECT_GE(each->log->served_count, numbers);
        EXPECT_EQ(each->log->unbalanced, 0U);
        EXPECT_EQ(each->log->failures, 0U) << "calls that failed";
    }
    const std::int64_t end = end_of_row(table);
    auto [served, reserved, given_back, starts] = record_of(all, of_leaf, end);
    const std::int64_t served_count = count_distinct(served, "served");
    const std::int64_t reserved_count = count_distinct(reserved, "reserved");
    EXPECT_LE(served.back().end, end);
    EXPECT_EQ(reserved.front().first, 1);
    EXPECT_LE(reserved.back().end, end);
    // What is missing was reserved by a worker that was killed before it could write that down: one range each.
    const std::int64_t unaccounted = end - 1 - reserved_count;
    EXPECT_GE(unaccounted, 0);
    EXPECT_LE(unaccounted, static_cast<std::int64_t>(starts - worker_count) * 20'000);
    std::cout << starts << " starts, " << served_count << " numbers served in " << served.size() << " spans, "
              << reserved.size() << " ranges, " << given_back << " given back, " << of_leaf.size() << " of Leaf, "
              << unaccounted << " numbers lost on the way\n";

    expect_served_within_own(served, reserved, of_leaf);
}

} // namespace
} // namespace vesta::testing
