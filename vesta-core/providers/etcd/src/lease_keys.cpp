#include <vesta/etcd/lease_keys.hpp>

#include <utility>

namespace vesta::etcd {
namespace {

class machine_keys final : public http::record_store {
  public:
    explicit machine_keys(std::shared_ptr<session> with)
        : session_{std::move(with)}, folder_{session_->path("machines/")} {}

    std::string where() const override { return "keys " + folder_ + " (" + session_->to().name + ")"; }

    result<store_moment> look() override {
        return session_->look().transform([](moment now) { return store_moment{now.at, std::move(now.reign)}; });
    }

    result<unix_ms> now() override { return session_->now(); }

    result<std::vector<http::record>> list() override {
        auto found = session_->list(folder_);
        if (!found) return std::move(found).error();
        std::vector<http::record> all;
        for (key_value& each : *found)
            all.push_back({each.key.substr(folder_.size()), std::move(each.value), each.revision});
        return all;
    }

    result<http::record> get(const std::string& name) override {
        return session_->get(folder_ + name).transform([&](key_value found) {
            return http::record{name, std::move(found.value), found.revision};
        });
    }

    result<std::optional<lease_write>> put(const http::record_change& wanted) override {
        const auto done = session_->put({.key = folder_ + wanted.to.name,
                                         .value = wanted.to.text,
                                         .revision = wanted.to.revision,
                                         .reign = wanted.reign,
                                         .over_any = wanted.over_any});
        if (!done) return done.error();
        if (!*done) return std::optional<lease_write>{};
        return std::optional{lease_write{(*done)->revision, (*done)->at}};
    }

  private:
    const std::shared_ptr<session> session_;
    const std::string folder_;
};

} // namespace

lease_keys::lease_keys(std::shared_ptr<session> with)
    : http::lease_records{std::make_unique<machine_keys>(std::move(with))} {}

} // namespace vesta::etcd
