#pragma once

#include <vesta/catalogue/named_generator.hpp>
#include <vesta/gapless/gapless_generator.hpp>

#include <memory>
#include <string>
#include <utility>

namespace vesta {

/// A generator without gaps. Why it gives no numbers is its status's trouble. It has no streams: a stream hands IDs out
/// ahead, and here nothing may be.
class named_gapless final : public named_generator {
  public:
    /// As `gapless_generator`.
    named_gapless(std::string name, std::unique_ptr<gapless_store> store, gapless_options options)
        : named_generator{std::move(name), "gapless"}, of_{std::move(store), std::move(options)} {}

    result<id_source*> stream(const stream_query& query) override;
    generator_status status() const override;
    void close() override { of_.close(); }

    gapless_generator& of() noexcept { return of_; }

  private:
    gapless_generator of_;
};

/// The generator without gaps that @p of is.
///
/// Errors: `invalid_argument` for another kind.
result<gapless_generator*> gapless_of(named_generator* of);

} // namespace vesta
