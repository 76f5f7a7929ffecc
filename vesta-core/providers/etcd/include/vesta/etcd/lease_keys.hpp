#pragma once

#include <vesta/etcd/session.hpp>
#include <vesta/http/lease_records.hpp>

#include <memory>

namespace vesta::etcd {

/// Leases in keys of our own:
///
///     /vesta/<folder>/machines/<id>    a JSON object as docs/operating.md describes it; <id>.<share> for a share
///     /vesta/<folder>/reign            the identity of the cluster's data
///
/// A row's version is its mod_revision. Every write is one transaction that compares it, and the reign. etcd's own
/// leases and its clock have no part in it: a row holds the end of its lease by the time that members tell in their
/// answers, to the second.
///
/// Errors: as `lease_table`.
/// Thread-safety: safe.
class lease_keys final : public http::lease_records {
  public:
    explicit lease_keys(std::shared_ptr<session> with);
};

} // namespace vesta::etcd
