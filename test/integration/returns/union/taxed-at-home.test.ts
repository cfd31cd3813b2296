import { expect, it } from "vitest";
import type * as z from "zod";
import type { SourceEventList } from "../../../../shared/returns/drill-down/source-event.ts";
import type { EventExplanation } from "../../../../shared/returns/explanation/schema.ts";
import { makeSale, type SentEvent } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { auditOf } from "../../../stack/audit.ts";
import { type Bridge, expectEachLineOpens } from "../../../stack/opened-lines.ts";
import {
  committed,
  eventPath,
  idsOf,
  type Refusal,
  reclassify,
  register,
  shown,
  summaryOf,
} from "../../../stack/seller.ts";
import { settleRecount } from "../../../stack/settle.ts";

/* A sale with the VAT of Sweden to a consumer in France, and a registration that covers its day (Art. 59c(3)). */

const CODE = "taxed_at_home_under_scheme_excluded";
const QUARTER = "/v1/returns/union-oss/2026-Q2";

const atHome = (event_id: string, supply_date: string): SentEvent =>
  makeSale({
    event_id,
    supply_date: supply_date as never,
    consumption_country: "FR",
    treatment: "origin_below_threshold",
    vat_rate_bps: 2_500,
    vat_amount_minor: 2_500,
  });

const lock = ({ full }: Account) =>
  call<Refusal>(
    full,
    "POST",
    "/v1/reports/locked-return-periods/union-oss?period=2026-Q2&require_ready=true",
  );

const SALES = [
  makeSale({ event_id: "abroad", supply_date: "2026-06-01" as never }),
  atHome("before", "2026-05-09"),
  atHome("first-day", "2026-05-10"),
  atHome("later", "2026-06-20"),
];

/** A seller whose registration of 10 May is entered before its sales, or after them. */
async function sellerOf(first: "sales" | "registration"): Promise<Account> {
  const seller = await newAccount("at-home");
  if (first === "registration") await register(seller, "SE", "2026-05-10");
  await committed(seller, SALES);
  if (first === "sales") await register(seller, "SE", "2026-05-10");
  await settleRecount(seller.account);
  return seller;
}

async function figuresOf(seller: Account) {
  const { warnings, rows, totals } = await summaryOf(seller, "2026-Q2");
  const { body } = await call<Bridge>(seller.readOnly, "GET", `${QUARTER}/bridge`);
  const refused = await lock(seller);
  return { warnings, rows, totals, bridge: body.lines, refused: refused.body.details };
}

it("is asked about in the return, whether it or the registration was entered first", async () => {
  const [late, early] = [await sellerOf("sales"), await sellerOf("registration")];
  const figures = await figuresOf(early);
  const withoutId = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replace(/registration_id=\d+/g, ""));
  expect(withoutId(await figuresOf(late))).toEqual(withoutId(figures));
  expect(figures).toMatchObject({
    warnings: [
      { code: "classification_excluded", count: 1 },
      { code: CODE, count: 2 },
    ],
    rows: [{ member_state_of_consumption: "DE" }],
    refused: [{ field: CODE, message: "2 left out, to be resolved" }],
  });
  expect(figures.bridge.map(({ sign, code, count }) => `${sign} ${code} ${count}`)).toEqual(
    expect.arrayContaining(["minus domestic 1", "minus in_review 2"]),
  );
  for (const seller of [late, early]) {
    await expectEachLineOpens(seller, QUARTER);
    expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_events: [] });
  }
});

it("is found by its code with a period and without one, and says why it is in no return", async () => {
  const seller = await sellerOf("sales");
  for (const period of ["", "&period=2026-Q2"]) {
    const ids = (code: string) => idsOf(seller, `?warning=${code}${period}`);
    expect(await ids(CODE)).toEqual(["first-day", "later"]);
    if (period) expect(await ids("classification_excluded")).toEqual(["before"]);
  }
  const listed = await call<z.output<typeof SourceEventList>>(
    seller.readOnly,
    "GET",
    `${QUARTER}/events?warning=${CODE}`,
  );
  expect(listed.body).toMatchObject({
    items: [{ event_id: "first-day" }, { event_id: "later", in_return: null }],
    figure: { event_count: 2, left_out: [{ currency: "EUR", vat_amount_minor: 5_000 }] },
  });
  const open = { exclusion_code: CODE, exclusion_status: "open", undeclared_reason: CODE };
  expect((await shown(seller, "later")).body).toMatchObject({ ...open, declared_in: null });
  expect((await shown(seller, "before")).body).toMatchObject({
    exclusion_code: "classification_excluded",
    exclusion_status: "rightful",
    undeclared_reason: "classification_excluded",
  });
  const explained = await call<z.output<typeof EventExplanation>>(
    seller.readOnly,
    "GET",
    `${eventPath("later")}/explanation`,
  );
  expect(explained.body).toMatchObject({ left_out_as: CODE, event: open });
});

it("stays out with a note, or is declared once its rate has been looked at", async () => {
  const seller = await sellerOf("registration");
  expect((await reclassify(seller, "first-day", "excluded")).body).toMatchObject({
    treatment: "origin_below_threshold",
    exclusion_code: "classification_excluded",
    classification_history: [{ from: "excluded", to: "excluded" }],
  });
  // France has no rate of 25 %: the line would be wrong, and nothing else says so.
  expect((await reclassify(seller, "later", "classified")).body).toMatchObject({
    treatment: "union_oss",
    checks: [{ code: "rate_not_in_force" }],
    declared_in: { period_key: "2026-Q2" },
  });
  expect(await summaryOf(seller, "2026-Q2")).toMatchObject({
    warnings: [{ code: "classification_excluded", count: 2 }],
    rows: [
      { member_state_of_consumption: "DE" },
      { member_state_of_consumption: "FR", vat_rate_bps: 2_500 },
    ],
  });
  expect((await lock(seller)).status).toBe(201);
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_events: [] });
});
