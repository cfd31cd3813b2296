import { beforeAll, describe, expect, it, test } from "vitest";
import { CHECK_CASES } from "../../make/check-cases.ts";
import { CLASSIFICATION_CASES, HOME } from "../../make/classification-cases.ts";
import { makeSale } from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import {
  type Committed,
  committed,
  listed,
  newSeller,
  type ShownEvent,
  shown,
  summaryOf,
} from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

/** Every case in one batch, the event of case n with the id `case-n`. */
const numbered = <T extends { readonly event: object }>(cases: readonly T[]) =>
  cases.map((one, n) => ({ ...one, event: { ...one.event, event_id: `case-${n}` } }));

/** The events of a seller as they are shown. */
async function allOf(seller: Account): Promise<ShownEvent[]> {
  const { items, next_cursor } = (await listed(seller, "?limit=200")).body;
  if (next_cursor === null) return items;
  const rest = await listed(seller, `?limit=200&cursor=${next_cursor}`);
  expect(rest.body.next_cursor).toBeNull();
  return [...items, ...rest.body.items];
}

describe("classification", () => {
  const cases = numbered(
    CLASSIFICATION_CASES.map(([what, profile, event, status, reasons]) => ({
      what,
      profile,
      event,
      status,
      reasons,
    })),
  );
  const items = new Map<string, Committed["items"][number]>();
  const stored = new Map<string, ShownEvent>();
  const sellers: Record<"home" | "none", Account> = {} as never;

  beforeAll(async () => {
    sellers.home = await newSeller("SE", HOME);
    sellers.none = await newSeller("SE");
    for (const profile of ["home", "none"] as const) {
      const events = cases.filter((one) => one.profile === profile).map((one) => one.event);
      for (const item of await committed(sellers[profile], events as never)) {
        items.set(item.event_id, item);
      }
      for (const event of await allOf(sellers[profile])) {
        stored.set(`${profile} ${event.event_id}`, event);
      }
    }
  });

  test.for(cases)("$what (profile: $profile)", ({ event, profile, status, reasons }) => {
    const found = { classification_status: status, classification_reasons: reasons };
    expect(items.get(event.event_id)).toMatchObject(found);
    expect(stored.get(`${profile} ${event.event_id}`)).toMatchObject(found);
  });

  it("decides what the report leaves out, and each is found by its code", async () => {
    const { warnings } = await summaryOf(sellers.home, "2025-Q3");
    const expected = { needs_review: "needs_review_excluded", excluded: "classification_excluded" };
    for (const [status, code] of Object.entries(expected)) {
      const ids = cases
        .filter((one) => one.profile === "home" && one.status === status)
        .filter((one) => !one.what.startsWith("imported"))
        // What the day alone keeps out has a code of its own.
        .filter((one) => !one.reasons.includes("energy_not_yet_in_scheme"))
        .map((one) => one.event.event_id);
      expect(warnings).toContainEqual({ code, count: ids.length });
      const { items: found } = (await listed(sellers.home, `?period=2025-Q3&warning=${code}`)).body;
      const ours = found.filter((one) => one.supply_kind !== "imported_goods");
      expect(ours.map((one) => one.event_id).sort()).toEqual(ids.sort());
      expect(ours.every((one) => one.exclusion_code === code)).toBe(true);
    }
  });
});

describe("checks", () => {
  const cases = numbered(CHECK_CASES.map(([what, event, codes]) => ({ what, event, codes })));
  let seller: Account;
  let stored: ReadonlyMap<string, ShownEvent>;

  beforeAll(async () => {
    seller = await newSeller();
    await committed(seller, cases.map((one) => one.event) as never);
    stored = new Map((await allOf(seller)).map((event) => [event.event_id, event]));
  });

  test.for(cases)("$what", ({ event, codes }) => {
    const found = stored.get(event.event_id);
    expect(found?.checks.map((check) => check.code)).toEqual(codes);
    expect(found?.classification_status).toBe("classified");
  });

  it("are found by their code", async () => {
    for (const code of eachNth(4, [...new Set(cases.flatMap((one) => one.codes))])) {
      const ids = cases.filter((one) => one.codes.includes(code)).map((one) => one.event.event_id);
      const { items } = (await listed(seller, `?warning=${code}&limit=200`)).body;
      expect(items.map((one) => one.event_id).sort()).toEqual(ids.sort());
    }
  });

  it("exclude nothing and change no amount of the report", async () => {
    const doubtful = await newSeller();
    const booked = { taxable_amount_minor: 10_000, vat_amount_minor: 2_222, vat_rate_bps: 1_234 };
    await committed(doubtful, makeSale(booked));
    expect((await shown(doubtful, "sale-1")).body.checks).toHaveLength(2);
    expect(await summaryOf(doubtful, "2025-Q3")).toMatchObject({
      rows: [{ ...booked, event_count: 1 }],
      warnings: [],
      included_source_event_count: 1,
      excluded_source_event_count: 0,
    });
  });
});
