#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/generate/catalogue.hpp>

#include <map>

namespace vesta::embed {

/// One generator as one way of publishing sees it.
struct entry {
    std::string name;
    std::string kind;
    time_generator* time = nullptr; ///< null: its kind is not time-based
    std::vector<std::shared_ptr<reservation>> held;
};

/// The generators of an instance as one way of publishing sees them.
class view final : public catalogue {
  public:
    view(std::vector<entry> entries, const wall_clock& clock) : entries_{std::move(entries)}, clock_{clock} {}

    result<id_source*> stream(const stream_query& query) override;
    result<const time_generator*> time_based(std::string_view generator) override;
    std::vector<generator_status> status() override;

  private:
    result<const entry*> find(std::string_view name) const;
    generator_status status_of(const entry& of) const;

    const std::vector<entry> entries_;
    const wall_clock& clock_;
};

} // namespace vesta::embed
