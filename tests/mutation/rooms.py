"""What is mutated, which test programs concern it, and what is left alone because no ID depends on it."""
import re

# Each room: the files (a pattern over paths from the root) and the programs that test them, none of which needs a server.
# The driver runs the programs in the order of what they cost, and stops at the first that fails.
ROOMS = [
    (r'vesta-core/include/vesta/base/published\.hpp', ['model_atomics', 'unit_segment']),
    (r'vesta-core/src/segment/slot_board\.hpp', ['model_atomics', 'unit_segment']),
    (r'vesta-core/src/segment/(cursor|portion)\.hpp', ['model_atomics', 'unit_segment']),
    (r'vesta-core/(src|include/vesta)/generate/(cas_populator|fair_mutex)\.hpp',
     ['unit_core', 'model_atomics', 'regress_core']),
    (r'vesta-core/(src|include/vesta)/generate/(populator|plan|locked_populator|lane|lane_slot|timeline|reservation|keeper|'
     r'time_generator|shared_readings|portion_timer)\.[ch]pp',
     ['unit_core', 'regress_core', 'unit_machine', 'conformance_core', 'simulation_core', 'stress_core']),
    (r'vesta-core/(src|include/vesta)/id/(layout|pattern|meeting|scheme)\.[ch]pp',
     ['unit_core', 'regress_core']),
    (r'vesta-core/src/time/clock_guard\.cpp', ['unit_core', 'unit_machine']),
    (r'vesta-core/(src|include/vesta)/base/fork\.[ch]pp',
     ['unit_core', 'unit_file', 'regress_core', 'unit_segment', 'unit_machine']),
    (r'vesta-core/(src|include/vesta)/machine/\w+\.[ch]pp',
     ['unit_machine', 'unit_core', 'conformance_machine', 'simulation_machine', 'conformance_machine_sql',
      'conformance_machine_assigned', 'regress_core', 'unit_file', 'simulation_sql', 'simulation_zookeeper']),
    (r'vesta-core/(src|include/vesta)/segment/(tag_\w+|numbers|refill|standing|held_ranges|portions|segment_store|range|thread_slot|table_reading)\.[ch]pp',
     ['unit_segment', 'model_atomics', 'conformance_segment_memory', 'conformance_sql_sqlite', 'unit_sharded',
      'simulation_sql']),
    (r'vesta-core/(src|include/vesta)/sharded/\w+\.[ch]pp',
     ['unit_sharded', 'conformance_sharded', 'simulation_sharded', 'simulation_redis', 'conformance_sharded_sql', 'simulation_sql']),
    (r'vesta-core/providers/file/src/\w+\.[ch]pp',
     ['unit_file', 'conformance_file', 'simulation_file']),
    (r'vesta-core/providers/redis/src/(link|shard_queue)\.cpp', ['simulation_redis']),
    (r'vesta-core/providers/zookeeper/src/(session|lease_nodes|lease_text)\.cpp', ['simulation_zookeeper']),
    (r'vesta-core/providers/sql/src/(machine_leases|machine_assignments)\.cpp',
     ['unit_sql', 'conformance_machine_sql', 'conformance_machine_assigned', 'simulation_sql']),
    (r'vesta-core/providers/sql/src/(segment_sql|segment_columns|segment_table|segment_ends|dialect)\.[ch]pp',
     ['unit_sql', 'conformance_sql_sqlite', 'simulation_sql']),
    (r'vesta-core/providers/sql/src/(sharded_ledger|sharded_store)\.cpp',
     ['unit_sql', 'conformance_sharded_sql', 'simulation_sql']),
    (r'vesta-rpc/client/src/(range_slot|stream)\.[ch]pp',
     ['unit_rpc_client', 'model_atomics', 'regress_rpc', 'integration_rpc_client']),
]

# Programs that have tests with a server and tests without: those without.
FILTERS = {
    'conformance_machine_sql': '*sqlite*',
    'conformance_machine_assigned': '*sqlite*:*memory*',
    'conformance_sharded_sql': '*sqlite*',
}

# Whole files of these rooms on which no number depends: how early and how much to fetch, and what is said of it.
LEFT_ALONE = re.compile(r'/(refill_policy|sharded_status|gate_pass|permutation|permuted_source|top_ups|mark_list)\.[ch]pp$|'
                        r'/include/.*/(segment_generator|sharded_generator|time_generator|keeper|table_reading|segment_store|lease|\w+_ids)\.hpp$')

# Functions that say, count or pace, and decide neither which number comes out nor whether one does. A mutation of them
# would be equivalent by construction as far as uniqueness and order go.
TELLING = re.compile(
    r'\b(explain_refusal|explain|pause|first_rest|clock_is_behind|reservation_is_late|until_served|crowded|lead|all_taken|'
    r'is_lost|status|add_to|counts|count_of|to_text|name|text|describe_holder|holder_of|in_use|unusable|expected_wait|'
    r'trouble|supply_status|queue_is|latency|note_latency|hash|due_in|renew_due|hurry|thread_number|'
    r'left_in_any_epoch|lost|aside|next_width|explain_wait|situation|permuted_otherwise|where|rank|never_used|size_of|reserve_ahead|system_error|'
    r'queue_in_pool|take_from_pool|low_water|nothing_at_hand|watch|check_instance|new_token|per_second|type_of)\s*\(')


def programs_for(path):
    for pattern, programs in ROOMS:
        if re.fullmatch(pattern, path):
            return programs
    return []


def is_mutated(path):
    return bool(programs_for(path)) and not LEFT_ALONE.search(path)


def all_programs():
    return sorted({each for _, programs in ROOMS for each in programs})
