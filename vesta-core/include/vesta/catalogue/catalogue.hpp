#pragma once

#include <vesta/catalogue/named_generator.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace vesta {

/// The generators of one process by name, as one way of publishing sees them: the same name gives IDs with that way's
/// genMethod.
///
/// Thread-safety: safe, except for `add`. No function blocks.
/// Lifetime: pointers that it returns live as long as the catalogue.
class catalogue {
  public:
    catalogue() = default;
    catalogue(const catalogue&) = delete;
    catalogue& operator=(const catalogue&) = delete;

    /// Adds a generator, in the order of the settings. Call it only before the catalogue is used.
    void add(std::shared_ptr<named_generator> next) { all_.push_back(std::move(next)); }

    /// The generator named @p name; `default` for an empty name.
    ///
    /// Errors: `not_found`, listing the names.
    result<named_generator*> find(std::string_view name) const;

    /// The first generator of that kind; null if there is none.
    named_generator* first_of(std::string_view kind) const noexcept;

    /// The stream that @p query selects.
    ///
    /// Errors: those of `find` and of `named_generator::stream`.
    result<id_source*> stream(const stream_query& query) const;

    /// The time-based generator of that name.
    ///
    /// Errors: those of `find` and of `named_generator::time_based`.
    result<const time_generator*> time_based(std::string_view name) const;

    /// All generators in the order of the settings.
    std::span<const std::shared_ptr<named_generator>> all() const noexcept { return all_; }

    /// The index of @p of, which is one of them, among all.
    std::size_t index_of(const named_generator* of) const noexcept;

    std::vector<generator_status> status() const;

  private:
    std::vector<std::shared_ptr<named_generator>> all_;
};

} // namespace vesta
