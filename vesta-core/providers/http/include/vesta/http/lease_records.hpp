#pragma once

#include <vesta/http/record_store.hpp>

#include <memory>
#include <string>

namespace vesta::http {

/// Leases as records, each named as in vesta/machine/lease_name.hpp, with the text of vesta/http/lease_record.hpp. A
/// row's version is its record's revision; the end of its lease is by the store's time.
///
/// Errors: as `lease_table`.
/// Thread-safety: safe.
class lease_records : public lease_table {
  public:
    explicit lease_records(std::unique_ptr<record_store> in);

    std::string where() const override;
    result<store_moment> store_now() override;
    result<std::vector<lease_row>> rows() override;
    result<lease_row> row(machine_id id, std::uint32_t share = 0) override;
    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override;
    result<void> repair(const lease_row& next) override;

  private:
    result<bool> is_too_far_ahead(const lease_row& next, unix_ms now);
    result<std::optional<lease_write>> write(const lease_row& next, std::chrono::milliseconds lease, bool over_any);

    const std::unique_ptr<record_store> in_;
};

} // namespace vesta::http
