#include "talk.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace vesta::testing {

rest_world::rest_world(rest::limits with, std::string_view leaf) : limit{with} {
    generators.add_time("default", "vesta").add_time("peak", "vesta", "max-peak").add_time("leaf", leaf);
    generators.add_segment("segment", {"order"}).add_sharded("sharded");
    generators.keep();
    open();
}

void rest_world::open() {
    bench.reset();
    services.reset(new rest::services{
        .generators = generators, .limit = limit, .manners = manners, .gate = gate.get(), .requests = requests});
    auto& counts = services->board.add(rest::routes().size() + 1, services->generators.all().size());
    bench.reset(new rest::workbench{.server = *services, .counts = counts});
    bench->date.refresh();
}

void talk::take(net::step done, output_buffer& out) {
    for (;;) {
        output_ += out.view();
        out.clear();
        then_ = done.then;
        if (then_ != next::go_on) return;
        net::turn now{out, {}};
        done = session_.resume(now);
    }
}

void talk::take(turn_of_session what) {
    output_buffer out;
    net::turn now{out, {}};
    take((session_.*what)(now), out);
}

void talk::say(std::string_view bytes) {
    output_buffer out;
    while (!bytes.empty() && then_ == next::receive) {
        const auto room = session_.room();
        if (room.empty()) throw std::logic_error{"the session wants more and has no room for it"};
        const std::size_t size = std::min(room.size(), bytes.size());
        std::copy_n(bytes.begin(), size, room.begin());
        bytes.remove_prefix(size);
        net::turn now{out, {}};
        take(session_.received(size, now), out);
    }
}

void talk::resume() {
    take(&rest::session::resume);
}

void talk::end_input() {
    take(&rest::session::end_of_input);
}

void talk::time_out() {
    take(&rest::session::arrival_timed_out);
}

namespace {

std::size_t length_of(std::string_view head) {
    constexpr std::string_view field = "\r\nContent-Length: ";
    const auto at = head.find(field);
    std::size_t length = 0;
    if (at != std::string_view::npos)
        std::from_chars(head.data() + at + field.size(), head.data() + head.size(), length);
    return length;
}

} // namespace

std::vector<heard> talk::answers(const std::vector<bool>& heads) const {
    std::vector<heard> all;
    for (std::string_view rest = output_; !rest.empty();) {
        const auto end = rest.find("\r\n\r\n");
        if (end == std::string_view::npos || !rest.starts_with("HTTP/1.1 ")) throw std::logic_error{"no answer"};
        heard one;
        one.head = rest.substr(0, end);
        std::from_chars(one.head.data() + 9, one.head.data() + 12, one.status);
        const bool is_head = all.size() < heads.size() && heads[all.size()];
        const std::size_t length = is_head ? 0 : length_of(one.head);
        if (rest.size() < end + 4 + length) throw std::logic_error{"an answer shorter than it says"};
        one.content = rest.substr(end + 4, length);
        rest.remove_prefix(end + 4 + length);
        all.push_back(std::move(one));
    }
    return all;
}

std::string get(std::string_view target, std::string_view more_fields, std::string_view method) {
    return std::string{method} + " " + std::string{target} + " HTTP/1.1\r\nHost: a\r\n" + std::string{more_fields} +
           "\r\n";
}

} // namespace vesta::testing
