#include <vesta/access/access_list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/base/sha256.hpp>

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

result<limited_target> read_quota(const std::string& path, const std::string& name, const quota_settings& of,
                                  const principal* before) {
    if (of.ids_per_second < 1 || of.ids_per_second > quota_settings::most_per_second)
        return at(path + ".ids-per-second", "must be from 1 to " + std::to_string(quota_settings::most_per_second));
    if (of.burst < 1 || of.burst > quota_settings::largest_burst)
        return at(path + ".burst", "must be from 1 to " + std::to_string(quota_settings::largest_burst));
    auto on = name.empty() ? result<target>{target::all()} : target::parse(name);
    if (!on) return at(path, on.error().message);
    limited_target made{.name = name, .of = *std::move(on), .by = std::make_shared<quota>(of)};
    if (before != nullptr)
        for (const auto& each : before->quotas())
            if (each.name == name && each.by->settings() == of) made.by = each.by; // what was taken counts
    return made;
}

/// @p of_some also holds the quota of everything, as that of no name.
result<std::vector<limited_target>>
read_quotas(const std::string& path, const std::map<std::string, quota_settings>& of_some, const principal* before) {
    std::vector<limited_target> made;
    for (const auto& [name, of] : of_some) {
        auto one = read_quota(path + (name.empty() ? ".quota" : ".quotas." + name), name, of, before);
        if (!one) return std::move(one).error();
        made.push_back(*std::move(one));
    }
    return made;
}

/// @p before is the principal of that name in the list that this one follows, or null.
result<std::unique_ptr<principal>> read_principal(const std::string& path, const std::string& name,
                                                  const std::vector<std::string>& may,
                                                  const std::optional<quota_settings>& quota,
                                                  std::map<std::string, quota_settings> quotas,
                                                  const principal* before) {
    auto rules = read_rules(path, may);
    if (!rules) return std::move(rules).error();
    if (quota) quotas.emplace("", *quota);
    auto limited = read_quotas(path, quotas, before);
    if (!limited) return std::move(limited).error();
    return std::make_unique<principal>(name, *std::move(rules), *std::move(limited));
}

} // namespace

bool principal::may(verb what, std::string_view generator, std::string_view tag) const noexcept {
    return std::ranges::any_of(rules_, [&](const rule& each) { return each.permits(what, generator, tag); });
}

result<access_list> access_list::from(const settings& read, const access_list* before) {
    access_list made;
    for (const auto& [named, of] : read.principals)
        if (auto added = made.add(named, of, before); !added) return std::move(added).error();
    auto anonymous = read_principal("anonymous", "", read.anonymous.may, read.anonymous.quota, {},
                                    before ? &before->anonymous() : nullptr);
    if (!anonymous) return std::move(anonymous).error();
    made.anonymous_ = *std::move(anonymous);
    return made;
}

const principal* access_list::find(const std::string& named) const noexcept {
    const auto found = principals_.find(named);
    return found == principals_.end() ? nullptr : found->second.get();
}

access_list access_list::of_password(std::string_view password) {
    principal_settings all{.may = {"take *", "range *", "make *", "explain *", "observe", "admin", "health"}};
    all.tokens.push_back(token_entry::of("password", password).text());
    settings made;
    made.principals.emplace("default", std::move(all));
    return from(made).value();
}

result<void> access_list::add(const std::string& named, const principal_settings& read, const access_list* before) {
    const std::string path = "principals." + named;
    if (read.tokens.empty() && read.certificates.empty())
        return at(path, "has neither tokens nor certificates, so nobody can be it");
    auto made = read_principal(path, named, read.may, read.quota, read.quotas, before ? before->find(named) : nullptr);
    if (!made) return std::move(made).error();
    if (auto added = add_tokens(path, **made, read.tokens); !added) return added;
    for (std::size_t i = 0; i < read.certificates.size(); ++i) {
        const auto [same, is_new] = certificates_.emplace(read.certificates[i], made->get());
        if (!is_new)
            return at(indexed(path, "certificates", i), "is a certificate of " + same->second->name() + " too");
    }
    principals_.emplace(named, *std::move(made));
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

const principal* access_list::by_token(std::string_view token) const {
    const auto found = tokens_.find(sha256(token));
    return found == tokens_.end() ? nullptr : found->second;
}

const principal* access_list::by_certificate(std::span<const std::string> names) const {
    for (const auto& each : names)
        if (const auto found = certificates_.find(each); found != certificates_.end()) return found->second;
    return nullptr;
}

} // namespace vesta::access
