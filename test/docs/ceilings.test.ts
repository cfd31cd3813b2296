import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAX_PROFILES } from "../../shared/accounts/sources.ts";
import { EVENTS_PER_REQUEST } from "../../shared/ledger/events/schema.ts";
import { LIST_SHARDS } from "../../shared/platform/table/event-list-keys.ts";

/* What docs/operations.md says of ceilings that stand in the code is what stands there. */
const page = readFileSync("docs/operations.md", "utf8");
const section = page.slice(page.indexOf("\n## Ceilings"), page.indexOf("\n## Retention"));

/** The cell "At most" of the row that begins so. */
const mostOf = (row: string): string =>
  section
    .split("\n")
    .find((line) => line.startsWith(`| ${row}`))
    ?.split("|")[2]
    ?.trim() ?? "no such row";

const PARTITION_WRITES = 1000;

describe.for(["dev", "prod.example"])("the calls of a route in %s", (stage) => {
  const { throttle } = JSON.parse(readFileSync(`infra/stages/${stage}.json`, "utf8"));

  it.for([
    ["calls with a key", throttle.keyed],
    ["calls that lock", throttle.locking],
    ["calls without a key", throttle.open],
  ] as const)("are as many as the page says: %s", ([row, { perSecond, burst }]) =>
    expect(mostOf(row)).toMatch(new RegExp(`^${perSecond} a second, ${burst} in a burst`)),
  );

  it("are as many of one account as the page says", () => {
    const { calls, seconds, burst } = throttle.account;
    expect(mostOf("calls with its keys")).toBe(`${calls} in ${seconds} seconds, ${burst} at once`);
  });

  it("of locking are enough for 10,000 sellers in the time it says", () => {
    const minutes = Math.round(10_000 / throttle.locking.perSecond / 60);
    expect(mostOf("calls that lock")).toContain(`10,000 sellers in ${minutes} minutes`);
  });
});

it("numbers of the code are those of the page", () => {
  const writes = (LIST_SHARDS.length * PARTITION_WRITES).toLocaleString("en");
  expect(mostOf("events of one month")).toMatch(
    new RegExp(`^${writes} a second: ${LIST_SHARDS.length} partitions`),
  );
  expect(mostOf("events of a request")).toMatch(new RegExp(`^${EVENTS_PER_REQUEST};`));
  expect(mostOf("registrations; source profiles")).toMatch(new RegExp(`; ${MAX_PROFILES}$`));
});
