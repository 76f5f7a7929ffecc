#pragma once

#include <vesta/catalogue/named_generator.hpp>
#include <vesta/sharded/outward_form.hpp>

#include <memory>
#include <shared_mutex>
#include <unordered_map>

namespace vesta {

/// A generator whose IDs leave in their outward form; nothing that gives them as they are is left open.
///
/// Whoever is in the process takes its IDs apart (`reveal`), and callers of servers do not: with what they may ask for
/// they could count and date the IDs of others. Ranges and what is built from parts are refused.
class named_outward final : public named_generator {
  public:
    /// @p of takes the time or counts tags. Each stream has a domain of its own: its tag, or nothing.
    ///
    /// Errors: those of `outward_form::make`.
    static result<std::shared_ptr<named_generator>> make(std::shared_ptr<named_generator> of, outward_shape shape);

    result<id_source*> stream(const stream_query& query) override;
    generator_status status() const override { return of_->status(); }
    void close() override { of_->close(); }
    result<const time_generator*> time_based() const override { return hidden(); }
    /// For operators: what its tags reserve and have used is as it is.
    result<segment_generator*> segments() override { return of_->segments(); }
    bool leaves_outward() const noexcept override { return true; }

    result<explanation> reveal(id value) const override;
    result<disclosure> reveal_text(std::string_view text, std::optional<text_form> as) const override;
    result<id> inward(id value, const stream_query& of) const override;

  private:
    named_outward(std::shared_ptr<named_generator> of, outward_shape shape)
        : named_generator{of->name(), of->kind()}, of_{std::move(of)}, shape_{std::move(shape)} {}
    error hidden() const;

    const std::shared_ptr<named_generator> of_;
    const outward_shape shape_;
    mutable std::shared_mutex guard_; // of what follows
    /// By what is below it, which lives as long as the generator.
    std::unordered_map<id_source*, std::unique_ptr<outward_source>> streams_;
};

} // namespace vesta
