#include "memory.hpp"

#include <algorithm>

namespace vesta::model {

void view::join(const view& other, const memory& of) {
    for (std::size_t where = floor.size(); where < other.floor.size(); ++where)
        floor.push_back(other.floor[where]); // a view of no location knows the least
    for (std::size_t where = 0; where < other.floor.size(); ++where)
        if (of.position(where, other.floor[where]) > of.position(where, floor[where]))
            floor[where] = other.floor[where];
    for (std::size_t i = 0; i < most_threads; ++i) {
        before[i] = std::max(before[i], other.before[i]);
        caused[i] = std::max(caused[i], other.caused[i]);
    }
}

std::size_t memory::add_location(bool plain) {
    locations_.emplace_back().is_plain = plain;
    return locations_.size() - 1;
}

std::size_t memory::add_write(std::size_t where, std::size_t after, write what) {
    auto& order = locations_[where].order;
    writes_.push_back(std::move(what));
    const std::size_t id = writes_.size() - 1;
    order.insert(order.empty() ? order.end() : order.begin() + position(where, after) + 1, id);
    return id;
}

std::size_t memory::position(std::size_t where, std::size_t id) const {
    const auto& order = locations_[where].order;
    return static_cast<std::size_t>(std::ranges::find(order, id) - order.begin());
}

std::vector<std::size_t> memory::readable(std::size_t where, const view& by) const {
    const auto& order = locations_[where].order;
    return {order.begin() + static_cast<std::ptrdiff_t>(position(where, by.floor[where])), order.end()};
}

std::vector<std::size_t> memory::open_ends(std::size_t where, const std::vector<std::size_t>& candidates) const {
    const auto& order = locations_[where].order;
    std::vector<std::size_t> open;
    for (const std::size_t id : candidates) {
        const std::size_t next = position(where, id) + 1;
        if (next == order.size() || !writes_[order[next]].is_update) open.push_back(id);
    }
    return open;
}

bool memory::overtaken(std::size_t where, std::size_t thread, std::size_t after, const view& by) const {
    const auto& order = locations_[where].order;
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(position(where, after)) + 1;
    return std::ranges::any_of(locations_[where].reads, [&](const auto& read) {
        const auto [who, step] = read;
        if (who == thread || by.caused[who] < step || by.before[who] >= step) return false;
        return std::none_of(order.begin(), end, [&, reader = who, at = step](std::size_t id) {
            return writes_[id].by == reader && writes_[id].step > at;
        });
    });
}

std::uint64_t memory::fingerprint() const {
    std::uint64_t all = 0;
    for (const location& each : locations_) {
        all = mixed(all, each.order.size());
        for (const std::size_t id : each.order)
            all = mixed(all, writes_[id].by << 32 | writes_[id].number);
    }
    return all;
}

} // namespace vesta::model
