import { expect, it } from "vitest";
import type { Job } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { declarationsBehind } from "./reachable-codes.ts";

/*
 * A function that reads VAT rates applies the accepted ones first, and its row has their item. Otherwise it would use
 * the built-in rates alone, without an error.
 */
const READERS = ["windowsOf", "ratesInForce", "acceptedThresholdOn"];
const APPLYING = ["applyAcceptedRates", "applyPublishedRates", "applyOverlay"];

/** These functions know the import formats, and check settings with them, but read no file. */
const READ_NO_RATE: readonly string[] = [
  "createImport",
  "takeDrop",
  "listImportFormats",
  "createConnection",
  "updateConnection",
  "listReturnFormats",
];

const rows = Object.entries({ ...routes, ...jobs } as Record<string, Route | Job>);

it.for(rows)("%s applies the accepted rates if it reads rates", ([name, row]) => {
  const used = declarationsBehind({ file: `functions/${row.handler}.ts`, name: "handler" });
  const names = new Set(used.map((one) => one.name));
  const reads = READERS.some((one) => names.has(one));
  const applies = APPLYING.some((one) => names.has(one));
  const items = row.table === "none" ? [] : row.table.reads;
  if (READ_NO_RATE.includes(name)) expect([name, reads]).toEqual([name, true]);
  else if (reads)
    expect([applies, items]).toEqual([true, expect.arrayContaining(["rate_overlay"])]);
  // A decision applies to its own process at once.
  else expect(applies).toBe(name === "decideRateProposal");
});
