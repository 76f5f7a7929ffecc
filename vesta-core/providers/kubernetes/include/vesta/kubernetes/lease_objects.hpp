#pragma once

#include <vesta/http/lease_records.hpp>
#include <vesta/kubernetes/options.hpp>

namespace vesta::kubernetes {

/// Leases in objects of kind Lease (coordination.k8s.io/v1) of one namespace, labelled vesta/fleet=<fleet>:
///
///     <fleet>.<id>     its annotation vesta/record is a JSON object as docs/operating.md describes it;
///     <fleet>.<id>.<share>
///                      for a share. Its spec repeats who has it until when, for those who look.
///     <fleet>.reign    its annotation vesta/reign is the identity of the cluster's data
///
/// A row's version is its resourceVersion, a number that rises with every write of the cluster. Every write names it,
/// and counts only if the reign is the required one afterwards. Time is what the API server tells in its answers, to
/// the second.
///
/// Errors: as `lease_table`; `invalid_settings` where a right or a fixed token is refused. The constructor throws
/// `failure` for options that can never work. Thread-safety: safe; calls of several threads run side by side, each on a
/// connection of its own.
class lease_objects final : public http::lease_records {
  public:
    /// Connects on first use.
    explicit lease_objects(options with);
};

} // namespace vesta::kubernetes
