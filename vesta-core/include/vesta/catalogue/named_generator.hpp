#pragma once

#include <vesta/catalogue/making.hpp>
#include <vesta/catalogue/status.hpp>
#include <vesta/generate/time_generator.hpp>
#include <vesta/id/layouts_in_turn.hpp>
#include <vesta/id/text_form.hpp>
#include <vesta/segment/segment_generator.hpp>
#include <vesta/segment/tag_tokens.hpp>
#include <vesta/sharded/sharded_generator.hpp>
#include <vesta/source/batch_pacer.hpp>
#include <vesta/source/stream_query.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace vesta {

class formatted_numbers;

/// The parts of an ID that any caller may see; the generator's kind decides which alternative it is.
using disclosure = std::variant<explanation, sharded_disclosure, uuid_explanation>;

/// A stream of 64-bit values, and how they become the IDs that callers get.
struct shaped_stream {
    id_source* source = nullptr;
    std::optional<uuid_kind> kind{}; ///< As `id_shape::kind`.
};

/// One generator of a process, of any kind. Only `close` blocks.
///
/// Thread-safety: safe.
class named_generator {
  public:
    /// @p name consists of letters, digits, - and _, since it is part of URLs, metrics and commands.
    named_generator(std::string name, std::string kind) : name_{std::move(name)}, kind_{std::move(kind)} {}
    named_generator(const named_generator&) = delete;
    named_generator& operator=(const named_generator&) = delete;
    virtual ~named_generator() = default;

    const std::string& name() const noexcept { return name_; }
    /// a preset (`scheme_names`), custom, segment, sharded, or that of a `uuid_kind`.
    const std::string& kind() const noexcept { return kind_; }

    /// The stream that @p query selects, whose `generator` is ignored. A stream that is still being loaded refuses with
    /// `not_ready`.
    ///
    /// Errors: `invalid_argument` for a selector that is missing, or that this kind does not take; those of the kind.
    /// Lifetime: the stream lives as long as this.
    virtual result<id_source*> stream(const stream_query& query) = 0;
    /// As `stream`, also of kinds whose IDs have 128 bits; `stream` is an error there, so that no core is taken for an
    /// ID.
    virtual result<shaped_stream> shaped_stream_of(const stream_query& query);
    /// Of which kind its 128-bit IDs are; nothing if they have 64.
    virtual std::optional<uuid_kind> makes_uuids() const noexcept { return std::nullopt; }

    virtual generator_status status() const = 0;

    /// Paces requests for many IDs.
    batch_pacer& pacer() noexcept { return pacer_; }

    /// Closes it and gives back its unused numbers. Shared reservations, such as a machine ID's, stay.
    virtual void close() {}

    /// The generator itself, for functions that only its kind has. Of two in turn the one that makes IDs now, so ask
    /// `explain_timed` and the others below for what both have to say.
    ///
    /// Errors: `invalid_argument` for another kind.
    virtual result<const time_generator*> time_based() const;
    virtual result<segment_generator*> segments();
    virtual result<sharded_generator*> sharded();
    /// The numbers of its tags that have a format.
    ///
    /// Errors: `invalid_argument` for one without formats.
    virtual result<formatted_numbers*> formatted();
    /// TinyId's tokens, of a generator on its table; else null.
    virtual const tag_tokens* tokens() const noexcept { return nullptr; }

    /// As `time_generator::explain`, `make_id` and `time_generator::make` of the generator itself, by both of its
    /// layouts where it has a successor.
    ///
    /// Errors: those of `time_based`; `invalid_argument`; `not_ready` as `make_id`.
    virtual result<explanation> explain_timed(id value) const;
    virtual result<id> make_id(const making& parts, std::string (*called)(field)) const;
    virtual result<id> make_id(const fields& parts) const;
    /// The instant at which tick @p time of the type @p type begins, a name or number; nothing: its own.
    ///
    /// Errors: those of `time_based`; `invalid_argument` for a type or a time that there is not.
    virtual result<unix_ms> to_time(std::uint64_t time, const std::optional<std::string>& type = {}) const;
    /// Its two layouts, where it has a successor.
    virtual std::optional<layouts_in_turn> layouts() const { return std::nullopt; }

    /// Whether IDs can be taken apart.
    ///
    /// Errors: `invalid_argument` for kind segment, whose numbers have no parts.
    virtual result<void> explains() const;
    /// Takes an ID apart, as far as any caller may see.
    ///
    /// Errors: `invalid_argument`.
    virtual result<disclosure> explain(id value) const;
    /// As above, for an ID of 128 bits.
    virtual result<uuid_explanation> explain_uuid(const uuid& value) const;
    /// As above, for the text of an ID in the form @p as, or in any.
    virtual result<disclosure> explain_text(std::string_view text, std::optional<text_form> as) const;

    /// Whether its IDs leave in an outward form (`named_outward`).
    virtual bool leaves_outward() const noexcept { return false; }
    /// Takes a 64-bit ID of a kind that takes the time apart for the process itself, which has the keys: never for
    /// callers of servers.
    ///
    /// Errors: `invalid_argument`.
    virtual result<explanation> reveal(id value) const;
    /// As `explain_text`, for the process itself.
    virtual result<disclosure> reveal_text(std::string_view text, std::optional<text_form> as) const {
        return explain_text(text, as);
    }
    /// The ID behind @p value, for the process itself; @p value where IDs leave as they are.
    ///
    /// Errors: `invalid_argument` for one that no key of this generator made.
    virtual result<id> inward(id value, const stream_query&) const { return value; }

  protected:
    /// The error for a query whose selectors do not suit this kind; @p what says which it needs or takes.
    error unsuited(const std::string& what) const;

  private:
    error not_of(std::string_view kind) const;

    const std::string name_;
    const std::string kind_;
    batch_pacer pacer_;
};

} // namespace vesta
