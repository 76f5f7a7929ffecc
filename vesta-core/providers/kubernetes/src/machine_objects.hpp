#pragma once

#include "api_server.hpp"
#include "lease_object.hpp"

#include <vesta/http/record_store.hpp>
#include <vesta/machine/reign_watch.hpp>

#include <string>
#include <vector>

namespace vesta::kubernetes {

/// Objects that were listed, and what the list says of all.
struct listing {
    std::vector<lease_object> objects;
    std::string next; ///< The token of the next page; empty: there is none.
    std::int64_t revision = 0;
    unix_ms at{};
};

/// The records of one fleet.
class machine_objects final : public http::record_store {
  public:
    explicit machine_objects(options to) : api_{std::move(to)} {}

    std::string where() const override;
    result<store_moment> look() override;
    result<unix_ms> now() override;
    result<std::vector<http::record>> list() override;
    result<http::record> get(const std::string& name) override;
    result<std::optional<lease_write>> put(const http::record_change& wanted) override;

  private:
    const std::string& fleet() const noexcept { return api_.to().fleet; }
    std::string object_named(const std::string& record) const { return fleet() + "." + record; }

    error changed_by_others(const std::string& record) const;

    /// Nothing where a page cannot be continued any more.
    result<std::optional<listing>> ask_for(const std::string& query);
    /// The one object of that name, or none.
    result<listing> find(const std::string& name);
    /// Nothing where it took so long that the next page is gone.
    result<std::optional<std::vector<lease_object>>> list_once();
    /// Refuses what tells that the data went back, and has a look end the reign.
    result<void> accept(const listing& got, const reign_watch::knowledge& before);

    result<std::optional<lease_write>> create(boost::json::object metadata, boost::json::object spec);
    result<std::optional<lease_write>> patch(const std::string& name, boost::json::object metadata,
                                             boost::json::object spec);
    result<std::optional<lease_write>> send(const call& what);
    /// Over the object with the resourceVersion @p over alone; 0: only if there is none.
    result<std::optional<lease_write>> write(const http::record_change& wanted, std::int64_t over);
    result<std::optional<lease_write>> overwrite(const http::record_change& wanted);
    result<bool> is_reign(const std::string& wanted);
    result<void> begin_reign(const listing& found, const reign_watch::knowledge& before);

    api_server api_;
    reign_watch watch_;
};

} // namespace vesta::kubernetes
