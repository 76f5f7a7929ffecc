#include "sim_life.hpp"

#include <vesta/id/pattern.hpp>
#include <vesta/id/scheme.hpp>

#include <algorithm>

namespace vesta::testing {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds ahead{3000};

/// One layout whose ticks are milliseconds and whose epoch is moved: its numbers follow from the tick alone.
id_pattern pattern_of(milliseconds later) {
    auto spec = find_scheme("vesta")->type("min-granularity").value()->spec();
    spec.epoch += later;
    return id_pattern::make(layout::make(spec).value(), 0, gen_method::embedded).value();
}

/// Whether it still has the machine ID.
bool move_up(high_water_mark& mark, sim_host& host) {
    host.clock.rest(milliseconds{host.random.below(1500)});
    const auto now = std::chrono::floor<milliseconds>(host.clock.now());
    const auto moved = mark.advance(std::max(mark.value(), now + ahead));
    return moved || moved.error().code != errc::lease_lost;
}

} // namespace

void live(const sim_life& life, const disk_ptr& on, sim_host& host, ledger& book, life_report& report) {
    const auto pattern = pattern_of(life.epoch_moved);
    const auto tick = [&](unix_ms at) { return (at - pattern.of().epoch()).count(); };
    const lease_request request{.instance = "sim", .methods = {gen_method::embedded}, .patterns = {pattern}};
    const auto opened = file::open_mark(on, machine_id{7}, request, {.clock = &host.clock, .host = life.among});
    if (!opened) {
        report.refusal = opened.error();
        return;
    }
    report.started = true;
    auto& mark = **opened;
    const auto from = mark.value();
    const auto me = book.enter(tick(std::max(from, life.booted)));
    for (int i = 0; i < life.moves; ++i) {
        if (!move_up(mark, host)) {
            report.lost = true;
            return;
        }
        book.cover(me, tick(mark.value()));
    }
    if (!life.gives_back) return;
    const auto length = static_cast<std::uint64_t>((mark.value() - from).count());
    const auto used = from + milliseconds{host.random.below(length + 1)};
    book.cover(me, tick(used));
    static_cast<void>(mark.release(used));
}

} // namespace vesta::testing
