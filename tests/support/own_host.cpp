// Every test stands for a host of its own: a register of machine IDs (VESTA_HOST_DIR) that is empty when it begins, and
// that no other test, and no program of this host, shares. Linked into every test program.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

class own_host final : public ::testing::EmptyTestEventListener {
  public:
    own_host() { begin(); }
    ~own_host() override { end(); }

    void OnTestStart(const ::testing::TestInfo& /*of*/) override { begin(); }
    void OnTestEnd(const ::testing::TestInfo& /*of*/) override { end(); }

  private:
    void begin() {
        end();
        folder_ = (std::filesystem::temp_directory_path() / "vesta-host-XXXXXX").string();
        if (::mkdtemp(folder_.data()) == nullptr) std::abort();
        ::setenv("VESTA_HOST_DIR", folder_.c_str(), 1);
    }
    void end() {
        std::error_code unused;
        if (!folder_.empty()) std::filesystem::remove_all(folder_, unused);
        folder_.clear();
    }

    std::string folder_;
};

[[maybe_unused]] const bool appended = [] {
    ::testing::UnitTest::GetInstance()->listeners().Append(new own_host); // GoogleTest deletes it
    return true;
}();

} // namespace
