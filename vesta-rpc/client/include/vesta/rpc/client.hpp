#pragma once

#include <vesta/generate/catalogue.hpp>
#include <vesta/generate/id_source.hpp>
#include <vesta/rpc/client_options.hpp>
#include <vesta/rpc/operation.hpp>

#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace vesta::rpc {

namespace detail {
class engine;
class stream;
} // namespace detail

/// One generator of the servers, or one tag's or shard's stream of numbers, with the verbs of
/// `vesta::embed::generator`: a handle, to be copied at will; what was prefetched for it lives with its copies. To be
/// used only while the client is there. Safe to use from any thread.
///
/// Calls made while a request is on its way share the next one. A call that got no answer may have made IDs that nobody
/// sees: a gap, never a duplicate.
///
/// Errors of every call: `store_unavailable` when no server answered within the time-out, with what each of them did
/// instead; `clock_behind`, `not_ready`, `exhausted` when every server that answered refused so; `not_found` and
/// `invalid_argument` from the first; `invalid_settings`, at once, when no server lets the client in with its password:
/// missing, wrong, or given to servers that have none; `closed`; `forked`.
class generator {
  public:
    /// One ID; from a prefetched range where there is one.
    result<id> generate();
    /// Fills all of @p out; on an error none of them may be used.
    result<void> generate(std::span<id> out);

    /// Takes an ID apart. The names of its scheme and type are not told by the servers and stay empty. Error:
    /// `invalid_argument` for an ID that this generator's layout did not make, and for generators that are not
    /// time-based.
    result<explanation> explain(id value) const;
    /// Builds an ID of this generator's type from parts; `parts.type` is the generator's own. Error:
    /// `invalid_argument`.
    result<id> make(const fields& parts) const;
    /// The instant at which tick @p time begins. Error: `invalid_argument`.
    result<unix_ms> to_time(std::uint64_t time) const;

    /// The same for coroutines. What @p out views outlives the operation.
    operation<id> co_generate();
    operation<void> co_generate(std::span<id> out);
    operation<explanation> co_explain(id value) const;
    operation<id> co_make(const fields& parts) const;
    operation<unix_ms> co_to_time(std::uint64_t time) const;

    /// The same for callbacks: @p done is called once, in the client's thread or in the caller's, and must not block.
    void async_generate(std::span<id> out, std::function<void(result<void>)> done);

    /// The same for engines that do not wait: gives what is at hand, and sees to it that there is more the next time.
    /// Valid while this handle or a copy of it is.
    id_source& source() noexcept;

  private:
    friend class client;
    generator(detail::engine& by, std::shared_ptr<detail::stream> from) : by_{&by}, from_{std::move(from)} {}

    detail::engine* by_;
    std::shared_ptr<detail::stream> from_;
};

/// Remote generators with the interface of embedded ones: connections to one or more servers, a thread of its own that
/// serves them, and whatever was prefetched. Moved, not copied; safe to use from any thread. Destroying it fails the
/// calls under way with `closed`; nobody may begin another meanwhile. In a forked child every call fails with `forked`.
class client {
  public:
    /// Starts the client; servers are connected to when they are needed. Error: `invalid_settings`.
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
    /// A tag's numbers, or a shard's. A query costs memory while its handles are there, calls are under way, or what
    /// was prefetched for it is fresh; then it is given back, at the latest as others are asked for. Error:
    /// `invalid_argument` for an app without a gate pass or the reverse.
    result<generator> get(const stream_query& query) const;

  private:
    explicit client(std::unique_ptr<detail::engine> started);

    std::unique_ptr<detail::engine> engine_;
    generator default_;
};

} // namespace vesta::rpc
