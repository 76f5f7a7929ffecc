#include "worker.hpp"

#include <vesta/base/background.hpp>
#include <vesta/net/open_files.hpp>

#include <algorithm>

namespace vesta::net {
namespace {

unsigned threads_for(const server_options& how) noexcept {
    return how.threads != 0 ? how.threads : std::max(1U, std::thread::hardware_concurrency());
}

server_options with_program_state(server_options how) {
    if (!how.program) how.program = std::make_shared<program_state>();
    return how;
}

} // namespace

server::server(server_options how, server_state& shared) : how_{with_program_state(std::move(how))}, shared_{shared} {
    shared_.tls.set(how_.tls);
}

server::~server() {
    begin_stop(std::chrono::milliseconds{0});
    wait();
}

result<std::vector<listen_address>> server::listen(const dialect_maker& speak) {
    auto where = parse_listen_addresses(how_.listen);
    if (!where) return where;
    make_room_for(how_.connections + how_.connections / 4); // some are told that there are too many
    if (auto opened = open_common(*where); !opened) return std::move(opened).error();
    const unsigned threads = threads_for(how_);
    for (unsigned i = 0; i < threads; ++i) {
        workers_.push_back(std::make_unique<worker>(how_, shared_, shared_.threads.emplace_back(), speak()));
        if (auto listening = listen(*workers_.back(), *where, sharing_of(i, threads)); !listening)
            return std::move(listening).error();
    }
    for (const listen_address& each : *where)
        addresses_.push_back(to_text(each));
    return where;
}

/// Opens what all threads accept from: sockets that were given, and unix sockets.
result<void> server::open_common(const std::vector<listen_address>& at) {
    for (const listen_address& each : at) {
        auto& opened = common_.emplace_back();
        if (descriptor given = how_.given ? how_.given->take(each) : descriptor{}; given.is_open()) {
            opened.emplace(std::move(given));
        } else if (const auto* const local = std::get_if<local_path>(&each)) {
            auto fresh = common_socket::listen(local->path);
            if (!fresh) return std::move(fresh).error();
            opened.emplace(*std::move(fresh));
        }
    }
    return {};
}

/// Fills in the ports that the first thread's sockets have got: those of others share them.
result<void> server::listen(worker& with, std::vector<listen_address>& at, sharing how) {
    for (std::size_t i = 0; i < at.size(); ++i) {
        auto* const endpoint = std::get_if<tcp_endpoint>(&at[i]);
        if (common_[i]) {
            with.accept_from(common_[i]->share(), endpoint != nullptr ? origin::network : origin::this_host);
            continue;
        }
        auto listening = net::listen(with.context(), *endpoint, how);
        if (!listening) return std::move(listening).error();
        *endpoint = listening->local_endpoint();
        with.accept_from(descriptor{listening->release()}, origin::network); // it is not Asio that watches it
    }
    return {};
}

void server::serve() {
    const signals_blocked here;
    for (const auto& each : workers_) {
        threads_.emplace_back([work = each.get()] { work->run(); });
        const std::string name = how_.thread_name + "-" + std::to_string(threads_.size() - 1);
        ::pthread_setname_np(threads_.back().native_handle(), name.c_str());
    }
}

result<void> server::replace_tls(tls::shared_context with) {
    if (!with) return error{errc::invalid_argument, "there is no TLS to replace the present one"};
    if (!how_.tls) return error{errc::invalid_argument, "the server serves without TLS"};
    shared_.tls.set(std::move(with));
    return {};
}

void server::cut(std::vector<std::uint64_t> numbers) {
    const auto shared = std::make_shared<const std::vector<std::uint64_t>>(std::move(numbers));
    for (const auto& each : workers_)
        each->cut(shared);
}

void server::begin_drain() noexcept {
    stage serving = stage::serving;
    shared_.at.compare_exchange_strong(serving, stage::draining);
}

void server::begin_stop(std::chrono::milliseconds deadline) {
    if (shared_.at.exchange(stage::stopping) != stage::stopping) {
        for (auto& each : common_)
            if (each) each->close(); // else clients would go on connecting to nobody
    }
    const auto until = std::chrono::steady_clock::now() + deadline;
    for (const auto& each : workers_)
        each->begin_stop(until);
}

bool server::wait() {
    const std::lock_guard guard{joining_};
    for (std::thread& each : threads_)
        if (each.joinable()) each.join();
    return std::ranges::none_of(workers_, &worker::has_cut_off);
}

} // namespace vesta::net
