#pragma once

#include <vesta/catalogue/named_generator.hpp>
#include <vesta/sharded/outward_form.hpp>
#include <vesta/time/clock.hpp>

#include <memory>
#include <shared_mutex>
#include <unordered_map>

namespace vesta {

/// Refuses @p outward, of which @p of is what is behind it, if that is of a time to come: it was made under another
/// key, or made up. @p form is what took it apart.
///
/// Errors: `invalid_argument`.
result<void> check_made(const explanation& of, id outward, const outward_form& form, const wall_clock& clock);

/// A generator whose IDs leave in their outward form; no stream, and nothing that servers publish, gives them as they
/// are.
///
/// Code in the process takes its IDs apart (`reveal`), and callers of servers do not: with what they may ask for
/// they could count and date the IDs of others. Ranges and what is built from parts are refused.
class named_outward final : public named_generator {
  public:
    /// @p of takes the time or counts tags. Each stream has a domain of its own: its tag, or nothing.
    ///
    /// Errors: those of `outward_form::make`.
    /// Lifetime: @p clock outlives this.
    static result<std::shared_ptr<named_generator>> make(std::shared_ptr<named_generator> of, outward_shape shape,
                                                         const wall_clock& clock = system_wall_clock());

    result<id_source*> stream(const stream_query& query) override;
    generator_status status() const override { return of_->status(); }
    void close() override { of_->close(); }
    result<const time_generator*> time_based() const override { return hidden(); }
    /// The generator itself, whose streams give plain numbers: only for what operators are shown of its tags.
    result<segment_generator*> segments() override { return of_->segments(); }
    bool leaves_outward() const noexcept override { return true; }

    result<explanation> reveal(id value) const override;
    result<disclosure> reveal_text(std::string_view text, std::optional<text_form> as) const override;
    result<id> inward(id value, const stream_query& of) const override;

  private:
    named_outward(std::shared_ptr<named_generator> of, outward_shape shape, outward_form plain, const wall_clock& clock)
        : named_generator{of->name(), of->kind()}, of_{std::move(of)}, shape_{std::move(shape)},
          plain_{std::move(plain)}, clock_{clock} {}
    error hidden() const;
    result<std::unique_ptr<outward_source>> wrap(id_source& below, std::string_view tag) const;

    const std::shared_ptr<named_generator> of_;
    const outward_shape shape_;
    const outward_form plain_; ///< Of no tag.
    const wall_clock& clock_;
    std::unique_ptr<outward_source> only_; ///< The one stream of a generator that takes the time; else null.
    mutable std::shared_mutex guard_;      // of what follows
    /// Those of tags, by what is below it, which lives as long as the generator.
    std::unordered_map<id_source*, std::unique_ptr<outward_source>> streams_;
};

} // namespace vesta
