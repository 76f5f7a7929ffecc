#pragma once

#include "dispatcher.hpp"
#include "stream.hpp"

#include <vesta/base/fork.hpp>
#include <vesta/rpc/client_options.hpp>

#include <boost/asio/executor_work_guard.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace vesta::rpc::detail {

/// The inside of a client: its thread, the requests under way, and the streams.
class engine {
  public:
    /// Errors: `invalid_settings`.
    static result<std::unique_ptr<engine>> start(const client_options& options);
    engine(const engine&) = delete;
    engine& operator=(const engine&) = delete;
    ~engine();

    const client_options& options() const noexcept { return options_; }
    /// Whether this is a forked child, which has neither the thread nor the connections.
    bool is_forked() const noexcept { return !is_process(born_in_); }
    /// The end of a call that begins now.
    time_point deadline() const { return std::chrono::steady_clock::now() + options_.call_timeout; }

    /// The stream of that name. One that is at rest and has no holder is freed when others are made.
    std::shared_ptr<stream> get(const stream_name& name);
    /// How many are there.
    std::size_t stream_count();

    /// Sends @p asked, whose answer or failure comes in the client's thread.
    void submit(owned_request asked);
    /// Has @p which pumped in the client's thread.
    void pump(stream& which);

    // In the client's thread only:
    dispatcher& requests() noexcept { return requests_; }
    /// A request with a time limit is under way.
    void watch();
    /// A caller waits for @p which.
    void watch(stream& which);

  private:
    engine(const client_options& options, std::vector<server_address> servers);
    void give_back(std::size_t looks);
    void check_awaited(time_point now);
    void tick();

    const client_options options_;
    const std::uint32_t born_in_ = fork_count();
    std::mutex guard_;
    std::map<stream_name, std::shared_ptr<stream>> streams_;
    std::map<stream_name, std::shared_ptr<stream>>::iterator looked_at_ = streams_.end(); // the next for `give_back`
    asio::io_context context_{1};
    asio::executor_work_guard<context_executor> stays_{context_.get_executor()};
    steady_timer timer_{context_};
    bool ticking_ = false;
    std::vector<std::shared_ptr<stream>> awaited_; // in the client's thread: streams that a caller may wait for
    dispatcher requests_;
    std::thread thread_;
};

} // namespace vesta::rpc::detail
