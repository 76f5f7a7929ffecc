#!/usr/bin/env python3
"""The arrows between rooms and their folders, each with a fault planted that breaks it."""
import pathlib
import unittest

import arrows
import sources
from check_test import HEADER, RIGHT, violations


class Arrows(unittest.TestCase):
    def assert_refused(self, path, line, why):
        self.assertEqual(violations({path: RIGHT.get(path, '') + line + '\n'}),
                         [f'{path}:{RIGHT.get(path, "").count(chr(10)) + 1}: {why}'])

    def test_core_knows_the_standard_library_and_posix_only(self):
        path = 'vesta-core/src/id.cpp'
        for name in ('boost/asio.hpp', 'Poco/Data/Session.h', 'yaml-cpp/yaml.h', 'zlib.h', 'linux/futex.h', 'sys/socket.h', 'poll.h'):
            self.assert_refused(path, f'#include <{name}>', f'core knows the standard library and POSIX only: <{name}>')

    def test_core_knows_no_provider(self):
        self.assert_refused('vesta-core/src/id.cpp', '#  include <vesta/file/marks.hpp>',
                            'core may not know provider file: <vesta/file/marks.hpp>')

    def test_the_servers_do_not_know_each_other(self):
        self.assert_refused('vesta-rest/include/vesta/rest/server.hpp', '#include <vesta/rpc/server.hpp>',
                            'rest may not know rpc/server: <vesta/rpc/server.hpp>')
        self.assert_refused('vesta-rpc/server/include/vesta/rpc/server.hpp', '#include <vesta/rest/server.hpp>',
                            'rpc/server may not know rest: <vesta/rest/server.hpp>')

    def test_a_server_does_not_know_a_store(self):
        self.assert_refused('vesta-rest/include/vesta/rest/server.hpp', '#include <vesta/file/marks.hpp>',
                            'rest may not know provider file: <vesta/file/marks.hpp>')

    def test_a_provider_knows_another_only_where_it_builds_on_it(self):
        header = 'vesta-core/providers/http/include/vesta/http/exchange.hpp'
        for provider in ('etcd', 'file'):
            path = f'vesta-core/providers/{provider}/src/more.cpp'
            found = violations({header: HEADER, path: '#include <vesta/http/exchange.hpp>\n'})
            self.assertEqual(any('may not know provider http' in each for each in found), provider == 'file', found)

    def test_a_room_knows_of_another_only_the_folders_in_the_plan(self):
        planted = {'vesta-net/README.md': 'May never enter: x\n', 'vesta-core/include/vesta/base/a.hpp': HEADER,
                   'vesta-net/src/a.cpp': '#include <vesta/base/a.hpp>\n'}
        self.assertEqual(violations(planted), [])
        planted['vesta-net/src/a.cpp'] = '#include <vesta/id/id.hpp>\n'
        self.assertEqual(violations(planted), ['vesta-net/src/a.cpp:1: net may not know core/id: <vesta/id/id.hpp>'])

    def test_what_may_never_enter_a_room_is_found(self):
        for path, name in (('vesta-net/src/a.cpp', 'boost/beast/http.hpp'), ('vesta-access/src/a.cpp', 'sys/socket.h'),
                           ('vesta-rest/src/a.cpp', 'yaml-cpp/yaml.h'), ('vesta-rpc/protocol/src/a.cpp', 'boost/asio.hpp'),
                           ('vesta-rpc/protocol/src/a.cpp', 'chrono'), ('vesta-survey/src/a.cpp', 'boost/asio.hpp'), ('vesta-migrate/src/a.cpp', 'sqlite3.h'),
                           ('vesta-tls/src/layer.cpp', 'poll.h'), ('vesta-core/providers/http/src/a.cpp', 'thread'),
                           ('vesta-core/providers/sql/src/a.cpp', 'Poco/Redis/Client.h')):
            room = arrows.room_of(path)
            self.assertIn(f'{path}:1: <{name}> may never enter {room}', violations({path: f'#include <{name}>\n'}))
        path = 'vesta-tls/src/blocking_layer.cpp'
        self.assertFalse([each for each in violations({path: '#include <poll.h>\n'}) if each.startswith(path)])

    def test_what_may_not_show_in_public_headers_is_found(self):
        for room, name in (('vesta-rest', 'boost/json.hpp'), ('vesta-embed', 'yaml-cpp/yaml.h'), ('vesta-tls', 'openssl/ssl.h'),
                           ('vesta-rpc/client', 'boost/asio.hpp'), ('vesta-core/providers/redis', 'Poco/Redis/Client.h')):
            public, private = f'{room}/include/vesta/x/a.hpp', f'{room}/src/a.cpp'
            text = f'#pragma once\n#include <{name}>\n'
            found = violations({public: text, private: text})
            self.assertIn(f'{public}:2: <{name}> may never enter the public headers of {arrows.room_of(public)}', found)
            self.assertFalse([each for each in found if each.startswith(private)])

    def test_every_room_says_what_may_never_enter(self):
        rooms = {arrows.room_of(each.path) for each in sources.read_all(pathlib.Path(__file__).parents[2]) if each.is_cpp()}
        self.assertEqual(rooms - {None, 'core'} - arrows.FORBIDDEN.keys(), set())
        self.assertEqual(arrows.FORBIDDEN.keys() - rooms, set())

    def test_options_have_no_code(self):
        found = violations({'vesta-options/README.md': 'May never enter: x\n', 'vesta-options/src/a.cpp': '#include <vector>\n'})
        self.assertIn('vesta-options/src/a.cpp: options has headers of plain values, and no code', found)

    def test_a_public_header_that_quotes_is_found(self):
        self.assert_refused('vesta-core/include/vesta/id/id.hpp', '#include "../../../src/plan.hpp"',
                            '"../../../src/plan.hpp" is not public; a public header includes with <>')

    def test_a_quoted_header_that_is_not_there_is_found(self):
        self.assert_refused('vesta-core/providers/file/src/f.cpp', '#include "plan.hpp"',
                            '"plan.hpp" is neither beside the file nor in the sources of provider file')

    def test_an_include_of_a_macro_is_found(self):
        self.assert_refused('vesta-core/src/id.cpp', '#include PLAN', 'PLAN is a macro; an include says what it includes')

    def test_names_of_a_room_that_is_not_known_are_found(self):
        path = 'vesta-core/src/id.cpp'
        self.assert_refused(path, 'namespace vesta::rest {\nclass server;\nstruct limits;\n} // namespace vesta::rest',
                            'core may not know rest: namespace vesta::rest')
        self.assertEqual(violations({path: RIGHT[path] + 'namespace vesta::detail {\nclass plan;\n} // namespace vesta::detail\n'}), [])

    def test_no_path_leads_into_another_room(self):
        self.assert_refused('vesta-core/providers/file/src/f.cpp', '#include "../../../src/plan.hpp"',
                            '"../../../src/plan.hpp" leads out of provider file; include a public header with <>')

    def test_folders_of_a_room_know_each_other_one_way(self):
        for line in ('#include <vesta/segment/a.hpp>', '#include "segment/b.hpp"', '#include "../segment/b.hpp"'):
            planted = {'vesta-core/include/vesta/segment/a.hpp': HEADER, 'vesta-core/src/segment/b.hpp': HEADER}
            self.assertEqual(violations({**planted, 'vesta-core/src/sharded/c.cpp': line + '\n'}), [])
            self.assertEqual(violations({**planted, 'vesta-core/src/source/c.cpp': line + '\n'}),
                             ['vesta-core/src/source/c.cpp:1: core: source may not know segment: ' + line[9:]])

    def test_what_lies_beside_folders_knows_them_and_not_the_reverse(self):
        files = {'vesta-cli/README.md': 'May never enter: x\n', 'vesta-cli/src/main.cpp': '#include "peers/watch.hpp"\n',
                 'vesta-cli/src/command.hpp': HEADER, 'vesta-cli/src/peers/watch.hpp': HEADER}
        self.assertEqual(violations(files), [])
        files['vesta-cli/src/peers/watch.hpp'] = '#include "../command.hpp"\n'
        self.assertEqual(violations(files), ['vesta-cli/src/peers/watch.hpp:1: cli: peers may not know what lies beside it: '
                                             '"../command.hpp"'])

    def test_sources_of_rooms_without_a_plan_have_no_folders(self):
        path = 'vesta-rpc/client/src/links/a.cpp'
        self.assertIn(f'{path}: links is not a folder of rpc/client that tests/repository/arrows.py knows',
                      violations({path: '#include <vector>\n'}))

    def test_a_new_folder_is_named_first(self):
        self.assertEqual(violations({'vesta-core/src/gossip/a.cpp': '#include <vesta/id/id.hpp>\n'}),
                         ['vesta-core/src/gossip/a.cpp: gossip is not a folder of core that tests/repository/arrows.py knows'])

    def test_testing_is_known_to_no_room(self):
        self.assertEqual(violations({'vesta-core/testing/include/vesta/testing/clock.hpp': HEADER,
                                     'vesta-rest/src/a.cpp': '#include <vesta/testing/clock.hpp>\n'}),
                         ['vesta-rest/src/a.cpp:1: rest may not know testing: <vesta/testing/clock.hpp>'])

    def test_the_plan_has_no_circles(self):
        for name, plan in [('rooms', arrows.ALLOWED), *arrows.FOLDERS.items()]:
            left = {each: set(known) for each, known in plan.items()}
            while ends := {each for each, known in left.items() if not known & left.keys()}:
                left = {each: known for each, known in left.items() if each not in ends}
            self.assertEqual(left, {}, name)

    def test_a_header_that_is_not_public_is_found(self):
        self.assert_refused('vesta-rest/include/vesta/rest/server.hpp', '#include <vesta/plan.hpp>',
                            '<vesta/plan.hpp> is no public header')

    def test_a_new_room_is_named_here_first(self):
        self.assertEqual(violations({'vesta-gossip/src/a.cpp': '', 'vesta-gossip/README.md': 'May never enter: x\n'}),
                         ['vesta-gossip/src/a.cpp: gossip is not a room that docs/architecture.md knows'])


if __name__ == '__main__':
    unittest.main()
