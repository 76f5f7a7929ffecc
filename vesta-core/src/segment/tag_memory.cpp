#include <vesta/base/list.hpp>
#include <vesta/segment/tag_memory.hpp>

#include <utility>

namespace vesta {
namespace {

class memories_of_stores final : public tag_memory {
  public:
    explicit memories_of_stores(std::vector<std::shared_ptr<tag_memory>> each) : each_{std::move(each)} {}

    std::string where() const override { return listed(each_, &tag_memory::where); }

    ends load() override {
        ends all;
        for (std::uint32_t origin = 0; origin < each_.size(); ++origin)
            for (const auto& [tag, end] : each_[origin]->load())
                all.emplace(remembered_as(tag, origin), end);
        return all;
    }

    void save(const ends& all, bool for_good) override {
        std::vector<ends> parts(each_.size());
        for (const auto& [key, end] : all) {
            const std::size_t mark = key.find(origin_mark);
            const std::size_t origin = mark == std::string::npos ? 0 : std::stoul(key.substr(mark + 1));
            if (origin < parts.size()) parts[origin].emplace(key.substr(0, mark), end);
        }
        for (std::size_t origin = 0; origin < parts.size(); ++origin)
            each_[origin]->save(parts[origin], for_good);
    }

  private:
    const std::vector<std::shared_ptr<tag_memory>> each_;
};

} // namespace

std::shared_ptr<tag_memory> by_origin(std::vector<std::shared_ptr<tag_memory>> each) {
    if (each.size() == 1) return std::move(each.front());
    return std::make_shared<memories_of_stores>(std::move(each));
}

} // namespace vesta
