#pragma once

#include <vesta/embed/instance.hpp>
#include <vesta/gapless/gapless_generator.hpp>
#include <vesta/id/id.hpp>
#include <vesta/id/uuid.hpp>
#include <vesta/segment/formatted_numbers.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The library in one header: open the settings, generate.
///
///     auto ids = vesta::embed::service::open("vesta.yaml").value();
///     vesta::id order = ids.generate().value();
namespace vesta::embed {

/// A handle of one generator of a service, or of the numbers of one tag or shard. Cheap to copy.
///
/// Thread-safety: safe.
/// Lifetime: valid while the service is.
class generator {
  public:
    /// One ID; sleeps until there is one, at most 5 s for a reservation under way.
    ///
    /// Errors: `clock_behind`, `not_ready`, `exhausted`, `closed`, `forked`; for numbers also the store's.
    result<id> generate();
    /// Fills all of @p out: the fast way to many IDs.
    ///
    /// Errors: as for one ID; then none of the IDs may be used.
    result<void> generate(std::span<id> out);

    /// One ID of kind uuid7 or ulid, as `generate()`, which refuses there.
    ///
    /// Errors: as for `generate()`; `invalid_argument` from other kinds. Throws std::system_error if the system has no
    /// random bits.
    result<uuid> generate_uuid();
    /// Fills all of @p out. Errors as for one ID; then none of the IDs may be used.
    result<void> generate(std::span<uuid> out);
    /// Of which kind its 128-bit IDs are; nothing if they have 64.
    std::optional<uuid_kind> makes_uuids() const noexcept { return kind_; }

    /// 1 to @p count IDs in one piece for the caller to hand out: first, first + stride and so on.
    ///
    /// Errors: as for one ID; `invalid_argument` for a @p count of 0.
    result<id_range> range(std::uint64_t count);

    /// Takes an ID apart.
    ///
    /// Errors: `invalid_argument` for an ID that this generator's family did not make, and for a generator that counts.
    result<explanation> explain(id value) const;
    /// As above, for kinds uuid7 and ulid.
    result<uuid_explanation> explain_uuid(const uuid& value) const { return of_->explain_uuid(value); }
    /// Builds an ID from parts, for repairing data.
    ///
    /// Errors: `invalid_argument`, naming field, value and range.
    result<id> make(const fields& parts) const;
    /// The instant at which tick @p time begins.
    ///
    /// Errors: `invalid_argument`.
    result<unix_ms> to_time(std::uint64_t time) const;

  private:
    friend class service;
    generator(const shaped_stream& stream, const named_generator& of, const wall_clock& clock);

    id_source* source_; // of 64-bit IDs: one that refuses, where these have 128
    id_source* cores_;  // of 128-bit IDs
    std::optional<uuid_kind> kind_;
    const named_generator* of_;
    const wall_clock* clock_;
};

/// The generators of a settings file. Moved, not copied.
///
/// Thread-safety: safe.
/// Lifetime: the destructor gives back unused time and numbers, so that a restart serves at once.
class service {
  public:
    /// Opens a settings file. Blocks on its stores.
    ///
    /// Errors: those of `load_settings` and `instance::open`.
    static result<service> open(const std::filesystem::path& settings_file, const open_options& options = {});
    /// Opens settings given as YAML text. Blocks on their stores.
    ///
    /// Errors: those of `parse_settings` and `instance::open`.
    static result<service> open_text(std::string_view yaml, const open_options& options = {});

    /// Takes over an instance that was opened with @p options.
    service(std::unique_ptr<instance> opened, const open_options& options);

    /// One ID of the generator named `default`.
    ///
    /// Errors: the generator's; `not_found` if none has that name.
    result<id> generate();
    /// Fills all of @p out from the generator named `default`. Errors as for one ID.
    result<void> generate(std::span<id> out);

    /// The generator of that name.
    ///
    /// Errors: `not_found`, listing the names.
    result<generator> get(std::string_view name) const;
    /// The numbers of a tag or a shard.
    ///
    /// Errors: those of `catalogue::stream`.
    result<generator> get(const stream_query& query) const;

    /// @p count numbers of a tag with a format as texts, such as INV-20261123-000042-4: all of the period in which the
    /// call begins (docs/formatted.md). Sleeps as `generator::generate`.
    ///
    /// Errors: `invalid_argument` without a tag, or for a generator without formats; `not_found` for a tag without one;
    /// `exhausted` if a number is wider than the format. Then all of them are lost.
    result<std::vector<std::string>> formatted(const stream_query& query, std::size_t count = 1) const;
    /// The period and the number of such a text, whose check digits are verified.
    ///
    /// Errors: as for `formatted`; `invalid_argument` for another text.
    result<number_reading> read_formatted(const stream_query& query, std::string_view text) const;
    /// What the next such text would be, without taking it. Blocks on the store.
    ///
    /// Errors: as for `formatted`, and the store's.
    result<number_preview> preview_formatted(const stream_query& query) const;

    /// The ID behind one that left in outward form from the stream of @p query; the same where IDs leave as they are.
    ///
    /// Errors: `not_found` for the generator; `invalid_argument` for an ID of a key that the settings do not have.
    result<id> inward(const stream_query& query, id outward) const;

    /// The next number of a generator of kind gapless, or the one that the caller's key has: durable when this returns.
    /// Its tag is that of @p query. Without a key a call that is not answered, for whatever reason, leaves a number
    /// that nobody uses. Blocks on the state folder.
    ///
    /// Errors in the outcome: `not_found` for the generator or tag; `invalid_argument` for one of another kind; those
    /// of `gapless_generator::take`. If it is `unknown`, call again with the same key.
    number_outcome take_number(const stream_query& query, std::string_view key = {}) const;
    /// The generator of kind gapless itself, to list numbers and make them void.
    ///
    /// Errors: `not_found`; `invalid_argument` for another kind.
    /// Lifetime: as a `generator`.
    result<gapless_generator*> gapless(std::string_view name) const;

    /// Closes now and tells whether all was given back. Every handle refuses from then on. Blocks on the stores.
    result<void> close() { return opened_->close(); }

    /// The instance below, from which servers publish.
    instance& opened() const noexcept { return *opened_; }

  private:
    result<formatted_numbers*> formatted_of(const stream_query& query) const;
    static result<service> open_settings(const result<settings>& read, const open_options& options);

    std::unique_ptr<instance> opened_;
    gen_method method_;
    const wall_clock* clock_;
    result<generator> default_;
};

} // namespace vesta::embed
