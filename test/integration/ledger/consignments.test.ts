import { beforeAll, describe, expect, it } from "vitest";
import { requestRecount } from "../../../shared/ledger/recount/recount.ts";
import { CONSIGNMENT_CASES, inDollars, inParcel, parcelRefund } from "../../make/consignment.ts";
import { makeImport, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { auditOf, LATE_2025 } from "../../stack/audit.ts";
import { importMonthOf, newImporter } from "../../stack/importer.ts";
import { retryOn503 } from "../../stack/retry-on-503.ts";
import { commit, committed, idsOf, pagedIds, reclassify, shown } from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";
import { eachNth, lengthOf, soaking } from "../../stack/soak.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const EXCEEDED = "consignment_value_exceeded_excluded";

const newSeller = () => newImporter({});

/** The code of a refund whose sale is above the limit. */
const OF_EXCEEDED = "correction_reference_invalid_excluded";

/** The sales above the limit and their refunds, by the months of the events. */
async function exceededOf(seller: Account): Promise<string[]> {
  const lists = ["2025-08", "2025-09"].flatMap((month) =>
    [EXCEEDED, OF_EXCEEDED].map((code) =>
      pagedIds(seller, `?limit=200&period=${month}&warning=${code}`),
    ),
  );
  return (await Promise.all(lists)).flat().sort();
}

const expectAudited = async ({ account }: Account) =>
  expect(await auditOf(account, LATE_2025)).toMatchObject({
    differences: [],
    stale_links: [],
    stale_events: [],
    recount_pending: false,
  });

/** A case under names of its own, so that all of them have room in one account. */
function renamed(
  [what, events, exceeded]: (typeof CONSIGNMENT_CASES)[number],
  n: number,
): {
  readonly what: string;
  readonly events: readonly SentEvent[];
  readonly exceeded: readonly string[];
} {
  // This one is about its names.
  if (exceeded.includes("__proto__")) return { what, events, exceeded };
  const own = (id: string) => `${n}-${id}`;
  const of = ({ event_id, original_event_id, consignment, ...event }: SentEvent): SentEvent => ({
    ...event,
    event_id: own(event_id),
    ...(original_event_id ? { original_event_id: own(original_event_id) } : {}),
    ...(consignment
      ? { consignment: { ...consignment, ...(consignment.id && { id: own(consignment.id) }) } }
      : {}),
  });
  return { what, events: events.map(of), exceeded: exceeded.map(own) };
}

describe("a consignment", () => {
  const cases = CONSIGNMENT_CASES.map(renamed);
  let answered: Awaited<ReturnType<typeof committed>>;
  let atOnce: Account;
  let oneByOne: Account;
  beforeAll(async () => {
    [atOnce, oneByOne] = await Promise.all([newSeller(), newSeller()]);
    answered = await committed(
      atOnce,
      cases.flatMap(({ events }) => events),
    );
    /** One by one is each case in a soak, and each fifth one in `npm test`. */
    const single = eachNth(5, cases);
    const others = cases.filter((one) => !single.includes(one)).flatMap(({ events }) => events);
    if (others.length > 0) await committed(oneByOne, others.toReversed());
    for (const event of single.flatMap(({ events }) => events.toReversed())) {
      await committed(oneByOne, event);
    }
  });

  it.for(cases.map((one) => [one.what, one] as const))(
    "%s: the answer tells what the whole request has come to",
    ([, { events, exceeded }]) => {
      const ids = new Set(events.map(({ event_id }) => event_id));
      const left = answered
        .filter(({ event_id }) => ids.has(event_id))
        .filter(({ exclusion_code: code }) => code === EXCEEDED || code === OF_EXCEEDED);
      expect(left.map((item) => item.event_id)).toEqual(
        events.map((event) => event.event_id).filter((id) => exceeded.includes(id)),
      );
    },
  );

  it("leaves out who exceeds the limit, at once or one by one in the other order", async () => {
    const exceeded = cases.flatMap((one) => one.exceeded).toSorted();
    expect(await exceededOf(atOnce)).toEqual(exceeded);
    expect(await exceededOf(oneByOne)).toEqual(exceeded);
    for (const month of ["2025-08", "2025-09"]) {
      expect(await importMonthOf(oneByOne, month)).toEqual(await importMonthOf(atOnce, month));
    }
    await expectAudited(oneByOne);
  });
});

it("shows on the sales that they exceed the limit together", async () => {
  const seller = await newSeller();
  await committed(seller, inParcel("a", 10_000));
  expect((await shown(seller, "a")).body).toHaveProperty("consignment_exceeded", null);
  await committed(seller, inParcel("b", 10_000));
  expect((await shown(seller, "a")).body).toMatchObject({
    consignment_exceeded: true,
    exclusion_code: EXCEEDED,
  });
});

describe("a review", () => {
  it("takes goods out of a consignment, and puts them back", async () => {
    const seller = await newSeller();
    await committed(seller, [
      inParcel("a", 10_000),
      parcelRefund("ra", "a"),
      inParcel("b", 10_000),
    ]);
    await reclassify(seller, "b", "excluded");
    expect(await exceededOf(seller)).toEqual([]);
    expect(await importMonthOf(seller, "2025-08")).toMatchObject({
      rows: [{ taxable_amount_minor: 9_000, vat_amount_minor: 1_710 }],
    });
    expect((await reclassify(seller, "b", "classified")).body.exclusion_code).toBe(EXCEEDED);
    expect(await exceededOf(seller)).toEqual(["a", "b", "ra"]);
    await expectAudited(seller);
  });

  it("of what is worth nothing verified moves nobody", async () => {
    const seller = await newSeller();
    await committed(seller, [inParcel("a", 15_000), inDollars("usd", undefined)]);
    await reclassify(seller, "usd", "excluded");
    await reclassify(seller, "usd", "classified");
    expect(await exceededOf(seller)).toEqual([]);
    await expectAudited(seller);
  });
});

itInTurn("of another account has the same id and nothing to do with it", async () => {
  const [one, other] = await Promise.all([newSeller(), newSeller()]);
  await committed(one, inParcel("a", 10_000));
  await committed(other, inParcel("b", 10_000));
  expect(await exceededOf(one)).toEqual([]);
  expect(await exceededOf(other)).toEqual([]);
});

it("moves many sales and their refunds, in as many transactions as it takes", async () => {
  const seller = await newSeller();
  const [saleCount, refundCount] = soaking ? [100, 60] : [36, 20];
  const sales = Array.from({ length: saleCount }, (_, n) => inParcel(`s${n}`, 100));
  const refunds = Array.from({ length: refundCount }, (_, n) =>
    parcelRefund(`r${n}`, `s${n % 3}`, { taxable_amount_minor: 1, vat_amount_minor: 0 }),
  );
  await committed(seller, [...sales, ...refunds]);
  expect(await exceededOf(seller)).toEqual([]);
  const [last] = await committed(seller, inParcel("last", 14_000));
  expect(last?.exclusion_code).toBe(EXCEEDED);
  expect(await exceededOf(seller)).toHaveLength(saleCount + refundCount + 1);
  await reclassify(seller, "last", "excluded");
  expect(await exceededOf(seller)).toEqual([]);
  await expectAudited(seller);
});

it("takes 200 sales, and refuses a whole request that has one more", async () => {
  const seller = await newSeller();
  await committed(
    seller,
    Array.from({ length: 199 }, (_, n) => inParcel(`s${n}`, 1)),
  );
  const { status, body } = await commit(seller, [inParcel("200", 1), inParcel("201", 1)]);
  expect([status, body]).toMatchObject([
    400,
    { error: "invalid_request", details: [{ field: "events.1.consignment.id" }] },
  ]);
  expect((await shown(seller, "200")).status).toBe(404);
  await committed(seller, inParcel("200", 1));
  await committed(seller, inParcel("200", 1));
  await expectAudited(seller);
});

it("changes a locked month by way of a correction in the next return", async () => {
  const seller = await newSeller();
  await committed(seller, inParcel("a", 10_000));
  const path = "/v1/reports/locked-return-periods/ioss?period=2025-08";
  expect((await call(seller.full, "POST", path)).status).toBe(201);
  await committed(
    seller,
    inParcel("b", 10_000, { supply_date: "2025-09-02" as SentEvent["supply_date"] }),
  );
  expect(await importMonthOf(seller, "2025-09")).toMatchObject({
    rows: [],
    corrections: [{ original_period: "2025-08", vat_amount_minor: -1_900 }],
    late_changes: [{ original_period: "2025-08", vat_amount_minor: -1_900 }],
  });
  await reclassify(seller, "b", "excluded");
  expect(await importMonthOf(seller, "2025-09")).toMatchObject({ rows: [], corrections: [] });
  await expectAudited(seller);
});

/** Divisible by four: the clients sell in two consignments, and review in two ways. */
const CLIENTS = lengthOf("ROUNDS", 4, 16);
/** All sales of a consignment come to 160, three quarters of them to 120. */
const EACH = 16_000 / CLIENTS;

it("is the same for many clients at once, who sell, refund and review", async () => {
  const seller = await newSeller();
  const sales = Array.from({ length: CLIENTS }, (_, n) => inParcel(`s${n}`, EACH, {}, `p${n % 2}`));
  const refunds = sales.map(({ event_id }, n) =>
    parcelRefund(`r${n}`, event_id, { taxable_amount_minor: 100, vat_amount_minor: 19 }),
  );
  const more = Array.from({ length: CLIENTS }, (_, n) => inParcel(`m${n}`, EACH, {}, `p${n % 2}`));
  const clients = sales.map(async (sale, n) => {
    const answers = [
      await retryOn503(() => commit(seller, sale)),
      await retryOn503(() => commit(seller, [refunds[n], more[n]])),
      await retryOn503(() => reclassify(seller, `m${n}`, n % 4 < 2 ? "excluded" : "needs_review")),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
  await Promise.all(clients);
  // A quarter of the sales is under review, and one is set aside.
  expect(await exceededOf(seller)).toEqual([]);
  await Promise.all(
    more.map(({ event_id }) => retryOn503(() => reclassify(seller, event_id, "classified"))),
  );
  expect(await exceededOf(seller)).toHaveLength(3 * CLIENTS);
  await expectAudited(seller);
});

it("is left alone by a recount", async () => {
  const seller = await newSeller();
  await committed(seller, [inParcel("a", 10_000), inParcel("b", 10_000), parcelRefund("ra", "a")]);
  await requestRecount(seller.account, Date.now());
  expect(await settleRecount(seller.account)).toMatchObject({ state: "done", moved: 0 });
  expect(await exceededOf(seller)).toEqual(["a", "b", "ra"]);
});

it("debatable 9: warns of a price of EUR 500 for goods of EUR 10", async () => {
  const seller = await newSeller();
  const [item] = await committed(
    seller,
    makeImport({
      taxable_amount_minor: 50_000,
      vat_amount_minor: 9_500,
      consignment: { intrinsic_value_minor: 1_000, currency: "EUR", excise_goods: false },
    }),
  );
  expect(item).toMatchObject({
    exclusion_code: null,
    checks: [{ code: "price_far_above_intrinsic_value", severity: "warning" }],
  });
  expect(await idsOf(seller, "?warning=price_far_above_intrinsic_value")).toEqual(["import-1"]);
});
