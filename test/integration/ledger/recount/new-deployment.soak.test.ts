import { afterAll, beforeAll, expect, it } from "vitest";
import type * as z from "zod";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import type { ReturnAnswer } from "../../../../shared/returns/locks/return-view.ts";
import { KillableStack } from "../../../crash/killable-stack.ts";
import {
  makeImport,
  makeRefund,
  makeSale,
  makeService,
  type SentEvent,
} from "../../../make/supply-event.ts";
import { NO_JOBS } from "../../../stack/run-stack.ts";

/*
 * An upgrade with other counting rules, as an operator sees it: the service is stopped, started in its
 * next version, and recounts by command. test/stack/newer-rules.ts makes that version of the sources.
 */
const NEWER = { NODE_OPTIONS: `--import ${import.meta.resolve("../../../stack/newer-rules.ts")}` };
const OLD = "counted-by-old-rules" as LedgerId;
const NEW = "begun-under-new-rules" as LedgerId;

const stack = new KillableStack();
const keys = new Map<string, string>();

const REDUCED = { rate_category: "reduced", vat_rate_bps: 700, vat_amount_minor: 700 } as const;
const on = (supply_date: string) => ({ supply_date }) as never as { supply_date: never };

/** In each scheme both rates, a refund that nets and one that corrects the quarter or month before. */
const EVENTS: readonly SentEvent[] = [makeSale, makeService, makeImport].flatMap((make, n) => {
  const supply_kind = make().supply_kind;
  const seat = make === makeService ? { establishment_country: "US" } : {};
  const sale = (id: string, more: object) => make({ event_id: `${id}-${n}`, ...seat, ...more });
  const back = (id: string, more: object) =>
    makeRefund({
      event_id: `${id}-back-${n}`,
      original_event_id: `${id}-${n}`,
      supply_kind,
      ...more,
    });
  return [
    sale("standard", on("2025-07-10")),
    sale("reduced", { ...REDUCED, ...on("2025-07-11") }),
    sale("early", { ...REDUCED, ...on("2025-05-11") }),
    back("reduced", on("2025-07-20")),
    back("early", on("2025-07-21")),
  ];
});

beforeAll(async () => {
  await stack.start(NO_JOBS);
  await newSeller(OLD);
});
afterAll(() => stack.stop());

const post = async (account: LedgerId, path: string, body: object) => {
  const { status, text } = await stack.call(keys.get(account) as string, "POST", path, body);
  expect([200, 201], text).toContain(status);
};

/** An account outside the Union that is in all three schemes, with its events. */
async function newSeller(account: LedgerId): Promise<void> {
  const key = await stack.issueKey(account);
  keys.set(account, key);
  const seat = { establishment_country: "US", fixed_establishments: [] };
  expect((await stack.call(key, "PUT", "/v1/account", seat)).status).toBe(200);
  for (const scheme_type of ["union_oss", "non_union_oss", "ioss"]) {
    await post(account, "/v1/tax-registrations", {
      scheme_type,
      member_state_identification: "IE",
      effective_from: "2021-07-01",
      status: "active",
    });
  }
  await post(account, "/v1/supply-events", { events: EVENTS });
}

type Shown = z.output<typeof ReturnAnswer>;
const PATHS = ["union-oss/2025-Q3", "non-union-oss/2025-Q3", "ioss/2025-07", "union-oss/2025-Q2"];

const returnsOf = (account: LedgerId) =>
  Promise.all(
    PATHS.map(async (path) => {
      const key = keys.get(account) as string;
      return (await stack.call<Shown>(key, "GET", `/v1/returns/${path}`)).body;
    }),
  );

const rowsIn = ({ rows }: Shown) =>
  rows.map((row) => [row.rate_category, row.vat_rate_bps, row.event_count]);

it("new counting rules move all rows, and verify-tallies reports nothing", async () => {
  const before = await returnsOf(OLD);
  expect(rowsIn(before[0] as Shown)).toEqual([
    ["standard", 1_900, 1],
    ["reduced", 700, 2],
  ]);
  await stack.stop();
  await stack.start({ ...NO_JOBS, ...NEWER });

  // Everything stands as it was counted, and says that it may move.
  for (const [n, shown] of (await returnsOf(OLD)).entries()) {
    expect(shown).toMatchObject({ ...before[n], recount_pending: { requested_at: null } });
  }
  const lock = "/v1/reports/locked-return-periods/union-oss?period=2025-Q3";
  expect(await stack.call(keys.get(OLD) as string, "POST", lock)).toMatchObject({
    status: 409,
    body: { error: "recount_pending" },
  });
  expect(await stack.command("verify-tallies", OLD)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^a recount is pending.*\n15 events in \d+ periods, 0 differences\n$/,
    ),
  });

  // Three of the five events of each scheme are in other sums by these rules.
  expect(await stack.command("recount", OLD)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^30 events looked at in 2 passes, 9 moved\n$/),
  });
  expect(await stack.command("verify-tallies", OLD)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^15 events in \d+ periods, 0 differences\n$/),
  });

  // Whoever begins under the new rules has the same returns, row by row.
  await newSeller(NEW);
  const after = await returnsOf(OLD);
  expect(after).toEqual(await returnsOf(NEW));
  expect(rowsIn(after[0] as Shown)).toEqual([
    ["standard", 1_900, 1],
    ["standard", 700, 2],
  ]);
});
