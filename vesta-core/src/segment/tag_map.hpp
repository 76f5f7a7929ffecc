#pragma once

#include "tag_source.hpp"

#include <vesta/base/keyed_hash.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace vesta::detail {

/// Tags by name. Finding one is lock-free. None is ever removed, so pointers to them stay valid.
class tag_map {
  public:
    tag_map();

    tag_source* find(std::string_view tag) const noexcept;

    /// The tag of that name, made by @p make if there is none; null if there are @p most already.
    tag_source* find_or_make(std::string_view tag, std::size_t most,
                             const std::function<std::unique_ptr<tag_source>(std::string_view)>& make);

    /// All present tags.
    std::vector<tag_source*> all() const;
    /// At most @p most tags whose names come after @p name, in byte order. The cost depends only on the number
    /// returned.
    std::vector<tag_source*> after(std::string_view name, std::size_t most) const {
        return search(name, {}, most, most).found;
    }
    /// A piece of a search by name.
    struct piece {
        std::vector<tag_source*> found;
        std::string_view last; ///< The last name that was looked at; empty: there was none.
        bool is_last = false;  ///< No name comes after it.
    };
    /// At most @p most tags whose names contain @p part, among the @p looks names after @p name, in byte order. The
    /// cost depends on @p looks: new tags wait meanwhile.
    piece search(std::string_view name, std::string_view part, std::size_t most, std::size_t looks) const;
    std::size_t size() const;

  private:
    /// Open addressing, at most half full, so that a search ends at a free place.
    using places = std::vector<published<tag_source>>;

    tag_source* find_in(const places& in, std::string_view tag) const noexcept;
    void put(places& into, tag_source* tag) const noexcept;
    void grow();

    const keyed_hash<> hash_ = keyed_hash<>::random(); // clients choose names
    mutable std::mutex guard_;                         // of everything except the search
    std::vector<std::unique_ptr<tag_source>> tags_;
    std::map<std::string_view, tag_source*> by_name_;
    std::vector<std::unique_ptr<places>> tables_; // old ones may still be searched
    published<const places> current_;
};

} // namespace vesta::detail
