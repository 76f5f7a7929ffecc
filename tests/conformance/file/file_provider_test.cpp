#include "conformance/machine_id_provider.hpp"
#include "support/temp_folder.hpp"

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

    /// There is no taking over while the lock holds. An operator who removes the lock file does it all the same.
    machine_lease take_over(machine_id machine) {
        std::filesystem::remove(file_of(machine, ".lock"));
        return {machine, open(machine, {.instance = "heir", .methods = {gen_method::embedded}}).value()};
    }

    void break_store() { std::filesystem::create_symlink("/dev/full", file_of({0}, ".mark.new")); }
    void mend_store() { std::filesystem::remove(file_of({0}, ".mark.new")); }

  private:
    result<std::unique_ptr<high_water_mark>> open(machine_id machine, const lease_request& request) {
        return file::open_mark(folder_.path(), machine, request);
    }

    std::filesystem::path file_of(machine_id machine, const std::string& kind) const {
        return folder_ / ("machine-" + std::to_string(machine.value) + ".embedded" + kind);
    }

    temp_folder folder_;
};

INSTANTIATE_TYPED_TEST_SUITE_P(file, machine_id_provider_contract, file_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(file, machine_id_takeover_contract, file_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(file, machine_id_fault_contract, file_environment);

} // namespace
} // namespace vesta::testing
