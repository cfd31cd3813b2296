import { expect, it } from "vitest";
import type { Job } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { declarationsBehind } from "./reachable-codes.ts";

/** The functions that read the accepted rates from the table. */
const LOADERS = ["loadVatRates", "loadPublishedVatRates", "loadOverlay"];

it("a function that loads VAT rates may read their item", () => {
  const rows = Object.entries({ ...routes, ...jobs } as Record<string, Route | Job>);
  const loading = rows.filter(([, { handler }]) =>
    declarationsBehind({ file: `functions/${handler}.ts`, name: "handler" }).some(({ name }) =>
      LOADERS.includes(name),
    ),
  );
  expect(loading.length).toBeGreaterThan(15);
  const refused = loading.filter(
    ([, { table }]) => table === "none" || !table.reads?.flat().includes("rate_overlay"),
  );
  expect(refused.map(([name]) => name)).toEqual([]);
});
