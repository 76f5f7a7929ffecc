"""The table for people and the JSON for programs, as bench/support has them for C++."""
import json
import os
import statistics


class Report:
    def __init__(self, area):
        self.area = area
        self.rows = []

    def add(self, what, unit, aim, ours, peer=None):
        """A line: medians of lists of figures. Without a peer there is only a bound."""
        row = {"what": what, "ours": statistics.median(ours), "unit": unit, "aim": aim}
        if peer is not None:
            row["peer"] = statistics.median(peer)
            row["ratio"] = row["ours"] / row["peer"]
        if not self.rows:
            print(f"{self.area:58} {'ours':>12} {'peer':>12} {'ratio':>8}  aim")
        against = f"{row['peer']:12.4g} {row['ratio']:8.3f}" if peer is not None else " " * 21
        print(f"{what:58} {row['ours']:12.4g} {against}  {aim} ({unit})", flush=True)
        self.rows.append(row)

    def save(self):
        os.makedirs("build/bench", exist_ok=True)
        with open(f"build/bench/{self.area}.json", "w", encoding="utf-8") as file:
            json.dump(self.rows, file)
            file.write("\n")
