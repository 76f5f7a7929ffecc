#include "worker.hpp"

#include <vesta/base/background.hpp>
#include <vesta/net/endpoint.hpp>
#include <vesta/net/open_files.hpp>

#include <algorithm>

namespace vesta::net {
namespace {

unsigned threads_for(const server_options& how) noexcept {
    return how.threads != 0 ? how.threads : std::max(1U, std::thread::hardware_concurrency());
}

server_options with_house(server_options how) {
    if (!how.within) how.within = std::make_shared<house>();
    return how;
}

} // namespace

server::server(server_options how, server_state& shared) : how_{with_house(std::move(how))}, shared_{shared} {}

server::~server() {
    begin_stop(std::chrono::milliseconds{0});
    wait();
}

result<tcp_endpoint> server::listen(const dialect_maker& speak) {
    auto where = parse_endpoint(how_.listen);
    if (!where) return where;
    make_room_for(how_.connections + how_.connections / 4); // some are told that there are too many
    const unsigned threads = threads_for(how_);
    for (unsigned i = 0; i < threads; ++i) {
        auto made = std::make_unique<worker>(how_, shared_, shared_.threads.emplace_back(), speak());
        auto listening = net::listen(made->context(), *where, sharing_of(i, threads));
        if (!listening) return std::move(listening).error();
        *where = listening->local_endpoint(); // the others share the port of the first
        made->accept_from(*std::move(listening));
        workers_.push_back(std::move(made));
    }
    return where;
}

void server::serve() {
    const signals_blocked here;
    for (const auto& each : workers_) {
        threads_.emplace_back([work = each.get()] { work->run(); });
        const std::string name = how_.thread_name + "-" + std::to_string(threads_.size() - 1);
        ::pthread_setname_np(threads_.back().native_handle(), name.c_str());
    }
}

void server::begin_stop(std::chrono::milliseconds deadline) {
    shared_.stopping = true;
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
