#include "journal.hpp"
#include "support/sql_options.hpp"

#include <vesta/segment/segment_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/sql/segment_table.hpp>

#include <cstring>
#include <iostream>
#include <mutex>
#include <thread>

// One process that serves numbers until its journal holds as many as it was told to: worker JOURNAL TABLE COUNT.
namespace {

using namespace vesta;
using namespace vesta::testing;

/// Writes down what was reserved before anybody can be given a number of it, and what is to be given back before
/// anybody can reserve it again.
class journalled_store final : public segment_store {
  public:
    journalled_store(std::shared_ptr<segment_store> of, journal& into) : of_{std::move(of)}, into_{into} {}

    result<std::vector<tag_row>> list() override { return of_->list(); }
    result<segment> reserve(const segment_request& request) override {
        auto made = of_->reserve(request);
        const std::lock_guard guard{guard_};
        if (made) into_->reserved.add(made->first, made->end);
        return made;
    }
    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override {
        const std::lock_guard guard{guard_};
        into_->offered.add(from, of.end);
        auto done = of_->give_back(tag, of, from);
        if (done && *done) {
            into_->given_back.add(from, of.end);
        } else {
            into_->offered.forget_last();
        }
        return done;
    }
    result<bool> create(std::string_view tag, std::int64_t step) override { return of_->create(tag, step); }

  private:
    const std::shared_ptr<segment_store> of_;
    journal& into_;
    std::mutex guard_;
};

/// Two threads, one number per call and batches in turn; what they get is written down by one of them at a time.
void serve(id_source& from, journal& into, std::uint64_t count) {
    std::mutex writing;
    const auto work = [&] {
        std::array<id, 16> some;
        for (std::size_t i = 0; into->served_count < count; ++i) {
            const auto wanted = std::span{some}.first(i % 4 == 0 ? some.size() : 1);
            if (!generate_all(from, wanted, system_wall_clock())) {
                ++into->failures;
                continue;
            }
            const std::lock_guard guard{writing};
            for (const id each : wanted)
                into->served.add(each.value);
            into->served_count += wanted.size();
        }
    };
    std::thread other{work};
    work();
    other.join();
}

} // namespace

int main(int, char** arguments) {
    try {
        journal mine{arguments[1]};
        ++mine->starts;
        const auto store = std::make_shared<journalled_store>(
            sql::open_segments({.database = mariadb_options(), .table = arguments[2]}), mine);
        segment_options options;
        options.order = number_order::strict; // so that the journal's spans are long
        options.largest_reservation = 20'000; // many reservations, which is what is to be interrupted
        segment_generator from{store, options};
        serve(*from.tag("order").value(), mine, std::stoull(arguments[3]));
        from.close();
        const auto counts = from.status().counts;
        if (counts.held != 0 || counts.reserved != counts.served + counts.dropped + counts.given_back)
            ++mine->unbalanced;
        return 0;
    } catch (const std::exception& failed) {
        std::cerr << "worker: " << failed.what() << '\n';
        return 1;
    }
}
