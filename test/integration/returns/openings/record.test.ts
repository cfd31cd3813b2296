import { beforeAll, describe, expect, it } from "vitest";
import { type Account, call } from "../../../stack/api.ts";
import { committed, type Refusal } from "../../../stack/seller.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { eachNth } from "../../../stack/soak.ts";
import {
  CASES,
  lockReturn,
  openingPath,
  postOpening,
  recorded,
  register,
  sale,
  sellerIn,
  totals,
  UNION,
} from "./filed-elsewhere.ts";

const PATH = openingPath(UNION);
const ROW = {
  member_state_of_consumption: "DE",
  supply_kind: "goods",
  rate_category: "standard",
  vat_rate_bps: 1_900,
  taxable_amount_minor: 100_000,
  vat_amount_minor: 19_000,
};
const rows = (...changes: object[]) => ({
  currency: "EUR",
  filed_at: "2025-04-22",
  rows: changes.map((change) => ({ ...ROW, ...change })),
});

const LATER = totals({ filed_at: "2025-07-22" });

describe.each(eachNth(3, CASES))("a return of $slug that was filed elsewhere", (one) => {
  it("is recorded, shown, and recorded once", async () => {
    const seller = await sellerIn(one);
    const opening = await recorded(seller, openingPath(one), totals({ filing_reference: "A 1" }));
    expect(opening).toMatchObject({
      status: "recorded",
      scheme_type: one.scheme_type,
      period_key: one.filed,
      member_state_identification: "SE",
      filing_reference: "A 1",
      rows: null,
      member_states: totals().member_states,
      totals: { current_vat_minor: 19_000, payable_vat_minor: 19_000 },
    });
    const again = await postOpening(seller, openingPath(one), totals({ filing_reference: "A 1" }));
    expect([again.status, again.body]).toEqual([201, opening]);
    expect((await call(seller.readOnly, "GET", openingPath(one))).body).toEqual(opening);
  });

  it("is no return to be locked", async () => {
    const seller = await sellerIn(one);
    await recorded(seller, openingPath(one));
    expect(await lockReturn(seller, one, one.filed)).toMatchObject({
      status: 409,
      body: { error: "period_filed_elsewhere" },
    });
    expect((await lockReturn(seller, one, one.next)).status).toBe(201);
  });
});

describe("wrong input", () => {
  let seller: Account;
  beforeAll(async () => {
    seller = await sellerIn(UNION);
  });

  it.for<[string, unknown, string[]]>([
    ["no rows and no totals", { currency: "EUR", filed_at: "2025-04-22" }, ["rows"]],
    ["both", { ...rows({}), member_states: [] }, ["member_states"]],
    [
      "an unknown country",
      rows({ member_state_of_consumption: "US" }),
      ["rows.0.member_state_of_consumption"],
    ],
    [
      "an unknown country of totals",
      totals({
        member_states: [{ ...totals().member_states[0], member_state_of_consumption: "ZZ" }],
      }),
      ["member_states.0.member_state_of_consumption"],
    ],
    ["a rate that is no integer", rows({ vat_rate_bps: 19.5 }), ["rows.0.vat_rate_bps"]],
    ["a rate of nothing", rows({ vat_rate_bps: 0 }), ["rows.0.vat_rate_bps"]],
    ["a category that no return has", rows({ rate_category: "exempt" }), ["rows.0.rate_category"]],
    ["an amount below zero", rows({ vat_amount_minor: -1 }), ["rows.0.vat_amount_minor"]],
    ["a misspelt field", rows({ vat_minor: 1 }), ["rows.0.vat_minor"]],
    ["a currency that is none", { ...rows({}), currency: "EURO" }, ["currency"]],
    ["filed before the quarter was over", totals({ filed_at: "2025-03-31" }), ["filed_at"]],
    ["filed in years", totals({ filed_at: "2998-01-01" }), ["filed_at"]],
    ["a section that it cannot be", rows({ section: "2d" }), ["rows.0.section"]],
    ["the same row twice", rows({}, { vat_amount_minor: 1 }), ["rows.1"]],
    [
      "a correction of itself",
      totals({
        corrections: [
          { original_period: "2025-Q1", member_state_of_consumption: "DE", vat_amount_minor: -1 },
        ],
      }),
      ["corrections.0.original_period"],
    ],
  ])("%s: 400, and nothing is recorded", async ([, body, fields]) => {
    const refused = await call<Refusal>(seller.full, "POST", PATH, body);
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(refused.body.details?.map(({ field }) => field)).toEqual(fields);
    expect((await call(seller.full, "GET", PATH)).status).toBe(404);
  });

  it.for<[string, string, object, number, string]>([
    ["a month", openingPath(UNION, "2025-03"), totals(), 400, "invalid_period"],
    ["no period", openingPath(UNION, "2025-Q5"), totals(), 400, "invalid_period"],
    ["no scheme", "/v1/returns/moss/2025-Q1/opening", totals(), 404, "not_found"],
    [
      "a quarter to come",
      openingPath(UNION, "2998-Q1"),
      totals({ filed_at: "2998-04-02" }),
      400,
      "invalid_request",
    ],
    [
      "before the registration",
      openingPath(UNION, "2021-Q2"),
      totals(),
      422,
      "registration_required",
    ],
    [
      "under another registration",
      `${PATH}?registration_id=7`,
      totals(),
      422,
      "registration_required",
    ],
    ["another currency", PATH, totals({ currency: "SEK" }), 422, "currency_mismatch"],
  ])("%s", async ([, path, body, status, error]) => {
    expect(await postOpening(seller, path, body)).toMatchObject({ status, body: { error } });
  });

  it("a quarter that is not over: 409", async () => {
    const refused = await postOpening(seller, openingPath(UNION, "2998-Q1"));
    expect(refused).toMatchObject({ status: 409, body: { error: "period_not_ended" } });
  });
});

describe("an opening comes before the ledger and before its locks", () => {
  it("the period of the first event is refused, the one before it is not", async () => {
    const seller = await sellerIn(UNION);
    await committed(seller, sale(UNION) as never);
    const refused = await postOpening(seller, PATH);
    expect(refused).toMatchObject({ status: 409, body: { error: "opening_closed" } });
    expect(refused.body.message).toContain("2025-03-20");
    const after = await postOpening(seller, openingPath(UNION, "2025-Q2"), LATER);
    expect(after.status).toBe(409);
    await recorded(seller, openingPath(UNION, "2024-Q4"));
  });

  it("a locked period and those after it are refused, the one before it is not", async () => {
    const seller = await sellerIn(UNION);
    expect((await lockReturn(seller, UNION, "2025-Q1")).status).toBe(201);
    for (const period of ["2025-Q1", "2025-Q2"]) {
      const refused = await postOpening(seller, openingPath(UNION, period), LATER);
      expect(refused).toMatchObject({ status: 409, body: { error: "opening_closed" } });
    }
    await recorded(seller, openingPath(UNION, "2024-Q4"));
  });

  it("another content is refused, and so is the same after it was withdrawn and a lock has come", async () => {
    const seller = await sellerIn(UNION);
    const opening = await recorded(seller, PATH);
    const other = await postOpening(seller, PATH, totals({ filed_at: "2025-04-23" }));
    expect(other).toMatchObject({ status: 409, body: { error: "opening_conflict" } });
    const withdraw = () => call(seller.full, "POST", `${PATH}/withdrawal`);
    expect(await withdraw()).toMatchObject({ status: 200, body: { status: "withdrawn" } });
    expect((await withdraw()).status).toBe(200);
    expect((await call(seller.full, "GET", PATH)).status).toBe(404);
    const right = await recorded(seller, PATH, totals({ filed_at: "2025-04-23" }));
    expect([opening.filed_at, right.filed_at]).toEqual(["2025-04-22", "2025-04-23"]);
    expect((await lockReturn(seller, UNION, "2025-Q2")).status).toBe(201);
    expect(await withdraw()).toMatchObject({ status: 409, body: { error: "opening_closed" } });
    // It stays as it is, and says so again.
    expect((await postOpening(seller, PATH, totals({ filed_at: "2025-04-23" }))).body).toEqual(
      right,
    );
  });

  it("is withdrawn by nobody who has none, and by no read-only key", async () => {
    const seller = await sellerIn(UNION);
    const path = `${PATH}/withdrawal`;
    expect(await call(seller.full, "POST", path)).toMatchObject({ status: 404 });
    expect(await call(seller.readOnly, "POST", path)).toMatchObject({ status: 403 });
    expect((await postOpening({ ...seller, full: seller.readOnly }, PATH)).status).toBe(403);
  });
});

it("in the quarter of a move there is one for each registration", async () => {
  const seller = await sellerIn(UNION);
  const patch = { status: "ended", effective_to: "2025-02-10" };
  await call(seller.full, "PATCH", "/v1/tax-registrations/1", patch);
  const danish = { scheme_type: "union_oss", member_state_identification: "DK" };
  await register(seller, { ...danish, effective_from: "2025-02-11" });
  await settleRecount(seller.account);
  expect(await postOpening(seller, PATH)).toMatchObject({
    status: 422,
    body: { error: "registration_conflict" },
  });
  await recorded(seller, `${PATH}?registration_id=1`);
  await recorded(seller, `${PATH}?registration_id=2`, totals({ currency: "DKK" }));
  expect(await call(seller.full, "GET", PATH)).toMatchObject({
    status: 422,
    body: { error: "registration_conflict" },
  });
  expect(await call(seller.full, "GET", `${PATH}?registration_id=2`)).toMatchObject({
    status: 200,
    body: { currency: "DKK", member_state_identification: "DK", registration_id: 2 },
  });
});
