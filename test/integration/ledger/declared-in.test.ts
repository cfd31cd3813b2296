import { expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import { makeImport, makeRefund, makeSale, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { committed, eventPath } from "../../stack/seller.ts";
import { trialOf } from "../../stack/trial.ts";

/** Registrations from 2025 on: of the Union scheme to Sweden, and of the import scheme. */
type Setting = {
  readonly from?: string;
  readonly to?: string;
  readonly imports?: boolean;
  readonly before?: readonly SentEvent[];
  readonly locks?: readonly string[];
  readonly filed?: boolean;
  /** Returns that were filed elsewhere. */
  readonly openings?: readonly string[];
  /** True if everything is in the account's sandbox, whose live side has locked nothing. */
  readonly isSandbox?: boolean;
};

async function makeSeller(seller: Account, { from = "2025-01-01", to, imports }: Setting) {
  const registered = async (scheme_type: string) => {
    const { status, text } = await call(seller.full, "POST", "/v1/tax-registrations", {
      scheme_type,
      member_state_identification: "SE",
      effective_from: from,
      ...(to ? { effective_to: to, status: "ended" } : { status: "active" }),
    });
    expect(status, text).toBe(201);
  };
  await registered("union_oss");
  if (imports) await registered("ioss");
}

async function lockAll(seller: Account, { locks = [], filed, openings = [] }: Setting) {
  for (const period of openings) {
    const opening = { currency: "EUR", filed_at: "2025-07-20", member_states: [] };
    const path = `/v1/returns/union-oss/${period}/opening`;
    const { status, text } = await call(seller.full, "POST", path, opening);
    expect(status, text).toBe(201);
  }
  for (const period of locks) {
    const scheme = period.includes("Q") ? "union-oss" : "ioss";
    const path = `/v1/reports/locked-return-periods/${scheme}?period=${period}`;
    const { status, text } = await call(seller.full, "POST", path);
    expect(status, text).toBe(201);
    if (!filed) continue;
    const recorded = path.replace("?", "/filed?");
    const filing = { filed_at: "2025-10-20" };
    expect((await call(seller.full, "POST", recorded, filing)).status).toBe(200);
  }
}

const sale = (supply_date: string, event_id = "asked"): SentEvent =>
  makeSale({ event_id, supply_date: supply_date as IsoDate });
const refund = (supply_date: string, event_id = "asked"): SentEvent =>
  makeRefund({ event_id, supply_date: supply_date as IsoDate, original_event_id: "sold" });

const inReturn = (
  period_key: string,
  part: "rows" | "corrections" = "rows",
  scheme_type = "union_oss",
) => ({
  declared_in: {
    scheme_type,
    period_key,
    registration_id: scheme_type === "ioss" ? 2 : 1,
    part,
  },
  undeclared_reason: null,
});
const inNone = (undeclared_reason: string) => ({ declared_in: null, undeclared_reason });

/** What is there before an event, the event, and where it is declared. */
const CASES: readonly [string, Setting, SentEvent, object][] = [
  ["an open period", {}, sale("2025-05-10"), inReturn("2025-Q2")],
  [
    "an open period after a locked one",
    { locks: ["2025-Q1"] },
    sale("2025-05-10"),
    inReturn("2025-Q2"),
  ],
  [
    "a locked period",
    { locks: ["2025-Q2"] },
    sale("2025-05-10"),
    inReturn("2025-Q3", "corrections"),
  ],
  [
    "a filed period",
    { locks: ["2025-Q2"], filed: true },
    sale("2025-05-10"),
    inReturn("2025-Q3", "corrections"),
  ],
  [
    "a period that was filed elsewhere",
    { openings: ["2025-Q2"] },
    sale("2025-05-10"),
    inReturn("2025-Q3", "corrections"),
  ],
  [
    "a period that was filed elsewhere, after which one is locked",
    { openings: ["2025-Q2"], locks: ["2025-Q3"] },
    sale("2025-05-10"),
    inReturn("2025-Q4", "corrections"),
  ],
  [
    "a sandbox with a locked period",
    { isSandbox: true, locks: ["2025-Q2"] },
    sale("2025-05-10"),
    inReturn("2025-Q3", "corrections"),
  ],
  [
    "a sandbox with an open period",
    { isSandbox: true, locks: ["2025-Q1"] },
    sale("2025-05-10"),
    inReturn("2025-Q2"),
  ],
  [
    "the first of two locked periods",
    { locks: ["2025-Q1", "2025-Q2"] },
    sale("2025-02-10"),
    inReturn("2025-Q3", "corrections"),
  ],
  [
    "a locked period, a refund of an earlier sale",
    { before: [sale("2025-02-10", "sold")], locks: ["2025-Q1", "2025-Q2"] },
    refund("2025-05-10"),
    inReturn("2025-Q3", "corrections"),
  ],
  [
    "an open period, a refund of a sale in a locked one",
    { before: [sale("2025-02-10", "sold")], locks: ["2025-Q1"] },
    refund("2025-05-10"),
    inReturn("2025-Q2", "corrections"),
  ],
  [
    "a quarter before any registration",
    {},
    sale("2024-12-01"),
    inNone("registration_missing_excluded"),
  ],
  [
    "a day before the registration of its quarter",
    { from: "2025-02-01" },
    sale("2025-01-31"),
    inNone("outside_registration_window_excluded"),
  ],
  [
    "a day after the end of the registration",
    { to: "2025-05-31" },
    sale("2025-06-01"),
    inNone("outside_registration_window_excluded"),
  ],
  [
    "after the end of the registration, a refund",
    { to: "2025-06-30", before: [sale("2025-05-10", "sold")] },
    refund("2025-08-10"),
    inReturn("2025-Q2"),
  ],
  [
    "after the lock of a final return, a refund",
    { to: "2025-06-30", before: [sale("2025-05-10", "sold")], locks: ["2025-Q2"] },
    refund("2025-08-10"),
    inNone("former_registration"),
  ],
  [
    "a locked period, but sold to a business",
    { locks: ["2025-Q2"] },
    {
      ...sale("2025-05-10"),
      customer_type: "b2b",
      vat_amount_minor: 0,
      vat_rate_bps: 0,
    } as SentEvent,
    inNone("classification_excluded"),
  ],
  [
    "another scheme without a registration",
    {},
    makeImport({ event_id: "asked" }),
    inNone("registration_missing_excluded"),
  ],
  [
    "another scheme with a locked month",
    { imports: true, locks: ["2025-08"] },
    makeImport({ event_id: "asked" }),
    inReturn("2025-09", "corrections", "ioss"),
  ],
];

/** Commits the event and reads it in every way; each tells the same. */
async function expectDeclared(seller: Account, event: SentEvent, expected: object) {
  const [first] = await committed(seller, event);
  const [again] = await committed(seller, event);
  expect([first, again]).toMatchObject([
    { status: "committed", ...expected },
    { status: "duplicate", ...expected },
  ]);
  const one = await call(seller.readOnly, "GET", eventPath("asked"));
  expect(one.body).toMatchObject(expected);
  const list = await call<{ items: { event_id: string }[] }>(
    seller.readOnly,
    "GET",
    "/v1/supply-events?limit=100",
  );
  expect(list.body.items.find(({ event_id }) => event_id === "asked")).toMatchObject(expected);
  const explained = await call(seller.readOnly, "GET", `${eventPath("asked")}/explanation`);
  expect(explained.body).toMatchObject({ event: expected });
}

it.for(CASES)("an event of %s", async ([, setting, event, expected]) => {
  const live = await newAccount("declared");
  const seller = setting.isSandbox ? await trialOf(live) : live;
  await makeSeller(seller, setting);
  if (setting.before) await committed(seller, setting.before);
  await lockAll(seller, setting);
  await expectDeclared(seller, event, expected);
});

it("an event stays in the lock that includes it, and a late one in the lock that declares it", async () => {
  const seller = await newAccount("declared-again");
  await makeSeller(seller, {});
  await committed(seller, sale("2025-02-10", "in-time"));
  await lockAll(seller, { locks: ["2025-Q1"] });
  await committed(seller, sale("2025-02-11", "late"));
  await lockAll(seller, { locks: ["2025-Q2"] });
  await committed(seller, sale("2025-02-12", "later"));
  const list = await call<{ items: { event_id: string }[] }>(
    seller.readOnly,
    "GET",
    "/v1/supply-events",
  );
  expect(
    Object.fromEntries(
      list.body.items.map(({ event_id, ...shown }) => [
        event_id,
        (shown as { declared_in?: { period_key: string } }).declared_in?.period_key,
      ]),
    ),
  ).toEqual({ "in-time": "2025-Q1", late: "2025-Q2", later: "2025-Q3" });
});
