#pragma once

#include <vesta/gapless/gapless_store.hpp>
#include <vesta/id/scheme.hpp>
#include <vesta/rpc/client_options.hpp>
#include <vesta/rpc/operation.hpp>
#include <vesta/source/id_source.hpp>
#include <vesta/source/stream_query.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace vesta::rpc {

namespace detail {
class engine;
class stream;
} // namespace detail

/// A handle of one generator of the servers, or of the numbers of one tag or shard, with the functions of
/// `vesta::embed::generator`. Cheap to copy; copies share their prefetched ranges.
///
/// Calls made while a request is under way share the next one. A call without an answer may have made IDs that no
/// caller gets: a gap, never a duplicate.
///
/// Errors of every call: `store_unavailable` if no server answered in time, with the failure of each; `clock_behind`,
/// `not_ready`, `exhausted` if every server that answered refused so; `not_found` and `invalid_argument` from the first
/// that says so; `invalid_settings`, at once, if no server accepts the client's password; `closed`; `forked`.
/// Thread-safety: safe.
/// Lifetime: use it only while the client lives.
class generator {
  public:
    /// One ID, from a prefetched range if there is one. Blocks at most for `client_options::call_timeout`.
    result<id> generate();
    /// Fills all of @p out. Blocks as for one ID; on an error none of the IDs may be used.
    result<void> generate(std::span<id> out);

    /// Takes an ID apart. The names of scheme and type stay empty, since servers do not tell them.
    ///
    /// Errors: also `invalid_argument` for an ID that this generator's family did not make, and for a generator that
    /// counts.
    result<explanation> explain(id value) const;
    /// Builds an ID of this generator's type from parts; ignores `parts.type`.
    ///
    /// Errors: also `invalid_argument`.
    result<id> make(const fields& parts) const;
    /// The instant at which tick @p time begins.
    ///
    /// Errors: also `invalid_argument`.
    result<unix_ms> to_time(std::uint64_t time) const;

    /// The number of a generator of kind gapless that @p key has: the next one, for a new key. It is asked for again,
    /// with the key, whenever an answer is lost or servers cannot give one now. Blocks at most for
    /// `client_options::call_timeout`; if it is `unknown` then, call again with the same key. `again` is not told.
    ///
    /// Errors in the outcome: also those of `check_key`.
    number_outcome take_number(std::string_view key) const;

    /// The same for coroutines.
    ///
    /// Lifetime: the memory of @p out outlives the operation.
    operation<id> co_generate();
    operation<void> co_generate(std::span<id> out);
    operation<explanation> co_explain(id value) const;
    operation<id> co_make(const fields& parts) const;
    operation<unix_ms> co_to_time(std::uint64_t time) const;
    operation<number_outcome> co_take_number(std::string key) const;

    /// The same for callbacks. @p done is called once, in the client's thread or the caller's, and must not block.
    ///
    /// Lifetime: the memory of @p out lives until then.
    void async_generate(std::span<id> out, std::function<void(result<void>)> done);

    /// The same for engines that do not wait: gives prefetched IDs, and fetches more for the next call.
    ///
    /// Lifetime: valid while this handle or a copy of it is.
    id_source& source() noexcept;

  private:
    friend class client;
    generator(detail::engine& by, std::shared_ptr<detail::stream> from) : by_{&by}, from_{std::move(from)} {}

    detail::engine* by_;
    std::shared_ptr<detail::stream> from_;
};

/// Remote generators with the functions of embedded ones: connections to one or more servers, a thread that serves
/// them, and prefetched ranges. Moved, not copied.
///
/// Errors: in a forked child every call fails with `forked`.
/// Thread-safety: safe.
/// Lifetime: the destructor fails calls under way with `closed`; no call may begin meanwhile.
class client {
  public:
    /// Starts the client. Connects to a server only when it is needed.
    ///
    /// Errors: `invalid_settings`.
    static result<client> open(const client_options& options);

    client(client&&) noexcept;
    client& operator=(client&&) noexcept;
    ~client();

    /// One ID of the generator named `default`.
    result<id> generate() { return default_.generate(); }
    /// Fills all of @p out from the generator named `default`.
    result<void> generate(std::span<id> out) { return default_.generate(out); }

    /// The generator of that name. Whether the servers have it shows when it is used.
    result<generator> get(std::string_view name) const;
    /// The numbers of a tag or a shard.
    ///
    /// A query costs memory while a handle of it exists, a call is under way, or a prefetched range is fresh. The
    /// memory is freed when other queries are made, at the latest.
    /// Errors: `invalid_argument` for an app without a gate pass, or the reverse.
    result<generator> get(const stream_query& query) const;

  private:
    explicit client(std::unique_ptr<detail::engine> started);

    std::unique_ptr<detail::engine> engine_;
    generator default_;
};

} // namespace vesta::rpc
