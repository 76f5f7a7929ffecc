#include "conformance/machine_id_provider.hpp"
#include "support/temp_folder.hpp"
#include "support/wrapped_disk.hpp"

#include <vesta/file/marks.hpp>
#include <vesta/machine/fixed_ids.hpp>

// Machine IDs known beforehand, their marks in files: what most hosts use.
namespace vesta::testing {
namespace {

class file_environment {
  public:
    std::unique_ptr<machine_id_provider> provider(std::size_t ids) {
        std::vector<machine_id> all;
        for (std::uint32_t each = 0; each < ids; ++each)
            all.push_back({each});
        return std::make_unique<fixed_ids>(
            std::move(all), "the test",
            [this](machine_id machine, const lease_request& request) { return open(machine, request); });
    }

    void crash(std::vector<machine_lease> leases) { leases.clear(); } // the system frees the locks of the dead

    /// There is no taking over while the lock holds. An operator who removes the lock file, and says that the folder is
    /// no copy, does it all the same.
    machine_lease take_over(machine_id machine) {
        std::filesystem::remove(folder_ / ("machine-" + std::to_string(machine.value) + ".embedded.lock"));
        file::release_place(folder_.path(), machine).value();
        return {machine, open(machine, {.instance = "heir", .methods = {gen_method::embedded}}).value()};
    }

    void break_store() { broken_ = true; }
    void mend_store() { broken_ = false; }

  private:
    result<std::unique_ptr<high_water_mark>> open(machine_id machine, const lease_request& request) {
        auto on = std::make_shared<wrapped_disk>(file::open_disk(folder_.path()).value());
        on->before = [this](const std::string& step) {
            return broken_ && step == "write" ? result<void>{error{errc::state_unusable, "No space left on device"}}
                                              : result<void>{};
        };
        return file::open_mark(std::move(on), machine, request);
    }

    temp_folder folder_;
    bool broken_ = false;
};

INSTANTIATE_TYPED_TEST_SUITE_P(file, machine_id_provider_contract, file_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(file, machine_id_takeover_contract, file_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(file, machine_id_fault_contract, file_environment);

} // namespace
} // namespace vesta::testing
