#include "numbers.hpp"

#include "databases.hpp"
#include "known_files.hpp"
#include "refill.hpp"
#include "shards.hpp"
#include "stores/store_clients.hpp"

#include <vesta/sql/segment_table.hpp>

namespace vesta::embed {
namespace {

/// A segment generator; its streams are its tags.
class segment_member final : public member {
  public:
    segment_member(std::string name, std::shared_ptr<segment_store> store, const segment_options& options)
        : member{std::move(name), "segment"}, of_{std::move(store), options} {}

    result<id_source*> stream(const stream_query& query) override {
        if (query.app || query.gate_pass) return unsuited("takes no app or gatePass");
        if (!query.tag) return unsuited("needs a tag");
        return of_.tag(*query.tag);
    }

    result<segment_generator*> segments() override { return &of_; }

    /// Ready once the store has answered: from then on a store that is away is a trouble, which tags with numbers left
    /// do not have.
    generator_status status() const override {
        segment_status now = of_.status();
        generator_status status{.name = name(), .kind = kind(), .ready = now.ready};
        if (!now.ready) status.why_not = now.trouble ? now.trouble->message : "the table of tags has not been read yet";
        status.numbers = number_status{now.tags, now.counts, now.latency, std::move(now.trouble)};
        return status;
    }

    void close() override { of_.close(); }

  private:
    segment_generator of_;
};

result<std::shared_ptr<member>> make_segments(const settings& from, const std::string& name,
                                              const generator_settings& of, const log_sink& log) {
    auto database = database_options(from, of.store);
    if (!database) return std::move(database).error();
    sql::segment_table table{.database = *std::move(database)};
    if (!of.table.empty()) table.table = of.table;
    segment_options options{
        .order = of.order, .refill = refill_of(of.refill, refill_kind::demand), .look_ahead = of.look_ahead};
    if (of.refresh) options.refresh_every = *of.refresh;
    if (of.auto_create) options.auto_create = of.auto_create->step;
    options.memory = tags_of(from, name, log);
    auto clients = get_store_clients();
    if (!clients) return std::move(clients).error();
    auto store = (*clients)->segments(table);
    if (!store) return error{store.error().code, "generators." + name + ": " + store.error().message};
    return std::make_shared<segment_member>(name, *std::move(store), options);
}

} // namespace

result<std::shared_ptr<member>> make_numbers(const settings& from, const std::string& name,
                                             const generator_settings& of, const log_sink& log) {
    return of.kind == "sharded" ? make_shards(from, name, of, log) : make_segments(from, name, of, log);
}

} // namespace vesta::embed
