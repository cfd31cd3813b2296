import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import type { AuthorId, EventId } from "../../../../shared/core/ids.ts";
import { loadEventStates } from "../../../../shared/ledger/events/store-events.ts";
import { requestRecount } from "../../../../shared/ledger/recount/recount.ts";
import { changeRegistrations } from "../../../../shared/ledger/settings/change-settings.ts";
import type { ReturnAnswer } from "../../../../shared/returns/locks/return-view.ts";
import { NO_BOUNDARIES } from "../../../../shared/vat/schemes/registration-segments.ts";
import { addRegistration } from "../../../../shared/vat/seller/change-settings.ts";
import { NewRegistration } from "../../../../shared/vat/seller/registration-schema.ts";
import { makeRefund, makeSale, makeService } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { auditOf, LATE_2025 } from "../../../stack/audit.ts";
import { committed, reclassify, register, shown, sumsOf } from "../../../stack/seller.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

type Summary = z.output<typeof ReturnAnswer>;

const on = (supply_date: string) => ({ supply_date }) as never as { supply_date: never };

const summary = async (seller: Account, period: string) =>
  (
    await call<Summary>(
      seller.readOnly,
      "GET",
      `/v1/reports/oss-quarterly-summary?period=${period}`,
    )
  ).body;

const patch = async (seller: Account, id: number, body: object) => {
  const { status } = await call(seller.full, "PATCH", `/v1/tax-registrations/${id}`, body);
  expect(status).toBe(200);
};

const payable = async (seller: Account, period = "2025-Q3") =>
  (await summary(seller, period)).totals.payable_vat_minor;

const isClean = async ({ account }: Account) =>
  expect(await auditOf(account, LATE_2025)).toMatchObject({
    differences: [],
    stale_links: [],
    stale_events: [],
    recount_pending: false,
  });

/** One sale each in July, August and September 2025, and refunds of the last two a quarter later. */
async function sellerOfThree(): Promise<Account> {
  const seller = await newAccount("recount");
  await committed(seller, [
    makeSale({ event_id: "july", ...on("2025-07-20") }),
    makeSale({ event_id: "august", ...on("2025-08-20") }),
    makeSale({ event_id: "september", ...on("2025-09-20") }),
    makeRefund({ event_id: "back-8", original_event_id: "august", ...on("2025-11-02") }),
    makeRefund({ event_id: "back-7", original_event_id: "july", ...on("2025-09-25") }),
  ]);
  return seller;
}

describe("a registration that begins within a quarter whose supplies are committed", () => {
  let seller: Account;
  beforeAll(async () => {
    seller = await sellerOfThree();
  });

  it("takes in what was supplied from its day on, and says so while it is moved", async () => {
    await register(seller, "SE", "2025-08-10");
    expect(await summary(seller, "2025-Q3")).toMatchObject({
      recount_pending: { from: "2025-07-01" },
    });
    await settleRecount(seller.account);
    // August and September; the refund of July's sale goes with that sale.
    expect(await summary(seller, "2025-Q3")).toMatchObject({
      recount_pending: null,
      totals: { payable_vat_minor: 3_800 },
      warnings: [
        { code: "correction_reference_missing_excluded", count: 1 },
        { code: "outside_registration_window_excluded", count: 1 },
      ],
    });
    const { body } = await call(seller.readOnly, "GET", "/v1/compliance/overview");
    expect(body).toMatchObject({ recount_pending: null });
    await isClean(seller);
  });

  it("leaves the same sums as one that was there before", async () => {
    const early = await newAccount("recount");
    await register(early, "SE", "2025-08-10");
    await committed(early, [
      makeSale({ event_id: "july", ...on("2025-07-20") }),
      makeSale({ event_id: "august", ...on("2025-08-20") }),
      makeSale({ event_id: "september", ...on("2025-09-20") }),
      makeRefund({ event_id: "back-8", original_event_id: "august", ...on("2025-11-02") }),
      makeRefund({ event_id: "back-7", original_event_id: "july", ...on("2025-09-25") }),
    ]);
    for (const period of ["2025-Q3", "2025-Q4", "2025"]) {
      expect(await sumsOf(seller, period)).toEqual(await sumsOf(early, period));
    }
  });

  it("moves exactly the events whose entries change", async () => {
    const other = await sellerOfThree();
    // Left out for another reason, before that day and with it.
    const ofJuly = { customer_type: "b2b", ...on("2025-07-20") } as const;
    await committed(other, [makeSale({ event_id: "b2b", ...ofJuly })]);
    await register(other, "SE", "2025-08-10");
    await settleRecount(other.account);
    const slots = await loadEventStates(other.account, [
      "july",
      "august",
      "september",
      "back-8",
      "back-7",
      "b2b",
    ] as EventId[]);
    const writes = [...slots].map(([id, { event }]) => [id, event?.version]);
    expect(Object.fromEntries(writes)).toEqual({
      july: 2,
      august: 2,
      september: 2,
      "back-8": 2,
      "back-7": 2,
      b2b: 1,
    });
  });
});

it("follows an edge that is moved, a registration that ends, and both undone", async () => {
  const seller = await sellerOfThree();
  await register(seller, "SE", "2025-08-10");
  await settleRecount(seller.account);
  const before = await sumsOf(seller, "2025-Q3");

  await patch(seller, 1, { effective_from: "2025-09-01" });
  await settleRecount(seller.account);
  expect(await payable(seller)).toBe(1_900);

  await patch(seller, 1, {
    effective_from: "2025-08-10",
    effective_to: "2025-08-31",
    status: "ended",
  });
  await settleRecount(seller.account);
  // The sale of August, less what was refunded of it in November.
  expect(await payable(seller)).toBe(1_710);

  await patch(seller, 1, { effective_to: "", status: "active" });
  await settleRecount(seller.account);
  expect(await sumsOf(seller, "2025-Q3")).toEqual(before);
  await isClean(seller);
});

it("asks for nothing where no edge lies within a period, and no event after an end", async () => {
  const seller = await sellerOfThree();
  await register(seller, "SE", "2025-07-01");
  expect(await summary(seller, "2025-Q3")).toMatchObject({ recount_pending: null });
  await patch(seller, 1, { effective_to: "2025-12-31", status: "ended" });
  expect(await summary(seller, "2025-Q4")).toMatchObject({ recount_pending: null });
  // A refund of November goes with the final return.
  await patch(seller, 1, { effective_to: "2025-09-30" });
  expect(await summary(seller, "2025-Q3")).toMatchObject({
    recount_pending: { from: "2025-10-01" },
  });
});

/** In this process: the stack's own runner, which might find first what is left stale here, hears of nothing. */
const registerUnheard = ({ account }: Account, effective_from: string) => {
  const request = NewRegistration.parse({
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from,
    status: "active",
  });
  const author = { now: new Date(), key_id: "test" as AuthorId };
  return changeRegistrations(account, (all) => addRegistration(all, request), author);
};

it("finds a refund that was under way while its sale was moved", async () => {
  const seller = await sellerOfThree();
  await registerUnheard(seller, "2025-08-10");
  await settleRecount(seller.account);
  // As a commit that read the registrations before the change writes it after.
  const { commit } = await import("../../../make/committed.ts");
  await commit(
    seller.account,
    [makeRefund({ event_id: "late", original_event_id: "september", ...on("2026-02-02") })],
    NO_BOUNDARIES,
  );
  expect((await auditOf(seller.account)).stale_events).toEqual(["late"]);
  await patch(seller, 1, { effective_from: "2025-08-11" });
  await settleRecount(seller.account);
  await isClean(seller);
});

itInTurn("lets a period wait for its lock, and one before it not", async () => {
  const seller = await sellerOfThree();
  await register(seller, "SE", "2025-05-10");
  await patch(seller, 1, { effective_from: "2025-08-10" });
  const lock = (period: string) =>
    call(seller.full, "POST", `/v1/reports/locked-return-periods/union-oss?period=${period}`);
  expect(await lock("2025-Q3")).toMatchObject({ status: 409, body: { error: "recount_pending" } });
  await settleRecount(seller.account);
  expect((await lock("2025-Q3")).status).toBe(201);
  await patch(seller, 1, { effective_to: "2025-11-15", status: "ended" });
  const path = "/v1/reports/filing-prep?period=";
  const prepOf = async (period: string) =>
    (await call(seller.readOnly, "GET", `${path}${period}`)).body["recount_pending"];
  expect(await prepOf("2025-Q3")).toBeNull();
  expect(await prepOf("2025-Q4")).not.toBeNull();
});

describe("a profile that places supplies elsewhere", () => {
  const seat = (country: string) => ({ establishment_country: country, fixed_establishments: [] });
  const put = (seller: Account, body: object) => call(seller.full, "PUT", "/v1/account", body);

  it("places anew what nobody has stated or decided", async () => {
    const seller = await newAccount("recount");
    await register(seller, "SE");
    const { establishment_country, ...service } = makeService();
    await committed(seller, [
      { ...service, event_id: "by-facts" },
      { ...service, event_id: "by-person" },
      { ...service, event_id: "by-caller", treatment: "outside_scope", vat_amount_minor: 0 },
    ]);
    await reclassify(seller, "by-person", "excluded");
    await put(seller, seat("DE"));
    await settleRecount(seller.account);
    const treatments = ["by-facts", "by-person", "by-caller"].map(
      async (id) => (await shown(seller, id)).body.treatment,
    );
    expect(await Promise.all(treatments)).toEqual(["domestic", "union_oss", "outside_scope"]);
    expect((await shown(seller, "by-facts")).body.establishment_country).toBe("DE");
    await put(seller, seat("SE"));
    await settleRecount(seller.account);
    expect((await shown(seller, "by-facts")).body).toMatchObject({
      treatment: "union_oss",
      classification_status: "classified",
      establishment_country: "SE",
    });
    await isClean(seller);
  });

  it("asks for nothing when only its name changes", async () => {
    const seller = await newAccount("recount");
    await register(seller, "SE");
    await put(seller, seat("SE"));
    await settleRecount(seller.account);
    await put(seller, { ...seat("SE"), display_name: "Another" });
    expect(await summary(seller, "2025-Q3")).toMatchObject({ recount_pending: null });
  });
});

it("moves nothing that is right, when it is asked for nothing in particular", async () => {
  const seller = await sellerOfThree();
  await requestRecount(seller.account, Date.now());
  expect(await settleRecount(seller.account)).toMatchObject({ state: "done", moved: 0, passes: 1 });
});
