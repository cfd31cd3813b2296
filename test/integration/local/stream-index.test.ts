import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, inject, it } from "vitest";
import { DATABASE } from "../../../scripts/local/data-folder.ts";
import { LAST_NUMBER } from "../../../scripts/local/stream-index.ts";

it("the engine takes the number of the next stream record from an index", () => {
  const { dataDir } = inject("stack");
  const database = new DatabaseSync(join(dataDir, DATABASE), { readOnly: true, timeout: 30_000 });
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${LAST_NUMBER}`).all("eu-vat");
  database.close();
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH _stream_records USING .*INDEX stream_records_by_number/),
  ]);
});
