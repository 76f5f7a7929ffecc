#include "place.hpp"
#include "support/temp_folder.hpp"

#include <vesta/base/sha256.hpp>

#include <gmock/gmock.h>
#include <linux/magic.h>
#include <openssl/evp.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <cstdlib>

namespace vesta::file {
namespace {

using vesta::testing::temp_folder;

// FIPS 180-4 gives the first three; the last is a million times "a".
TEST(sha_256, gives_the_published_digests) {
    EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

std::string digest_by_openssl(const std::string& text) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EXPECT_EQ(EVP_Digest(text.data(), text.size(), digest, &size, EVP_sha256(), nullptr), 1);
    std::string digits;
    for (unsigned i = 0; i < size; ++i)
        for (const int shift : {4, 0})
            digits += "0123456789abcdef"[digest[i] >> shift & 0xf];
    return digits;
}

TEST(sha_256, is_that_of_openssl_at_every_length_around_the_ends_of_blocks) {
    std::string text;
    for (int length = 0; length < 300; ++length) {
        EXPECT_EQ(sha256(text), digest_by_openssl(text)) << length;
        text += static_cast<char>(length * 7 + 128);
    }
}

class a_place : public ::testing::Test {
  protected:
    static place of(const std::filesystem::path& folder) {
        const auto on = open_disk(folder).value();
        return on->lock("a.lock").value()->where().value();
    }

    temp_folder folder_;
};

TEST_F(a_place, is_the_same_each_time) {
    const auto here = of(folder_ / "a");
    EXPECT_TRUE(same_place(here, of(folder_ / "a")));
    EXPECT_EQ(here.host.size(), 32U);
}

// docs/state.md. The folder is on no overlay: there the host has another name.
TEST_F(a_place, names_the_host_by_its_machine_id) {
    struct statfs system{};
    ASSERT_EQ(::statfs(folder_.path().c_str(), &system), 0);
    const std::string machine = vesta::testing::read_all("/etc/machine-id");
    const std::string named = "vesta place\n" + machine.substr(0, machine.find('\n'));
    const bool is_overlay = system.f_type == OVERLAYFS_SUPER_MAGIC;
    EXPECT_EQ(of(folder_ / "a").host == sha256(named).substr(0, 32), !is_overlay);
}

TEST_F(a_place, stays_when_the_folder_is_renamed) {
    const auto here = of(folder_ / "a");
    std::filesystem::rename(folder_ / "a", folder_ / "b");
    EXPECT_TRUE(same_place(here, of(folder_ / "b")));
}

TEST_F(a_place, is_another_in_a_copy) {
    const auto here = of(folder_ / "a");
    std::filesystem::copy(folder_ / "a", folder_ / "b");
    EXPECT_FALSE(same_place(here, of(folder_ / "b")));
}

TEST_F(a_place, is_another_when_a_copy_took_the_place_of_the_original) {
    const auto here = of(folder_ / "a");
    if (here.born == 0) GTEST_SKIP() << "this file system keeps no times of birth, and may give an inode again";
    std::filesystem::copy(folder_ / "a", folder_ / "backup");
    std::filesystem::remove_all(folder_ / "a");
    std::filesystem::copy(folder_ / "backup", folder_ / "a");
    EXPECT_FALSE(same_place(here, of(folder_ / "a")));
}

TEST(places, are_compared_by_what_both_tell) {
    const place whole{"h", 7, 12345};
    EXPECT_TRUE(same_place(whole, {"h", 7, 12345}));
    EXPECT_TRUE(same_place(whole, {"h", 7, 0})) << "an older kernel does not tell the birth";
    EXPECT_TRUE(same_place(whole, {"h", 0, 0}));
    EXPECT_FALSE(same_place(whole, {"g", 7, 12345}));
    EXPECT_FALSE(same_place(whole, {"h", 8, 12345}));
    EXPECT_FALSE(same_place(whole, {"h", 7, 12346}));
}

constexpr std::string_view mounts = R"(22 27 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
31 27 0:36 / /a/0:37/b rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/u/one,workdir=/w
32 27 0:37 / /c rw,relatime shared:4 - overlay none rw,lowerdir=/l,upperdir=/u/with\,comma,workdir=/w
33 27 0:38 / /d ro,relatime - overlay overlay ro,lowerdir=/l
34 27 0:39 / /e rw - tmpfs none rw,upperdir=/x
)";

TEST(an_overlay, has_the_upper_folder_of_its_mount) {
    EXPECT_EQ(upper_folder(mounts, makedev(0, 36)), "/u/one");
    EXPECT_EQ(upper_folder(mounts, makedev(0, 37)), "/u/with\\,comma") << "not the one whose path looks like it";
    EXPECT_EQ(upper_folder(mounts, makedev(0, 38)), "") << "read-only, without one";
    EXPECT_EQ(upper_folder(mounts, makedev(0, 39)), "") << "no overlay";
    EXPECT_EQ(upper_folder(mounts, makedev(0, 40)), "");
    EXPECT_EQ(upper_folder("", makedev(0, 40)), "");
}

} // namespace
} // namespace vesta::file
