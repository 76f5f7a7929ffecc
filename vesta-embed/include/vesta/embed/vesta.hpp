#pragma once

#include <vesta/embed/instance.hpp>
#include <vesta/id/id.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

/// The library in one header: open the settings, generate.
///
///     auto ids = vesta::embed::service::open("vesta.yaml").value();
///     vesta::id order = ids.generate().value();
namespace vesta::embed {

/// One generator of a service, or one tag's or shard's stream of numbers: a cheap handle, to be copied at will. Valid
/// while the service is. Safe to use from any thread.
class generator {
  public:
    /// One ID. Errors: `clock_behind`, `not_ready`, `exhausted`, `closed`, `forked`, and the store's for numbers.
    result<id> generate();
    /// Fills all of @p out; the fast way to many IDs. The same errors; on an error none of them may be used.
    result<void> generate(std::span<id> out);

    /// 1 to @p count IDs in one piece, to be handed out by the caller: first, first + stride and so on. The same
    /// errors, and `invalid_argument` for a @p count of 0.
    result<id_range> range(std::uint64_t count);

    /// Takes an ID apart. Error: `invalid_argument` for an ID that this generator's layout did not make, and for
    /// generators that are not time-based.
    result<explanation> explain(id value) const;
    /// Builds an ID from parts, for repairing data. Error: `invalid_argument`, naming field, value and range.
    result<id> make(const fields& parts) const;
    /// The instant at which tick @p time begins. Error: `invalid_argument`.
    result<unix_ms> to_time(std::uint64_t time) const;

  private:
    friend class service;
    generator(id_source& source, result<const time_generator*> time, const wall_clock& clock)
        : source_{&source}, time_{std::move(time)}, clock_{&clock} {}

    id_source* source_;
    result<const time_generator*> time_;
    const wall_clock* clock_;
};

/// The generators of a settings file. Moved, not copied; safe to use from any thread. Destroying it gives back what was
/// not used, so that a restart serves at once.
class service {
  public:
    /// Opens a settings file; blocks on its stores. Errors as `instance::open`.
    static result<service> open(const std::filesystem::path& settings_file, const open_options& options = {});
    /// Opens settings given as YAML text.
    static result<service> open_text(std::string_view yaml, const open_options& options = {});

    /// Takes over what was opened with @p options.
    service(std::unique_ptr<instance> opened, const open_options& options);

    /// One ID of the generator named `default`. Error, besides the generator's own: `not_found` where none has that
    /// name.
    result<id> generate();
    /// Fills all of @p out from the generator named `default`.
    result<void> generate(std::span<id> out);

    /// The generator of that name. Error: `not_found`, listing the names.
    result<generator> get(std::string_view name) const;
    /// A tag's numbers, or a shard's. Errors as `catalogue::stream`.
    result<generator> get(const stream_query& query) const;

    /// Closes now and tells whether all was given back. Every handle refuses from then on.
    result<void> close() { return opened_->close(); }

    /// What the servers publish from.
    instance& opened() const noexcept { return *opened_; }

  private:
    static result<service> open_settings(const result<settings>& read, const open_options& options);

    std::unique_ptr<instance> opened_;
    gen_method method_;
    const wall_clock* clock_;
    result<generator> default_;
};

} // namespace vesta::embed
