#!/usr/bin/env python3
"""Which settings are used, what check says of them, and how faults in them are told."""
import os

import program

FOR_9 = "machine-id: { property: { id: 9 } }\ngenerators: { default: { kind: vesta } }\n"


class Settings(program.VestaTest):
    def machine_used(self, **how):
        """By the state that gen leaves."""
        self.assertEqual(len(self.ids(**how)), 1)
        marks = [name for name in os.listdir(self.path("var")) if name.endswith(".mark")]
        self.assertEqual(len(marks), 1)
        return marks[0].split(".")[0]

    def test_the_command_line_comes_before_the_environment_and_that_before_the_folder(self):
        self.write("conf/vesta.yaml", FOR_9 + "state: { dir: ./there }\n")
        self.output("gen", config=None)
        self.assertIn("machine-9.embedded.mark", os.listdir(self.path("conf", "there")))
        self.write("env.yaml", FOR_9.replace("9", "8") + "state: { dir: ./env }\n")
        self.environment["VESTA_CONFIG"] = "env.yaml"
        self.output("gen", config=None)
        self.assertIn("machine-8.embedded.mark", os.listdir(self.path("env")))
        self.assertEqual(self.machine_used(), "machine-1")

    def test_the_machine_id_comes_from_the_environment_first(self):
        self.environment["VESTA_MACHINE_ID"] = "77"
        self.assertEqual(self.machine_used(), "machine-77")

    def test_an_empty_machine_id_in_the_environment_is_none(self):
        self.environment["VESTA_MACHINE_ID"] = ""
        self.assertEqual(self.machine_used(), "machine-1")

    def test_machine_ids_that_are_none_are_refused(self):
        for value, message in (("x", "VESTA_MACHINE_ID is 'x'; it must be a machine ID"), ("-1", "VESTA_MACHINE_ID is '-1'"),
                               ("1024", "machine ID 1024"), ("1,1", "machine ID 1 (machine-id.property.ids) is given twice")):
            with self.subTest(value=value):
                self.environment["VESTA_MACHINE_ID"] = value
                self.assert_refused(2, message, self.run_vesta("gen"))

    def test_no_machine_id_is_not_machine_0(self):
        self.write("vesta.yaml", "generators: { default: { kind: vesta } }\n")
        refused = self.run_vesta("gen")
        self.assertIn(refused.returncode, (1, 2))
        self.assert_refused(refused.returncode, "machine-id", refused)
        self.assertFalse(os.path.exists(self.path("var")))

    def test_check_prints_settings_that_mean_the_same(self):
        printed = self.output("check")
        self.write("again.yaml", "\n".join(printed) + "\n")
        self.assertEqual(self.output("check", config="again.yaml"), printed)
        self.assertIn("reserve-ahead: 1000ms", "\n".join(printed))

    def test_check_shows_no_secret(self):
        self.write("secret", "correct-horse\n")
        self.write("vesta.yaml", program.SETTINGS + "rpc: { password-file: secret }\n")
        ran = self.run_vesta("check")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertNotIn("correct-horse", ran.stdout + ran.stderr)

    def test_check_reads_every_secret(self):
        mysql = "stores: { ids: { kind: mysql, database: ids, user: vesta, password-%s } }\n"
        zookeeper = ("machine-id: { provider: zookeeper, zookeeper: { hosts: '127.0.0.1:2181', user: vesta, "
                     "password-file: gone } }\n")
        for text, message in (
                (program.SETTINGS + mysql % "file: gone", "stores.ids.password-file: cannot read "),
                (program.SETTINGS + mysql % "env: NOWHERE", "stores.ids.password-env names NOWHERE, which is not set"),
                (program.SETTINGS + "rpc: { password-file: gone }\n", "rpc.password-file: cannot read "),
                (program.SETTINGS + "security: { token-file: gone }\n", "security.token-file: cannot read "),
                (zookeeper + "generators: { default: { kind: vesta } }\n", "machine-id.zookeeper.password-file: cannot read ")):
            with self.subTest(text=text):
                self.write("vesta.yaml", text)
                self.assert_refused(2, message, self.run_vesta("check"))
        self.write("vesta.yaml", program.SETTINGS + "rpc: { enabled: false, password-file: gone }\n")
        self.assertEqual(self.run_vesta("check").returncode, 0)

    def test_the_settings_of_vesta_for_java_are_carried_over_in_the_layout_of_a_fresh_id(self):
        self.write("vesta-rest.properties", "vesta.machine=1021\nvesta.genMethod=2\nvesta.type=1\n")
        refused = self.run_vesta("check", "--from-vesta", "vesta-rest.properties")
        self.assert_refused(2, "which of Vesta's layouts does it have?", refused)
        for layout in ("vesta", "vesta-2015"):
            self.write("old.yaml", f"machine-id: {{ property: {{ id: 7 }} }}\ngenerators: {{ default: {{ kind: {layout} }} }}\n"
                                   f"state: {{ dir: {layout} }}\n")
            fresh = self.output("gen", config="old.yaml")[0]
            printed = self.output("check", "--from-vesta", "vesta-rest.properties", "--id", fresh)
            self.assertIn(f"  default: {{ kind: {layout}, type: min-granularity, gen-method: 2 }}", printed)
        self.assert_refused(2, "was made within a day by none of Vesta's layouts",
                            self.run_vesta("check", "--from-vesta", "vesta-rest.properties", "--id", "1"))

    def test_the_spring_xml_of_vesta_for_java_is_read_too(self):
        self.write("service.xml", """<?xml version="1.0"?>
<beans><bean id="idService" class="com.robert.vesta.service.factory.IdServiceFactoryBean" init-method="init">
  <property name="providerType" value="IP_CONFIGURABLE"/>
  <property name="ips" value="10.0.0.11,10.0.0.12"/>
</bean></beans>
""")
        printed = self.output("check", "--from-vesta", "service.xml", "--layout", "vesta")
        self.assertIn("machine-id: { provider: ip-map, ip-map: [10.0.0.11,10.0.0.12] }", printed)
        self.write("service.xml", '<beans><bean><property name="machineId"><value>5</value></property></bean></beans>')
        self.assertIn("property: { id: 5 }", "\n".join(self.output("check", "--from-vesta", "service.xml", "--layout", "vesta")))
        self.write("service.xml", '<beans><bean><property name="machineId"/></bean></beans>')
        self.assert_refused(2, "property machineId has no value",
                            self.run_vesta("check", "--from-vesta", "service.xml", "--layout", "vesta"))
        self.write("service.xml", "<beans>")
        self.assert_refused(2, "service.xml:1: cannot be read",
                            self.run_vesta("check", "--from-vesta", "service.xml", "--layout", "vesta"))

    def test_faults_are_told_with_file_line_and_remedy(self):
        for text, message in (
                ("clok: { reserve-ahead: 1s }\n", "vesta.yaml:1: clok is not a setting; there are instance, peers, peers-tls, machine-id"),
                ("clock: { reserve-ahead: soon }\n", "vesta.yaml:1: clock.reserve-ahead is 'soon'; it must be"),
                ("clock: [1]\n", "vesta.yaml:1: clock"),
                ("machine-id: { property: { id: 1 } }\nmachine-id: { property: { id: 2 } }\n", "vesta.yaml:2: "),
                ("generators: { default: { kind: vesta, type: tall } }\n", "'tall'"),
                ("generators: { default: { kind: leaf } }\n", "vesta.yaml:1: generators.default.kind is 'leaf'; it must be one of"),
                ("state: { dir: 'unclosed }\n", "vesta.yaml:"),
                ("\xff\xfe\n", "vesta.yaml")):
            with self.subTest(text=text):
                self.write("vesta.yaml", text)
                self.assert_refused(2, message, self.run_vesta("check"))

    def test_generators_that_could_make_one_number_are_refused_by_all_commands_that_open_them(self):
        """Epochs four seconds apart; widths that differ where the bits are the same; and one name twice as a preset."""
        custom = "{ kind: custom, layout: { time: 41, seq: 12, machine: 10, epoch: %d } }"
        narrow = "{ kind: vesta-2018, type: max-peak, gen-method: 1 }"
        wide = ("{ kind: custom, gen-method: 1, layout: { version: 1, gen-method: 2, time: 30, seq: 20, machine: 10, unit: s, "
                "epoch: 1514736000000 } }")
        for a, b in ((custom % 1700000000000, custom % 1700000004000), (narrow, wide), ("{ kind: snowflake }",) * 2):
            with self.subTest(a=a, b=b):
                self.write("vesta.yaml", f"machine-id: {{ property: {{ id: 1 }} }}\ngenerators: {{ a: {a}, b: {b}, c: {{ kind: vesta }} }}\n")
                for words in (("check",), ("gen", "-g", "a"), ("gen", "-g", "b"), ("gen", "-g", "c"), ("serve",)):
                    self.assert_refused(2, "generators.a and generators.b would make the same IDs: both could make ",
                                        self.run_vesta(*words))
                self.assertFalse(os.path.exists(self.path("var")))

    def test_a_settings_file_that_is_not_there_is_named(self):
        self.assert_refused(2, "cannot read none.yaml: No such file or directory", self.run_vesta("check", config="none.yaml"))
        os.remove(self.path("vesta.yaml"))
        self.assert_refused(2, "no settings file: name one with --config or VESTA_CONFIG", self.run_vesta("gen", config=None))


if __name__ == "__main__":
    program.main()
