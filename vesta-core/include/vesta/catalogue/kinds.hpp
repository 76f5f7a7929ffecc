#pragma once

#include <vesta/catalogue/named_generator.hpp>
#include <vesta/generate/reservation.hpp>
#include <vesta/segment/formatted_numbers.hpp>
#include <vesta/time/clock_guard.hpp>

#include <memory>
#include <string>
#include <vector>

namespace vesta {

/// A time-based generator with the reservations it lives off.
class named_time_generator final : public named_generator {
  public:
    /// The reservations follow @p clock.
    ///
    /// Lifetime: @p clock outlives this.
    named_time_generator(std::string name, std::string kind, std::unique_ptr<time_generator> of,
                         std::vector<std::shared_ptr<reservation>> held, const clock_guard& clock)
        : named_generator{std::move(name), std::move(kind)}, of_{std::move(of)}, held_{std::move(held)}, clock_{clock} {
    }

    result<id_source*> stream(const stream_query& query) override;
    generator_status status() const override;
    result<const time_generator*> time_based() const override { return of_.get(); }

  private:
    const std::unique_ptr<time_generator> of_;
    const std::vector<std::shared_ptr<reservation>> held_;
    const clock_guard& clock_;
};

/// A generator of 128-bit IDs: a time-based one, whose IDs are their cores.
class named_uuid_generator final : public named_generator {
  public:
    /// @p of makes cores in a `core_scheme` of @p kind. The others as for `named_time_generator`.
    named_uuid_generator(std::string name, uuid_kind kind, std::unique_ptr<time_generator> of,
                         std::vector<std::shared_ptr<reservation>> held, const clock_guard& clock)
        : named_generator{name, std::string{vesta::name(kind)}}, kind_{kind},
          cores_{std::move(name), std::string{vesta::name(kind)}, std::move(of), std::move(held), clock} {}

    result<id_source*> stream(const stream_query& query) override;
    result<shaped_stream> shaped_stream_of(const stream_query& query) override;
    std::optional<uuid_kind> makes_uuids() const noexcept override { return kind_; }
    generator_status status() const override { return cores_.status(); }
    result<const time_generator*> time_based() const override;
    result<void> explains() const override { return {}; }
    result<disclosure> explain(id value) const override;
    result<disclosure> explain_text(std::string_view text, std::optional<text_form> as) const override;
    result<uuid_explanation> explain_uuid(const uuid& value) const override;

  private:
    error has_128_bits() const;

    const uuid_kind kind_;
    named_time_generator cores_;
};

/// A segment generator; its streams are its tags.
///
/// It is ready once the store has answered. Afterwards an unavailable store is trouble, which tags with numbers left do
/// not feel.
class named_segments final : public named_generator {
  public:
    /// As `segment_generator`. @p tokens are those of TinyId's table, or null; @p formats those of tags, or none.
    named_segments(std::string name, std::shared_ptr<segment_store> store, const segment_options& options,
                   std::unique_ptr<tag_tokens> tokens = {}, formatted_options formats = {});

    result<id_source*> stream(const stream_query& query) override;
    generator_status status() const override;
    void close() override;
    result<segment_generator*> segments() override { return &of_; }
    result<formatted_numbers*> formatted() override;
    const tag_tokens* tokens() const noexcept override { return tokens_.get(); }

  private:
    segment_generator of_;
    const std::unique_ptr<tag_tokens> tokens_;
    const std::unique_ptr<formatted_numbers> formatted_; ///< Null without formats.
};

/// A sharded generator; its streams are its shards. Ready once the store has answered, as `named_segments`.
class named_shards final : public named_generator {
  public:
    /// As `sharded_generator`.
    named_shards(std::string name, std::shared_ptr<shard_supply> supply, const sharded_options& options)
        : named_generator{std::move(name), "sharded"}, of_{std::move(supply), options} {}

    result<id_source*> stream(const stream_query& query) override;
    generator_status status() const override;
    void close() override { of_.close(); }
    result<sharded_generator*> sharded() override { return &of_; }
    result<void> explains() const override { return {}; }
    result<disclosure> explain(id value) const override {
        return of_.disclose(value).transform([](const sharded_disclosure& made) { return disclosure{made}; });
    }

  private:
    sharded_generator of_;
};

} // namespace vesta
