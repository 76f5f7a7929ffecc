#pragma once

#include <vesta/catalogue/named_generator.hpp>
#include <vesta/generate/reservation.hpp>
#include <vesta/generate/succession.hpp>
#include <vesta/time/clock_guard.hpp>

#include <memory>
#include <string>
#include <vector>

namespace vesta {

/// A time-based generator whose layout has a successor. It explains and builds IDs of both.
class named_succession final : public named_generator {
  public:
    /// As `named_time_generator`.
    named_succession(std::string name, std::string kind, std::unique_ptr<succession> of,
                     std::vector<std::shared_ptr<reservation>> held, const clock_guard& clock)
        : named_generator{std::move(name), std::move(kind)}, of_{std::move(of)}, held_{std::move(held)}, clock_{clock} {
    }

    result<id_source*> stream(const stream_query& query) override;
    generator_status status() const override;
    result<const time_generator*> time_based() const override { return &of_->present(); }
    result<explanation> explain_timed(id value) const override { return layouts()->explain(value); }
    result<id> make_id(const making& parts, std::string (*called)(field)) const override;
    result<id> make_id(const fields& parts) const override;
    result<unix_ms> to_time(std::uint64_t time, const std::optional<std::string>& type) const override;
    std::optional<layouts_in_turn> layouts() const override;

  private:
    making_in_turn defaults() const;

    const std::unique_ptr<succession> of_;
    const std::vector<std::shared_ptr<reservation>> held_;
    const clock_guard& clock_;
};

} // namespace vesta
