#include <vesta/access/visitor.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>

namespace vesta::access {
namespace {

constexpr std::size_t longest_remembered = 256; // bytes of names: each connection keeps them

/// Who everybody is where there is no list.
const principal everybody{"", {}, {}};

/// 10.0.0.1:80 and [2001:db8::1]:80 without the port.
std::string_view host_of(std::string_view address) {
    const auto host = address.substr(0, address.rfind(':'));
    return host.starts_with('[') && host.ends_with(']') ? host.substr(1, host.size() - 2) : host;
}

error refusal(const quota_settings& of, std::uint64_t count, const quota::answer& why) {
    if (why.how == quota::outcome::never)
        return {errc::over_quota, "the quota gives at most " + std::to_string(of.burst) + " numbers at once, not " +
                                      std::to_string(count)};
    return {errc::over_quota, "the quota of " + std::to_string(of.ids_per_second) + " numbers a second is used up",
            std::chrono::ceil<std::chrono::milliseconds>(why.wait)};
}

/// What everybody may know of an error of the server; empty for errors about the request, and those that name nothing.
constexpr std::string_view in_public(errc code) noexcept {
    switch (code) {
    case errc::invalid_settings:
        return "the server's settings cannot be used";
    case errc::not_found:
        return "there is no generator, tag, application or shard of that name";
    case errc::not_ready:
        return "IDs cannot be made at the moment";
    case errc::state_unusable:
        return "the server's state cannot be used";
    case errc::in_use:
        return "another owner holds the machine ID";
    case errc::lease_lost:
        return "another owner has taken the machine ID";
    case errc::store_unavailable:
        return "the store does not answer";
    case errc::internal:
        return "the server has a defect";
    case errc::invalid_argument:
    case errc::clock_behind:
    case errc::exhausted:
    case errc::closed:
    case errc::forked:
    case errc::not_authenticated:
    case errc::not_permitted:
    case errc::over_quota:
        return {};
    }
    return {};
}

} // namespace

visitor::visitor(gate* by, std::string address, std::vector<std::string> certificate)
    : gate_{by}, address_{std::move(address)}, who_{&everybody}, certificate_{std::move(certificate)} {
    refresh();
}

void visitor::become(const principal& who) noexcept {
    who_ = &who;
    permitted_.reset();
    charged_.clear();
}

bool visitor::look_again() {
    generation_ = gate_->generation();
    list_ = gate_->list();
    const principal* found = token_.empty() ? nullptr : list_->by_token(token_);
    by_token_ = found != nullptr;
    if (found == nullptr) found = list_->by_certificate(certificate_);
    become(found != nullptr ? *found : list_->anonymous());
    return true;
}

bool visitor::identify(std::string_view token) {
    if (by_token_ && token == token_) return true;
    const principal* const found = list_ ? list_->by_token(token) : nullptr;
    if (found == nullptr) return false;
    token_ = token;
    by_token_ = true;
    become(*found);
    return true;
}

void visitor::forget() noexcept {
    if (token_.empty()) return;
    token_.clear();
    by_token_ = false;
    if (!list_) return;
    const principal* const found = list_->by_certificate(certificate_);
    become(found != nullptr ? *found : list_->anonymous());
}

visitor::clock::duration visitor::failed(clock::time_point now) {
    if (gate_ == nullptr) return {};
    gate_->note_unknown_token(host_of(address_), now);
    return gate_->attempts().failed(host_of(address_), now);
}

void visitor::choose_quotas(std::string_view generator, std::string_view tag) {
    charged_.clear();
    for (const auto& each : who_->quotas())
        if (each.of.includes(generator, tag)) charged_.push_back(each.by.get());
}

result<void> visitor::permitted(verb what, std::string_view generator, std::string_view tag) {
    if (generator.empty()) generator = "default";
    if (permitted_ && permitted_->what == what && permitted_->generator == generator && permitted_->tag == tag)
        return {};
    permitted_.reset(); // first: without memory for what follows, nothing is known
    if (who_->may(what, generator, tag)) {
        choose_quotas(generator, tag);
        if (generator.size() + tag.size() <= longest_remembered)
            permitted_.emplace(what, std::string{generator}, std::string{tag});
        return {};
    }
    gate_->counted().not_permitted.fetch_add(1, std::memory_order_relaxed);
    std::string wanted{name(what)};
    if (has_target(what)) wanted.append(" ").append(generator);
    if (has_target(what) && !tag.empty()) wanted.append("/").append(tag);
    if (who_->is_anonymous())
        return error{errc::not_authenticated, "Authentication required. A token is needed for " + in_quotes(wanted)};
    return error{errc::not_permitted,
                 "the rights of " + in_quotes(who_->name()) + " do not include " + in_quotes(wanted)};
}

std::string_view visitor::told(errc code, std::string_view message) const noexcept {
    const std::string_view instead = in_public(code);
    const bool may_know = instead.empty() || gate_ == nullptr || who_->may(verb::observe);
    return may_know ? message : instead;
}

result<void> visitor::may_anything() const {
    if (gate_ == nullptr || !who_->is_anonymous() || who_->may_anything()) return {};
    return error{errc::not_authenticated, "Authentication required."};
}

result<void> visitor::charge(std::uint64_t count) {
    const auto now = clock::now();
    taken_generation_ = generation_;
    for (auto each = charged_.begin(); each != charged_.end(); ++each) {
        const auto taken = (*each)->take(count, now);
        if (taken.how == quota::outcome::taken) continue;
        gate_->counted().over_quota.fetch_add(1, std::memory_order_relaxed);
        std::for_each(charged_.begin(), each, [&](quota* before) { before->give_back(count); });
        return refusal((*each)->settings(), count, taken);
    }
    return {};
}

void visitor::give_back(std::uint64_t count) noexcept {
    if (taken_generation_ != generation_) return;
    for (quota* const each : charged_)
        each->give_back(count);
}

} // namespace vesta::access
