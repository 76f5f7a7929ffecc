#include <vesta/access/visitor.hpp>
#include <vesta/base/quote.hpp>

namespace vesta::access {
namespace {

/// Who everybody is where there is no list.
const principal everybody{"", {}, nullptr};

/// 10.0.0.1:80 and [2001:db8::1]:80 without the port.
std::string_view host_of(std::string_view address) {
    const auto host = address.substr(0, address.rfind(':'));
    return host.starts_with('[') && host.ends_with(']') ? host.substr(1, host.size() - 2) : host;
}

} // namespace

visitor::visitor(gate* by, std::string address) : gate_{by}, address_{std::move(address)}, who_{&everybody} {
    refresh();
}

void visitor::become(const principal& who) noexcept {
    who_ = &who;
    quota_ = who.quota();
}

bool visitor::look_again() {
    generation_ = gate_->generation();
    list_ = gate_->list();
    const principal* found = token_.empty() ? nullptr : list_->by_token(token_);
    if (found == nullptr) found = list_->by_certificate(certificate_);
    become(found != nullptr ? *found : list_->anonymous());
    return true;
}

bool visitor::identify(std::string_view token) {
    if (!token_.empty() && token == token_ && !who_->is_anonymous()) return true;
    const principal* const found = list_ ? list_->by_token(token) : nullptr;
    if (found == nullptr) return false;
    token_ = token;
    become(*found);
    return true;
}

bool visitor::certified(std::span<const std::string> names) {
    const principal* const found = list_ ? list_->by_certificate(names) : nullptr;
    if (found == nullptr) return false;
    certificate_.assign(names.begin(), names.end());
    become(*found);
    return true;
}

void visitor::forget() noexcept {
    token_.clear();
    if (!list_) return;
    const principal* const found = list_->by_certificate(certificate_);
    become(found != nullptr ? *found : list_->anonymous());
}

visitor::clock::duration visitor::failed(clock::time_point now) {
    if (gate_ == nullptr) return {};
    gate_->note_unknown_token(host_of(address_), now);
    return gate_->attempts().failed(host_of(address_), now);
}

result<void> visitor::permitted(verb what, std::string_view generator, std::string_view tag) const {
    if (who_->may(what, generator, tag)) return {};
    gate_->counted().not_permitted.fetch_add(1, std::memory_order_relaxed);
    std::string wanted{name(what)};
    if (has_target(what)) wanted.append(" ").append(generator);
    if (has_target(what) && !tag.empty()) wanted.append("/").append(tag);
    if (who_->is_anonymous())
        return error{errc::not_authenticated, "Authentication required. A token is needed for " + in_quotes(wanted)};
    return error{errc::not_permitted,
                 "the rights of " + in_quotes(who_->name()) + " do not include " + in_quotes(wanted)};
}

result<void> visitor::may_anything() const {
    if (gate_ == nullptr || !who_->is_anonymous() || who_->may_anything()) return {};
    return error{errc::not_authenticated, "Authentication required."};
}

result<void> visitor::take(std::uint64_t count) {
    if (quota_ == nullptr) return {};
    const auto taken = quota_->take(count, clock::now());
    if (taken.how == quota::outcome::taken) return {};
    gate_->counted().over_quota.fetch_add(1, std::memory_order_relaxed);
    const auto& of = quota_->settings();
    if (taken.how == quota::outcome::never)
        return error{errc::over_quota, "the quota gives at most " + std::to_string(of.burst) +
                                           " numbers at once, not " + std::to_string(count)};
    return error{errc::over_quota, "the quota of " + std::to_string(of.ids_per_second) + " numbers a second is used up",
                 std::chrono::ceil<std::chrono::milliseconds>(taken.wait)};
}

void visitor::give_back(std::uint64_t count) noexcept {
    if (quota_ != nullptr) quota_->give_back(count);
}

} // namespace vesta::access
