#include <vesta/access/access_list.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>

namespace vesta::access {
namespace {

error at(const std::string& path, const std::string& what) {
    return {errc::invalid_settings, path + ": " + what};
}

std::string indexed(const std::string& path, std::string_view list, std::size_t index) {
    return path + '.' + std::string{list} + '[' + std::to_string(index) + ']';
}

result<std::vector<rule>> read_rules(const std::string& path, const std::vector<std::string>& texts) {
    std::vector<rule> rules;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        auto one = rule::parse(texts[i]);
        if (!one) return at(indexed(path, "may", i), one.error().message);
        rules.push_back(*std::move(one));
    }
    return rules;
}

result<void> check_quota(const std::string& path, const std::optional<quota_settings>& of) {
    if (!of) return {};
    if (of->ids_per_second < 1 || of->ids_per_second > quota_settings::most_per_second)
        return at(path + ".quota.ids-per-second",
                  "must be from 1 to " + std::to_string(quota_settings::most_per_second));
    if (of->burst < 1 || of->burst > quota_settings::largest_burst)
        return at(path + ".quota.burst", "must be from 1 to " + std::to_string(quota_settings::largest_burst));
    return {};
}

} // namespace

rule::extent principal::reach(verb what, std::string_view generator) const noexcept {
    auto most = rule::extent::nothing;
    for (const rule& each : rules_)
        most = std::max(most, each.reach(what, generator));
    return most;
}

bool principal::may(verb what, std::string_view generator, std::string_view tag) const noexcept {
    return std::ranges::any_of(rules_, [&](const rule& each) { return each.permits(what, generator, tag); });
}

result<access_list> access_list::from(const settings& read, const access_list* before) {
    access_list made;
    for (const auto& [named, of] : read.principals)
        if (auto added = made.add(named, of, before); !added) return std::move(added).error();
    auto rules = read_rules("anonymous", read.anonymous.may);
    if (!rules) return std::move(rules).error();
    if (auto fine = check_quota("anonymous", read.anonymous.quota); !fine) return std::move(fine).error();
    const access_list& earlier = before ? *before : made;
    made.anonymous_ = std::make_unique<principal>("", *std::move(rules), earlier.quota_of("", read.anonymous.quota));
    return made;
}

access_list access_list::of_password(std::string_view password) {
    principal_settings all{.may = {"take *", "range *", "make *", "explain *", "observe", "admin", "health"}};
    all.tokens.push_back(token_entry{.key = "password", .digest = digest_of(password)}.text());
    settings made;
    made.principals.emplace("default", std::move(all));
    return from(made).value();
}

result<void> access_list::add(const std::string& named, const principal_settings& read, const access_list* before) {
    const std::string path = "principals." + named;
    auto rules = read_rules(path, read.may);
    if (!rules) return std::move(rules).error();
    if (auto fine = check_quota(path, read.quota); !fine) return fine;
    if (read.tokens.empty() && read.certificates.empty())
        return at(path, "has neither tokens nor certificates, so nobody can be it");
    auto made =
        std::make_unique<principal>(named, *std::move(rules), (before ? before : this)->quota_of(named, read.quota));
    if (auto added = add_tokens(path, *made, read.tokens); !added) return added;
    for (std::size_t i = 0; i < read.certificates.size(); ++i) {
        const auto [same, is_new] = certificates_.emplace(read.certificates[i], made.get());
        if (!is_new)
            return at(indexed(path, "certificates", i), "is a certificate of " + same->second->name() + " too");
    }
    principals_.emplace(named, std::move(made));
    return {};
}

result<void> access_list::add_tokens(const std::string& path, const principal& owner,
                                     const std::vector<std::string>& texts) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto entry = token_entry::parse(texts[i]);
        if (!entry) return at(indexed(path, "tokens", i), entry.error().message);
        const auto [same, is_new] = tokens_.emplace(entry->digest, &owner);
        if (!is_new) return at(indexed(path, "tokens", i), "is a token of " + same->second->name() + " too");
    }
    return {};
}

/// The one that @p named has here, where it has the same settings: what was taken before a reload counts.
std::shared_ptr<access::quota> access_list::quota_of(const std::string& named,
                                                     const std::optional<quota_settings>& wanted) const {
    if (!wanted) return nullptr;
    const auto found = principals_.find(named);
    const principal* const before = named.empty()                ? anonymous_.get()
                                    : found != principals_.end() ? found->second.get()
                                                                 : nullptr;
    if (before && before->quota_ && before->quota_->settings() == *wanted) return before->quota_;
    return std::make_shared<access::quota>(*wanted);
}

const principal* access_list::by_token(std::string_view token) const {
    const auto found = tokens_.find(digest_of(token));
    return found == tokens_.end() ? nullptr : found->second;
}

const principal* access_list::by_certificate(std::span<const std::string> names) const {
    for (const auto& each : names)
        if (const auto found = certificates_.find(each); found != certificates_.end()) return found->second;
    return nullptr;
}

} // namespace vesta::access
