#pragma once

#include <vesta/generate/catalogue.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rest {

/// A generator as the paths name it.
struct published_generator {
    std::size_t index = 0; ///< Its place in the settings.
    std::string name;
    std::string kind;
    std::string json_name; ///< The name as a JSON string, quotation marks included.
};

/// The catalogue, and what of it does not change while a server runs. Safe to use from any thread.
class directory {
  public:
    explicit directory(catalogue& source);

    catalogue& source() const noexcept { return source_; }
    std::span<const published_generator> all() const noexcept { return all_; }

    /// The generator of that name; the one named `default` for an empty name. Null where there is none.
    const published_generator* find(std::string_view name) const noexcept;
    /// The first generator of that kind in the settings. Null where there is none.
    const published_generator* first_of(std::string_view kind) const noexcept;

    /// The generator named `default` and its stream, looked up once: it is asked for more often than all others
    /// together.
    const published_generator* default_generator() const noexcept { return default_; }
    result<id_source*> default_stream() const { return default_stream_ ? default_stream_ : source_.stream({}); }

  private:
    catalogue& source_;
    std::vector<published_generator> all_;
    const published_generator* default_ = nullptr;
    result<id_source*> default_stream_;
};

} // namespace vesta::rest
