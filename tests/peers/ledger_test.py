#!/usr/bin/env python3
"""The account of numbers, on journals with and without what it must find."""
import sys
import unittest

sys.dont_write_bytecode = True

from ledger import Account, Range, Unaccounted

# move, who, was, now
TWO = [(1, "a", 1, 11), (2, "b", 11, 21), (3, "a", 21, 31)]


def account(journal, numbers, ends, **how):
    return Account(journal, journal[0][2], journal[-1][3], True, numbers, ends, **how)


class Ledger(unittest.TestCase):
    def test_numbers_given_and_lost_make_what_was_reserved(self):
        told = account(TWO, [("a", range(2, 12)), ("b", range(12, 15)), ("a", [22])], {"a": [3], "b": [3]})
        self.assertEqual((told.reserved, told.given, told.lost, told.wasted), (30, 14, 16, 0))

    def test_what_was_given_back_is_nobodys_until_it_is_taken_again(self):
        told = account([*TWO, (4, "a", 31, 25), (5, "b", 25, 35)],
                       [("a", range(2, 12)), ("b", range(12, 22)), ("a", range(22, 26)), ("b", range(26, 36))], {"a": [5], "b": [5]})
        self.assertEqual((told.reserved, told.given, told.lost), (34, 34, 0))
        with self.assertRaisesRegex(Unaccounted, "b gave back"):
            account([*TWO, (4, "b", 31, 25)], [], {"a": [4], "b": [4]})

    def test_a_number_given_twice_is_found(self):
        with self.assertRaisesRegex(Unaccounted, "5 was given twice, the second time by b"):
            account(TWO, [("a", [5]), ("b", [5])], {"a": [3], "b": [3]})

    def test_a_number_of_no_range_is_found(self):
        for number in (1, 32):
            with self.assertRaisesRegex(Unaccounted, f"a gave {number}, which no server took"):
                account(TWO, [("a", [number])], {"a": [3], "b": [3]})

    def test_a_number_of_another_servers_range_is_found(self):
        with self.assertRaisesRegex(Unaccounted, "a gave 13, which b took"):
            account(TWO, [("a", [13])], {"a": [3], "b": [3]}, may_give=lambda place, who: place == who)

    def test_a_row_that_moved_unseen_is_found(self):
        with self.assertRaisesRegex(Unaccounted, "stood at 11, and b moved it from 12"):
            account([(1, "a", 1, 11), (2, "b", 12, 22)], [], {"a": [2], "b": [2]})
        with self.assertRaisesRegex(Unaccounted, "its last move led to 31"):
            Account(TWO, 1, 32, True, [], {"a": [3], "b": [3]})

    def test_a_range_left_in_the_middle_of_a_life_is_found_or_counted_apart(self):
        journal = [(each, "a", 10 * each, 10 * each + 10) for each in range(1, 6)]
        given = [("a", range(21, 61))]  # of the first nothing
        with self.assertRaisesRegex(Unaccounted, "of which 10 were not given, and took more later"):
            account(journal, given, {"a": [5]})
        self.assertEqual(account(journal, given, {"a": [5]}, wasteful=lambda who: who == "a").wasted, 10)
        self.assertEqual(account(journal, given, {"a": [2, 5]}).lost, 10, "the end of the first of two lives")

    def test_a_range_taken_after_the_last_life_is_found(self):
        with self.assertRaisesRegex(Unaccounted, "after its last life"):
            account(TWO, [], {"a": [1], "b": [3]})

    def test_the_end_of_a_range_is_counted_as_each_program_does(self):
        leaf = Account([(1, "a", 1, 11)], 1, 11, False, [("a", range(1, 11))], {"a": [1]})
        self.assertEqual((leaf.given, leaf.lost), (10, 0))

    def test_only_numbers_with_the_remainder_count(self):
        self.assertEqual([Range(1, "a", 2, 12).size(delta, remainder) for delta, remainder in ((1, 0), (2, 0), (2, 1), (3, 2))],
                         [10, 5, 5, 4])
        told = account(TWO, [("a", range(3, 12, 2)), ("b", range(13, 22, 2)), ("a", range(23, 32, 2))], {"a": [3], "b": [3]},
                       delta=2, remainder=1)
        self.assertEqual((told.reserved, told.given), (15, 15))
        with self.assertRaisesRegex(Unaccounted, "remainder is not 1"):
            account(TWO, [("a", [4])], {"a": [3], "b": [3]}, delta=2, remainder=1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
