#include "client_list.hpp"

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

/// What clients' libraries insist on, and is the same for all here: there are no databases, subscriptions and
/// transactions, and memory is not counted by buffers.
constexpr std::string_view constant =
    " flags=N db=0 sub=0 psub=0 ssub=0 multi=-1 qbuf=0 qbuf-free=0 argv-mem=0 obl=0 oll=0 "
    "omem=0 tot-mem=0 events=r redir=-1";

/// A word of a line, which some libraries take apart at each `=`: paths of sockets, names of principals, and what
/// clients say of themselves may have such, and spaces, and more.
std::string plain(std::string text) {
    std::ranges::replace_if(text, [](char c) { return c <= ' ' || c >= '\x7f' || c == '='; }, '?');
    return text;
}

std::string seconds(client_list::clock::duration of) {
    return std::to_string(std::chrono::floor<std::chrono::seconds>(of).count());
}

} // namespace

client_card::client_card(client_list& in, std::uint64_t number, std::string address, std::string server_address)
    : in_{in}, number_{number}, address_{std::move(address)}, server_address_{std::move(server_address)},
      heard_{since_.time_since_epoch().count()} {
    const std::lock_guard lock{in_.guard_};
    in_.all_.emplace(number_, this);
}

client_card::~client_card() {
    const std::lock_guard lock{in_.guard_};
    in_.all_.erase(number_);
}

std::string client_card::line(client_list::clock::time_point now) const {
    const client_list::clock::time_point heard{client_list::clock::duration{heard_.load(std::memory_order_relaxed)}};
    const auto idle = std::max(now - heard, client_list::clock::duration::zero()); // a turn may have begun meanwhile
    return "id=" + std::to_string(number_) + " addr=" + plain(address_) + " laddr=" + plain(server_address_) +
           " name=" + plain(facts_.name) + " age=" + seconds(now - since_) + " idle=" + seconds(idle) +
           std::string{constant} + " cmd=" + std::string{detail::name(last_.load(std::memory_order_relaxed))} +
           " user=" + plain(facts_.user) + " resp=" + std::to_string(static_cast<int>(facts_.version)) +
           " lib-name=" + plain(facts_.library) + " lib-ver=" + plain(facts_.library_version) + "\n";
}

std::string client_list::lines(std::uint64_t after, const std::function<bool(const client_card&)>& wanted) const {
    const auto now = clock::now();
    std::string all;
    const std::lock_guard lock{guard_};
    std::size_t listed = 0;
    for (auto each = all_.upper_bound(after); each != all_.end() && listed < most_listed; ++each) {
        if (!wanted(*each->second)) continue;
        all += each->second->line(now);
        ++listed;
    }
    return all;
}

std::vector<std::uint64_t> client_list::numbers(const std::function<bool(const client_card&)>& wanted) const {
    std::vector<std::uint64_t> found;
    const std::lock_guard lock{guard_};
    for (const auto& [number, card] : all_)
        if (wanted(*card)) found.push_back(number);
    return found;
}

} // namespace vesta::rpc::detail
