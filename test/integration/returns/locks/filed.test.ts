import { beforeAll, describe, expect, it, test } from "vitest";
import { plusDays } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import type { LockedPeriodDetail } from "../../../../shared/returns/locks/schema.ts";
import { balanceOf, readSie } from "../../../make/bookings-reader.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { newSeller } from "../../../stack/seller.ts";
import { todayWithTimeLeft } from "../../../stack/today.ts";
import {
  commit,
  current,
  LOCKS,
  listed,
  locked,
  postFiled,
  postLock,
  sale,
  sellerWith,
  withoutComparison,
} from "./locking.ts";

const today = await todayWithTimeLeft();

describe("POST filed", () => {
  it("records who, when and under which reference, and leaves the snapshot alone", async () => {
    const seller = await sellerWith(sale());
    const lock = await locked(seller, "2025-Q3");
    const body = { filed_at: "2025-10-15", filing_reference: "SE/SE556/Q3.2025" };
    const filed = await postFiled(seller, "2025-Q3", body);
    expect(filed).toMatchObject({ status: 200 });
    expect(filed.body).toEqual({
      ...lock,
      status: "filed",
      filed: {
        ...body,
        recorded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        recorded_by: seller.full.split("_")[2],
        corrections: [],
      },
    });
    const view = withoutComparison(await current(seller, "2025-Q3"));
    expect(view).toEqual(filed.body);
    expect((await listed(seller)).items).toMatchObject([{ status: "filed" }]);
    expect((await auditLocks(seller.account)).faults).toEqual([]);
  });

  it("keeps the first record when it is repeated", async () => {
    const seller = await newSeller();
    await locked(seller, "2025-Q3");
    const first = await postFiled(seller, "2025-Q3", { filing_reference: "first" });
    const again = await postFiled(seller, "2025-Q3", {
      filing_reference: "second",
      filed_at: "2025-10-02",
    });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.body.filed?.filing_reference).toBe("first");
    expect(await postLock(seller, "2025-Q3")).toMatchObject({
      status: 409,
      body: { error: "period_already_locked" },
    });
  });

  test.for<[string, object | undefined]>([
    ["no body", undefined],
    ["an empty body", {}],
  ])("takes %s: filed today, without a reference", async ([, body]) => {
    const seller = await newSeller();
    await locked(seller, "2025-Q3");
    const { body: lock } = await postFiled(seller, "2025-Q3", body);
    expect(Object.keys(lock.filed ?? {}).sort()).toEqual([
      "corrections",
      "filed_at",
      "filing_reference",
      "recorded_at",
      "recorded_by",
    ]);
    expect(lock.filed).toMatchObject({ filed_at: today, filing_reference: null });
  });

  it("409 before the lock", async () => {
    const seller = await sellerWith(sale());
    expect(await postFiled(seller, "2025-Q3", {})).toMatchObject({
      status: 409,
      body: { error: "period_not_locked" },
    });
    expect(await postFiled(await newAccount("locks"), "2025-Q3")).toMatchObject({ status: 409 });
    expect((await listed(seller)).items).toEqual([]);
  });

  let unfiled: Account;
  beforeAll(async () => {
    unfiled = await newSeller();
    await locked(unfiled, "2025-Q3");
  });

  test.for<[string, unknown, string[]]>([
    ["a day of the quarter itself", { filed_at: "2025-09-30" }, ["filed_at"]],
    ["a day that is yet to come", { filed_at: plusDays(today, 2) }, ["filed_at"]],
    ["no day", { filed_at: "2025-10-15T10:00:00Z" }, ["filed_at"]],
    ["a day that does not exist", { filed_at: "2025-11-31" }, ["filed_at"]],
    ["an empty reference", { filing_reference: "" }, ["filing_reference"]],
    ["a reference of 101 characters", { filing_reference: "x".repeat(101) }, ["filing_reference"]],
    ["a reference with a line break", { filing_reference: "a\nb" }, ["filing_reference"]],
    ["an unknown field", { filing_ref: "x" }, ["filing_ref"]],
    [
      "all at once",
      { filed_at: plusDays(today, 2), filing_reference: 1 },
      ["filed_at", "filing_reference"],
    ],
    ["an array", [], [""]],
  ])("400 for %s, and nothing is recorded", async ([, body, fields]) => {
    const refused = await call<{ error: string; details: { field: string }[] }>(
      unfiled.full,
      "POST",
      `${LOCKS}/filed?period=2025-Q3`,
      JSON.stringify(body),
    );
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(refused.body.details.map(({ field }) => field).sort()).toEqual(fields);
    expect((await current(unfiled, "2025-Q3")).filed).toBeNull();
  });

  it("400 without a period, 403 with a read-only key", async () => {
    expect(await call(unfiled.full, "POST", `${LOCKS}/filed`)).toMatchObject({
      status: 400,
      body: { error: "invalid_period" },
    });
    expect(await call(unfiled.readOnly, "POST", `${LOCKS}/filed?period=2025-Q3`)).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope" },
    });
    expect((await current(unfiled, "2025-Q3")).status).toBe("locked");
  });
});

describe("POST filed/corrections", () => {
  const correct = ({ full }: Account, body: unknown, scheme = "union-oss") =>
    call<LockedPeriodDetail>(
      full,
      "POST",
      `/v1/reports/locked-return-periods/${scheme}/filed/corrections?period=2025-Q3`,
      JSON.stringify(body),
    );
  const RIGHT = { filed_at: "2025-10-16", filing_reference: "right" };

  async function filedSeller(): Promise<Account> {
    const seller = await sellerWith(sale());
    await locked(seller, "2025-Q3");
    const { status } = await postFiled(seller, "2025-Q3", {
      filed_at: "2025-10-15",
      filing_reference: "wrong",
    });
    expect(status).toBe(200);
    return seller;
  }

  it("adds day and reference, keeps what stood before, and shows the newest on papers", async () => {
    const seller = await filedSeller();
    const corrected = await correct(seller, RIGHT);
    expect(corrected.status, corrected.text).toBe(200);
    expect(corrected.body.filed).toMatchObject({
      filing_reference: "wrong",
      corrections: [{ ...RIGHT, recorded_by: seller.full.split("_")[2] }],
    });
    const without = await correct(seller, { filed_at: RIGHT.filed_at });
    expect(without.body.filed?.corrections).toMatchObject([RIGHT, { filing_reference: null }]);
    expect((await correct(seller, RIGHT)).body.filed?.corrections).toHaveLength(3);
    expect(withoutComparison(await current(seller, "2025-Q3")).filed?.corrections).toHaveLength(3);
    const { body: payment } = await call(
      seller.readOnly,
      "GET",
      "/v1/returns/union-oss/2025-Q3/payment",
    );
    expect(payment).toMatchObject({ filing_reference: "right" });
    expect((await auditLocks(seller.account)).faults).toEqual([]);
  });

  it("adds nothing when it is repeated, and a repeated POST filed answers the first record", async () => {
    const seller = await filedSeller();
    await correct(seller, RIGHT);
    expect((await correct(seller, RIGHT)).body.filed?.corrections).toHaveLength(1);
    const again = await postFiled(seller, "2025-Q3", { filing_reference: "third" });
    expect(again.body.filed).toMatchObject({ filing_reference: "wrong", filed_at: "2025-10-15" });
  });

  it("keeps all of several corrections at once", async () => {
    const seller = await filedSeller();
    const references = ["a", "b", "c", "d"];
    const answers = await Promise.all(
      references.map((filing_reference) => correct(seller, { ...RIGHT, filing_reference })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
    const { filed } = await current(seller, "2025-Q3");
    const kept = filed?.corrections.map(({ filing_reference }) => filing_reference);
    expect(kept?.toSorted()).toEqual(references);
  });

  test.for<[string, unknown, string[]]>([
    ["no day", { filing_reference: "x" }, ["filed_at"]],
    ["a day of the quarter itself", { filed_at: "2025-09-30" }, ["filed_at"]],
    ["a day that is yet to come", { filed_at: plusDays(today, 2) }, ["filed_at"]],
    ["an empty reference", { ...RIGHT, filing_reference: "" }, ["filing_reference"]],
    ["an unknown field", { ...RIGHT, note: "x" }, ["note"]],
  ])("400 for %s", async ([, body, fields]) => {
    const seller = await newSeller();
    const refused = await call<{ details: { field: string }[] }>(
      seller.full,
      "POST",
      `${LOCKS}/filed/corrections?period=2025-Q3`,
      JSON.stringify(body),
    );
    expect(refused.status).toBe(400);
    expect(refused.body.details.map(({ field }) => field)).toEqual(fields);
  });

  it("409 before the lock and before the filing, 403 with a read-only key, 404 for no scheme", async () => {
    const seller = await sellerWith(sale());
    expect((await correct(seller, RIGHT)).body).toMatchObject({ error: "period_not_locked" });
    await locked(seller, "2025-Q3");
    expect(await correct(seller, RIGHT)).toMatchObject({
      status: 409,
      body: { error: "period_not_filed" },
    });
    expect((await correct({ ...seller, full: seller.readOnly }, RIGHT)).status).toBe(403);
    expect((await correct(seller, RIGHT, "mini")).status).toBe(404);
    expect((await current(seller, "2025-Q3")).filed).toBeNull();
  });
});

describe("paying a locked return", () => {
  const PATH = "/v1/returns/union-oss/2025-Q3";
  const CREDITOR = { name: "Skatteverket", iban: "SE3550000000054910000003" };

  it("is recorded in parts, until nothing is outstanding", async () => {
    const seller = await sellerWith(sale());
    const lock = await locked(seller, "2025-Q3");
    const due = lock.totals.payable_vat_minor;
    const pay = (amount_minor: number) =>
      call(seller.full, "POST", `${PATH}/paid`, { paid_on: "2025-10-20", amount_minor });
    expect(await pay(due - 1)).toMatchObject({
      status: 201,
      body: { status: "part_paid", outstanding_minor: 1, exclusion_warning: false },
    });
    const order = { format: "epc_qr", creditor: CREDITOR, reference: "SE/1/Q3.2025" };
    const made = await call(seller.readOnly, "POST", `${PATH}/payment-order`, order);
    expect(made.status).toBe(200);
    expect(made.headers.get("content-type")).toBe("image/svg+xml");
    expect(await pay(1)).toMatchObject({
      status: 201,
      body: { status: "paid", outstanding_minor: 0, days_in_arrears: 0 },
    });
    expect(await call(seller.full, "POST", `${PATH}/payment-order`, order)).toMatchObject({
      status: 400,
      body: { details: [{ field: "amount_minor" }] },
    });
    expect(await pay(-due - 1)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect((await call(seller.readOnly, "GET", `${PATH}/payment`)).body).toMatchObject({
      payable_vat_minor: due,
      paid_minor: due,
      payments: [{ amount_minor: due - 1 }, { amount_minor: 1 }],
    });
    expect((await auditLocks(seller.account)).faults).toEqual([]);
  });

  it("takes every payment that arrives at once", async () => {
    const seller = await sellerWith(sale());
    await locked(seller, "2025-Q3");
    const body = { paid_on: "2025-10-20", amount_minor: 1 };
    const pays = Array.from({ length: 4 }, () => call(seller.full, "POST", `${PATH}/paid`, body));
    expect((await Promise.all(pays)).map(({ status }) => status)).toEqual(Array(4).fill(201));
    const { body: view } = await call(seller.full, "GET", `${PATH}/payment`);
    expect(view).toMatchObject({ paid_minor: 4 });
  });
});

it("books locked returns to the cent, with what came late", async () => {
  const late = {
    supply_date: "2025-09-05",
    consumption_country: "FR",
    vat_rate_bps: 2000,
  } as const;
  const seller = await sellerWith(sale());
  const locks = [{ late_minor: 0, ...(await locked(seller, "2025-Q3")) }];
  await commit(
    seller,
    sale({ ...late, event_id: "late", taxable_amount_minor: 3_333, vat_amount_minor: 667 }),
    sale({ event_id: "q4", supply_date: "2025-11-05" }),
  );
  locks.push({ late_minor: 3_333, ...(await locked(seller, "2025-Q4")) });
  const accounts = {
    clearing_account: "1460",
    vat_account: "1767",
    revenue: [{ account: "8320" }],
  };
  for (const lock of locks) {
    const path = `/v1/returns/union-oss/${lock.period_key}/bookings`;
    const made = await call(seller.readOnly, "POST", path, {
      format: "sie_4",
      accounts,
      sie: { company_name: "Nordlicht AB" },
    });
    expect(made.status, made.text).toBe(200);
    const { movements } = readSie(new TextEncoder().encode(made.text));
    const { taxable_minor, current_vat_minor, correction_vat_minor } = lock.totals;
    expect(-balanceOf(movements, "1767" as LedgerId)).toBe(
      current_vat_minor + correction_vat_minor,
    );
    expect(-balanceOf(movements, "8320" as LedgerId)).toBe(taxable_minor + lock.late_minor);
  }
  expect(locks[1]?.totals.correction_vat_minor).toBe(667);
});
