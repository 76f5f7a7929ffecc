#include "rehearsal.hpp"

#include "gather.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/embed/old_stores.hpp>
#include <vesta/embed/vesta.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace vesta::cli {
namespace {

using migrate::assignment;

constexpr std::size_t taken_each = 3;  // IDs of a node, and numbers of a tag
constexpr std::size_t most_tags = 100; // of a table

/// This host's clock, which rests are added to instead of being waited for.
class passing_clock final : public wall_clock {
  public:
    unix_ns now() const noexcept override {
        return system_wall_clock().now() + std::chrono::nanoseconds{passed_.load(std::memory_order_relaxed)};
    }
    boot_clock::time_point steady() const noexcept override {
        return system_wall_clock().steady() + std::chrono::nanoseconds{passed_.load(std::memory_order_relaxed)};
    }
    /// Short ones are for threads of the process, which work in real time; long ones are for a tick to come.
    void rest(std::chrono::nanoseconds duration) const override {
        constexpr std::chrono::nanoseconds longest = std::chrono::milliseconds{60};
        if (duration <= longest) return system_wall_clock().rest(duration);
        pass(duration);
    }
    void pass(std::chrono::nanoseconds duration) const noexcept { passed_ += duration.count(); }

  private:
    mutable std::atomic<std::int64_t> passed_{0};
};

/// A folder that is removed in the end, and that stands for the whole host while it is there, so that no process of
/// this host learns of the machine IDs that are tried.
class private_host {
  public:
    private_host() {
        std::string name = (std::filesystem::temp_directory_path() / "vesta-rehearsal-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) return;
        folder_ = name;
        const char* const set = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): no node is open yet
        if (set != nullptr) before_ = set;
        ::setenv(variable, (folder_ / "host").c_str(), 1); // NOLINT(concurrency-mt-unsafe): the same
    }
    private_host(const private_host&) = delete;
    private_host& operator=(const private_host&) = delete;
    ~private_host() {
        if (folder_.empty()) return;
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
        if (before_) {
            ::setenv(variable, before_->c_str(), 1); // NOLINT(concurrency-mt-unsafe): all nodes are closed
        } else {
            ::unsetenv(variable); // NOLINT(concurrency-mt-unsafe): the same
        }
    }

    const std::filesystem::path& folder() const noexcept { return folder_; }

  private:
    static constexpr const char* variable = "VESTA_HOST_DIR";
    std::filesystem::path folder_;
    std::optional<std::string> before_;
};

error excluded(const std::string& what) {
    return {errc::internal, "the rehearsal found what the plan excludes: " + what + "; do not move, and report this"};
}

class rehearsal {
  public:
    rehearsal(const migrate::facts& of, const migrate::plan& planned,
              const std::optional<embed::store_settings>& scratch)
        : of_{of}, planned_{planned}, scratch_{scratch} {}

    result<std::vector<std::string>> run() {
        if (host_.folder().empty()) return error{errc::internal, "cannot make a folder for copies"};
        if (auto fits = check_scratch(); !fits) return std::move(fits).error();
        for (std::size_t i = 0; i < planned_.nodes.size(); ++i)
            if (auto done = try_node(i); !done) return std::move(done).error();
        return std::move(seen_);
    }

  private:
    /// What is tried must not reach what is in use.
    result<void> check_scratch() const {
        if (!scratch_) return {};
        if (of_.tables.size() > 1)
            return error{errc::invalid_argument, "--rehearse-in takes the copies of one database, and there are " +
                                                     std::to_string(of_.tables.size()) + "; leave it out"};
        for (const migrate::new_node& node : planned_.nodes) {
            const auto own = embed::parse_settings(node.settings, "settings");
            for (const auto& [name, each] : own->stores)
                if (place_of(each) == place_of(*scratch_))
                    return error{errc::invalid_argument, "--rehearse-in is " + place_of(*scratch_) +
                                                             ", the old system's own database; name an empty one"};
        }
        return {};
    }

    result<void> try_node(std::size_t which) {
        auto from = settings_of(which);
        if (!from) return std::move(from).error();
        const migrate::new_node& node = planned_.nodes[which];
        const passing_clock clock;
        clock.pass(node.wait);
        embed::open_options how{.clock = &clock};
        if (from->rest.enabled || from->rpc.enabled)
            how.methods = {from->rest.enabled ? gen_method::rest : gen_method::rpc};
        auto opened = embed::instance::open(*from, how);
        if (!opened) return error{opened.error().code, node.name + ": " + opened.error().message};
        embed::service service{*std::move(opened), how};
        for (const auto& [name, each] : from->generators) {
            auto done = each.timed() != nullptr ? take_ids(service, name, which) : take_numbers(service, *from, name);
            if (!done) return error{done.error().code, node.name + ": " + done.error().message};
        }
        return service.close();
    }

    /// The node's own settings on copies.
    result<embed::settings> settings_of(std::size_t which) {
        auto from =
            embed::parse_settings(planned_.nodes[which].settings, "the settings of " + planned_.nodes[which].name);
        if (!from) return from;
        from->state_dir = host_.folder() / ("state-" + std::to_string(which));
        from->machine_id.leaf_file.clear();                     // it is on the node's host
        from->clock.max_forward = std::chrono::milliseconds{0}; // the copies do not know that time passes faster here
        for (auto& [name, each] : from->stores)
            each = copy_of(place_of(each));
        if (from->machine_id.provider == embed::id_provider::zookeeper) {
            // The same rules, on a table in place of the tree.
            from->stores["copied-tree"] = copy_of("tree");
            from->machine_id.provider = embed::id_provider::database;
            from->machine_id.database = embed::database_settings{.store = "copied-tree", .mode = "leaf-mysql"};
        }
        if (auto filled = fill(*from, which); !filled) return std::move(filled).error();
        return from;
    }

    embed::store_settings copy_of(const std::string& place) {
        if (scratch_) return *scratch_;
        const auto number = copies_.emplace(place, copies_.size()).first->second;
        return {.kind = embed::store_kind::sqlite,
                .file = (host_.folder() / ("copy-" + std::to_string(number) + ".db")).string()};
    }

    /// Copies what the node reads, once.
    result<void> fill(const embed::settings& to, std::size_t which) {
        for (const auto& [name, each] : to.generators) {
            const auto* const numbers = each.numbers();
            if (numbers == nullptr || !filled_.insert(place_of(to.stores.at(numbers->store))).second) continue;
            const migrate::table_facts* const table = table_in(which, numbers->store);
            std::vector<tag_row> rows;
            for (const seen_tag& tag : table->seen.tags)
                rows.push_back(*tag.row);
            if (auto done = embed::copy_tags(to, name, rows); !done) return done;
        }
        // Last, since a table of tags that is not empty shows that a scratch is none, before anything is written.
        const assignment how = of_.nodes[which].how;
        const bool is_registered = how != assignment::none && how != assignment::by_settings;
        if (!is_registered || std::exchange(has_register_, true)) return {};
        return embed::copy_assignments(to, of_.assigned->entries);
    }

    /// The table that the node's own settings name.
    const migrate::table_facts* table_in(std::size_t which, const std::string& store) const {
        const auto own = embed::parse_settings(planned_.nodes[which].settings, "settings");
        const std::string place = place_of(own->stores.at(store));
        return &*std::ranges::find_if(of_.tables,
                                      [&](const auto& each) { return each.where.ends_with(" of " + place); });
    }

    result<void> take_ids(const embed::service& service, const std::string& name, std::size_t which) {
        const migrate::new_node& node = planned_.nodes[which];
        auto from = service.get(name);
        if (!from) return from.error();
        std::array<id, taken_each> ids{};
        if (auto taken = from->generate(ids); !taken) return taken;
        std::optional<unix_ms> first;
        for (const id each : ids) {
            const auto explained = from->explain(each);
            if (!explained) return explained.error();
            if (!first) first = explained->at;
            if (explained->parts.machine != node.machine->value)
                return excluded(to_string(each) + " has machine ID " + std::to_string(explained->parts.machine));
            if (explained->at < node.from.value_or(of_.now))
                return excluded(to_string(each) + " is of " + to_rfc3339(explained->at));
            if (!ids_.insert(each).second) return excluded(to_string(each) + " came twice");
        }
        seen_.push_back(node.name + ": machine ID " + std::to_string(node.machine->value) + ", first ID " +
                        to_string(ids.front()) + " of " + to_rfc3339(*first) +
                        (node.from ? ", above " + to_rfc3339(*node.from - migrate::unseen_by_leaf) +
                                         ", the last time of its predecessor"
                                   : ", after all that its predecessor can have made by now") +
                        ".");
        return {};
    }

    result<void> take_numbers(const embed::service& service, const embed::settings& from, const std::string& name) {
        const auto before = embed::look_at_tags(from, name);
        if (!before) return before.error();
        std::map<std::string, std::int64_t> last;
        for (const seen_tag& each : before->tags) {
            if (last.size() == most_tags) break;
            auto took = take_tag(service, name, *each.row);
            if (!took) return std::move(took).error();
            last[each.tag] = *took;
        }
        return check_rows(from, name, last);
    }

    /// The last number taken.
    result<std::int64_t> take_tag(const embed::service& service, const std::string& name, const tag_row& row) {
        auto of = service.get(stream_query{.generator = name, .tag = row.tag});
        if (!of) return of.error();
        std::array<id, taken_each> numbers{};
        if (auto taken = of->generate(numbers); !taken) return std::move(taken).error();
        for (const id each : numbers) {
            const auto number = static_cast<std::int64_t>(each.value);
            const bool is_ours = number % row.delta == row.remainder || row.delta == 1;
            if (number < row.max_id || !is_ours)
                return excluded("tag " + in_quotes(row.tag) + " gave " + std::to_string(number));
            if (!numbers_[row.tag].insert(number).second)
                return excluded("tag " + in_quotes(row.tag) + " gave " + std::to_string(number) + " twice");
        }
        seen_.push_back("Tag " + in_quotes(row.tag) + ": " + std::to_string(numbers.front().value) + " to " +
                        std::to_string(numbers.back().value) + ", where numbers from " + std::to_string(row.max_id) +
                        " on were free.");
        return static_cast<std::int64_t>(numbers.back().value);
    }

    /// All that was given out lies below what others may reserve.
    result<void> check_rows(const embed::settings& from, const std::string& name,
                            const std::map<std::string, std::int64_t>& last) {
        const auto after = embed::look_at_tags(from, name);
        if (!after) return after.error();
        for (const seen_tag& each : after->tags)
            if (const auto taken = last.find(each.tag); taken != last.end() && each.row->max_id <= taken->second)
                return excluded("the row of tag " + in_quotes(each.tag) + " did not move above " +
                                std::to_string(taken->second));
        return {};
    }

    const migrate::facts& of_;
    const migrate::plan& planned_;
    const std::optional<embed::store_settings> scratch_;
    const private_host host_;
    std::map<std::string, std::size_t> copies_; // by the place of the original
    std::set<std::string> filled_;
    bool has_register_ = false;
    std::set<id> ids_;
    std::map<std::string, std::set<std::int64_t>> numbers_;
    std::vector<std::string> seen_;
};

} // namespace

result<std::vector<std::string>> rehearse(const migrate::facts& of, const migrate::plan& planned,
                                          const std::optional<embed::store_settings>& scratch) {
    return rehearsal{of, planned, scratch}.run();
}

} // namespace vesta::cli
