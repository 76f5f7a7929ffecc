#pragma once

#include <vesta/access/rule.hpp>
#include <vesta/access/settings.hpp>
#include <vesta/access/token.hpp>
#include <vesta/base/result.hpp>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::access {

/// A quota, and what it is for.
struct limited_target {
    std::string name; ///< As the file has it; empty: everything.
    target of;
    std::shared_ptr<quota> by;
};

/// Who a client is, and what it may do. Neither changes.
class principal {
  public:
    principal(std::string name, std::vector<rule> rules, std::vector<limited_target> quotas)
        : name_{std::move(name)}, rules_{std::move(rules)}, quotas_{std::move(quotas)} {}

    /// Empty: one that gave no token.
    const std::string& name() const noexcept { return name_; }
    bool is_anonymous() const noexcept { return name_.empty(); }

    bool may(verb what, std::string_view generator = {}, std::string_view tag = {}) const noexcept;
    /// Whether there is anything that it may do.
    bool may_anything() const noexcept { return !rules_.empty(); }

    /// All of those whose target includes what is taken are charged.
    const std::vector<limited_target>& quotas() const noexcept { return quotas_; }

  private:
    friend class access_list;
    std::string name_;
    std::vector<rule> rules_;
    std::vector<limited_target> quotas_;
};

/// An access file as read once: principals by their tokens and certificates. Immutable.
///
/// Thread-safety: safe.
class access_list {
  public:
    /// Errors: `invalid_settings` with the path of the setting in the file, for rules and tokens that are malformed, a
    /// token or certificate of two principals, and a quota out of range. Quotas go on where those of @p before stood.
    static result<access_list> from(const settings& read, const access_list* before = nullptr);

    /// One principal, `default`, which may do everything with @p password, and nobody else anything.
    static access_list of_password(std::string_view password);

    /// The principal with this token; null if there is none. Takes the same time for every unknown token.
    const principal* by_token(std::string_view token) const;
    /// The principal with one of these names of a certificate.
    const principal* by_certificate(std::span<const std::string> names) const;
    const principal& anonymous() const noexcept { return *anonymous_; }

  private:
    access_list() = default;
    result<void> add(const std::string& named, const principal_settings& read, const access_list* before);
    result<void> add_tokens(const std::string& path, const principal& owner, const std::vector<std::string>& texts);
    const principal* find(const std::string& named) const noexcept;

    std::map<std::string, std::unique_ptr<principal>, std::less<>> principals_;
    std::unique_ptr<principal> anonymous_;
    std::map<std::string, const principal*> tokens_; // by digest
    std::map<std::string, const principal*, std::less<>> certificates_;
};

} // namespace vesta::access
