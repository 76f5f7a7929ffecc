#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/generate/catalogue.hpp>

#include <memory>
#include <string>
#include <vector>

namespace vesta::embed {

/// What to open of the settings.
struct open_options {
    /// The ways of publishing that will be asked for.
    std::vector<gen_method> methods{gen_method::embedded};
    /// Only this generator, where not empty: nothing is reserved for the others.
    std::string only;
    /// Outlives the instance.
    const wall_clock* clock = &system_wall_clock();
};

/// Whether the generators of @p from can be opened by the servers it enables, or embedded where it enables none: that
/// no two could make the same ID, and that every field fits. Opens nothing. Error: `invalid_settings`.
result<void> check_generators(const settings& from);

/// The generators of one settings file, with their machine IDs held and their time reserved. Neither copied nor moved;
/// safe to use from any thread. Destroying it closes it.
class instance {
  public:
    /// Takes the machine IDs and makes the first reservation; blocks on the stores. Errors: `invalid_settings`,
    /// `in_use`, `state_unusable`, `store_unavailable`, `exhausted`, `not_found` for an unknown `only`.
    static result<std::unique_ptr<instance>> open(const settings& from, const open_options& options = {});

    instance(const instance&) = delete;
    instance& operator=(const instance&) = delete;
    ~instance();

    /// The generators as @p method publishes them; @p method is one of the options'. Lives as long as the instance.
    catalogue& published(gen_method method);

    /// Ends generating and gives back what was not used, so that the next owner starts at once. Blocks on the stores.
    /// Only the first call does anything. The first error met; the rest is released all the same.
    result<void> close();

  private:
    class parts;
    explicit instance(std::unique_ptr<parts> made);

    std::unique_ptr<parts> parts_;
};

} // namespace vesta::embed
