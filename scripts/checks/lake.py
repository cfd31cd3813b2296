"""Reads a lake by DuckDB and pyarrow, and runs the queries of docs/lake.md. Prints what each found, as JSON."""

import glob
import json
import os
import re
import sys

import duckdb
import pyarrow.parquet

lake, page = sys.argv[1], sys.argv[2]
database = duckdb.connect()
found = {"arrow": {}, "duckdb": {}, "queries": []}
for table in ["events", "movements", "locks", "return_lines"]:
    files = glob.glob(os.path.join(lake, table, "*", "*.parquet"))
    found["arrow"][table] = sum(pyarrow.parquet.read_table(file).num_rows for file in files)
    if not files:
        continue
    pattern = os.path.join(lake, table, "*", "*.parquet")
    database.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{pattern}', hive_partitioning = true, union_by_name = true)")
    found["duckdb"][table] = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
with open(page, encoding="utf-8") as text:
    statements = re.findall(r"```sql\n(.*?)```", text.read(), re.S)
for statement in statements:
    done = database.execute(statement.replace("my-shop", "outside"))
    if statement.startswith("SELECT"):
        found["queries"].append([list(row) for row in done.fetchall()])
print(json.dumps(found, default=str))
