#include "sim_register.hpp"

#include <utility>

namespace vesta::testing {
namespace {

error broken_register(std::string_view call) {
    return {errc::state_unusable, "cannot " + std::string{call} + " in the register: Input/output error"};
}

} // namespace

/// Holds its lock for as long as it lives, whatever becomes of the visit.
class sim_register::sim_locked final : public file::locked_file {
  public:
    sim_locked(sim_host& on, sim_volume& in, sim_disk::calls of, sim_volume::file_number file)
        : on_{on}, volume_{in}, calls_{std::move(of)}, file_{file} {}
    ~sim_locked() override { volume_.unlock(file_, this); }

    bool take() { return volume_.lock(file_, this); }

    result<void> write(std::string_view text, std::size_t at) override {
        const auto how = calls_("write entry");
        if (how == answer::refused && at == 0) text = text.substr(0, on_.random.below(text.size()));
        if (how != answer::refused || at == 0) volume_.overwrite(file_, text, at);
        return how == answer::done ? result<void>{} : broken_register("write");
    }

  private:
    sim_host& on_;
    sim_volume& volume_;
    const sim_disk::calls calls_;
    const sim_volume::file_number file_;
};

result<std::unique_ptr<file::locked_file>> sim_register::take_turn(const std::string& name) {
    const auto how = calls_("take turn");
    if (how == answer::refused) return broken_register("lock");
    const auto found = volume_.find(name);
    auto turn = std::make_unique<sim_locked>(on_, volume_, calls_, found == 0 ? volume_.make(name) : found);
    if (how == answer::lost) return broken_register("lock");
    if (!turn->take()) return error{errc::in_use, name + " is locked"};
    return std::unique_ptr<file::locked_file>{std::move(turn)};
}

std::chrono::milliseconds sim_register::rest() {
    static_cast<void>(calls_("rest"));
    return std::chrono::milliseconds{100};
}

result<std::vector<std::string>> sim_register::list() {
    if (calls_("list register") != answer::done) return broken_register("list");
    return volume_.names();
}

result<std::optional<file::seen_file>> sim_register::read(const std::string& name) {
    if (calls_("read entry") != answer::done) return broken_register("read");
    const auto file = volume_.find(name);
    if (file == 0) return std::optional<file::seen_file>{};
    return std::optional{file::seen_file{volume_.content(file), volume_.is_locked(file)}};
}

result<std::unique_ptr<file::locked_file>> sim_register::create(const std::string& name) {
    const auto how = calls_("create entry");
    if (how == answer::refused) return broken_register("create");
    auto made = std::make_unique<sim_locked>(on_, volume_, calls_, volume_.make(name));
    if (how == answer::lost || !made->take()) return broken_register("create");
    return std::unique_ptr<file::locked_file>{std::move(made)};
}

void sim_register::remove(const std::string& name) {
    if (calls_("remove entry") != answer::refused && volume_.find(name) != 0) volume_.name(name, 0);
}

std::string sim_register::unique() {
    std::string digits;
    for (int i = 0; i < 32; ++i)
        digits += "0123456789abcdef"[on_.random.below(16)];
    return digits;
}

std::string sim_register::boot() const {
    auto boot = std::to_string(volume_.boots);
    return std::string(36 - boot.size(), '0') + boot;
}

} // namespace vesta::testing
