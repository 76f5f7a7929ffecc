#pragma once

#include "member.hpp"

namespace vesta::embed {

/// The generators of an instance as one way of publishing sees them: in the order of the settings, found by name.
class view final : public catalogue {
  public:
    explicit view(std::vector<std::shared_ptr<member>> members) : members_{std::move(members)} {}

    result<id_source*> stream(const stream_query& query) override;
    result<const time_generator*> time_based(std::string_view generator) override;
    result<segment_generator*> segments(std::string_view generator) override;
    result<sharded_generator*> sharded(std::string_view generator) override;
    std::vector<generator_status> status() override;

    const std::vector<std::shared_ptr<member>>& members() const noexcept { return members_; }

  private:
    result<member*> find(std::string_view name) const;

    const std::vector<std::shared_ptr<member>> members_;
};

} // namespace vesta::embed
