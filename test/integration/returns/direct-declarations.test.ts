import { describe, expect, it } from "vitest";
import { type IsoDate, periodAfter, periodNamed } from "../../../shared/core/calendar/dates.ts";
import { monitorAccount } from "../../../shared/returns/overview/monitor-account.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { committed, newSeller, register, shown, summaryOf } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";

const sale = (event_id: string, supply_date: string) =>
  makeSale({ event_id, supply_date: supply_date as IsoDate, consumption_country: "FR" });

const lock = async ({ full }: Account, period: string) => {
  const path = `/v1/reports/locked-return-periods/union-oss?period=${period}`;
  const { status, text } = await call(full, "POST", path);
  expect(status, text).toBe(201);
};

const got = async ({ readOnly }: Account, path: string): Promise<unknown> =>
  (await call(readOnly, "GET", path)).body;

const overviewOf = async (seller: Account) =>
  (await got(seller, "/v1/compliance/overview?details=true")) as {
    readonly direct_declarations: readonly unknown[];
    readonly returns: readonly { readonly period_key: string }[];
  };

/** What a late sale of 100.00 leaves, of which no return declares anything. */
const late = {
  scheme_type: "union_oss",
  member_state_of_consumption: "FR",
  member_state_identification: "SE",
  return_currency: "EUR",
  taxable_amount_minor: 10_000,
  vat_amount_minor: 1_900,
  event_count_difference: 1,
};

/** The overview, the reconciliation and the accountant report of this quarter list the same. */
async function expectNotified(seller: Account, period: string, direct: typeof late & object) {
  expect((await overviewOf(seller)).direct_declarations).toEqual([direct]);
  expect(await got(seller, "/v1/reports/reconciliation/union-oss")).toMatchObject({
    direct_declarations: [direct],
  });
  const report = `/v1/reports/oss-accountant-report?period=${period}`;
  const { taxable_amount_minor: _, vat_amount_minor: __, ...rest } = direct;
  expect(await got(seller, report)).toMatchObject({
    filing_context: {
      direct_declarations: [{ ...rest, taxable_amount: "100.00", vat_amount: "19.00" }],
    },
  });
  const printed = await call(seller.readOnly, "GET", `${report}&format=html`);
  expect(printed.text).toContain("To be declared to the Member States directly");
}

it("a sale of a former Member State of identification that comes after its last return", async () => {
  const seller = await newAccount("moved");
  const { status } = await call(seller.full, "POST", "/v1/tax-registrations", {
    scheme_type: "union_oss",
    member_state_identification: "SE",
    effective_from: "2021-07-01",
    effective_to: "2025-06-30",
    status: "ended",
  });
  expect(status).toBe(201);
  await register(seller, "DE", "2025-07-01");
  await committed(seller, [sale("in-time", "2025-05-02")]);
  await lock(seller, "2025-Q2");
  expect((await overviewOf(seller)).direct_declarations).toEqual([]);
  await committed(seller, [sale("late", "2025-05-03")]);
  const direct = { ...late, original_period: "2025-Q2", reason: "former_registration" };
  await expectNotified(seller, "2025-Q3", direct);

  await monitorAccount(seller.account, new Date(), async () => undefined);
  const { items } = (await got(seller, "/v1/notifications")) as {
    items: { id: string; texts: Record<"en" | "de", { text: string }> }[];
  };
  const notification = items.find(({ id }) => id === "late-union-oss-2025-Q2");
  expect(notification?.texts.en.text).toContain(
    "declare it to the Member States of consumption directly",
  );
  expect(notification?.texts.de.text).toContain(
    "unmittelbar gegenüber den Mitgliedstaaten des Verbrauchs",
  );
});

/** Thirteen locks, which each fourth turn makes: late-changes.test.ts has the reason, the test above has the views. */
it.for(eachNth(4, ["a sale of more than three years ago"]))(
  "%s, once the returns that could correct it are locked",
  async () => {
    const seller = await newSeller("SE");
    await committed(seller, [sale("in-time", "2022-02-02")]);
    await lock(seller, "2022-Q1");
    await committed(seller, [sale("late", "2022-02-03")]);
    expect((await overviewOf(seller)).direct_declarations).toEqual([]);
    await lock(seller, "2022-Q2");
    // The return of 2022-Q2 has declared it.
    expect((await overviewOf(seller)).direct_declarations).toEqual([]);
    for (let key = "2022-Q3"; key <= "2025-Q1"; ) {
      await lock(seller, key);
      key = periodAfter(periodNamed(key) as NonNullable<ReturnType<typeof periodNamed>>).key;
    }
    await committed(seller, [sale("later", "2022-02-04")]);
    const direct = { ...late, original_period: "2022-Q1", reason: "after_three_years" };
    await expectNotified(seller, "2025-Q2", direct);

    // The locked return of 2022-Q2 declares the first one. Later returns do not change that.
    await committed(seller, [sale("of-2025", "2025-02-02")]);
    const { corrections } = await summaryOf(seller, "2025-Q2");
    expect(corrections.map((row) => row.original_period)).toEqual(["2025-Q1"]);
    expect((await overviewOf(seller)).direct_declarations).toEqual([direct]);

    // In time by its day, and too late for the only return that is left.
    await committed(seller, [
      makeRefund({
        event_id: "back",
        supply_date: "2025-01-10" as IsoDate,
        original_event_id: "in-time",
        consumption_country: "FR",
      }),
    ]);
    expect((await summaryOf(seller, "2025-Q2")).corrections).toEqual(corrections);
    expect((await overviewOf(seller)).direct_declarations).toEqual([
      {
        ...direct,
        taxable_amount_minor: 9_000,
        vat_amount_minor: 1_710,
        event_count_difference: 2,
      },
    ]);
    expect((await shown(seller, "back")).body).toMatchObject({
      exclusion_code: null,
      declared_in: null,
      undeclared_reason: "after_three_years",
    });
    expect(await got(seller, "/v1/supply-events/back/explanation")).toMatchObject({
      return: { period_key: "2025-Q1", after_lock: true, declared_in: [] },
    });
    expect(await got(seller, "/v1/returns/union-oss/2025-Q2/events?late=true")).toMatchObject({
      items: [{ event_id: "of-2025" }],
    });
    const listed = (await overviewOf(seller)).direct_declarations;
    await lock(seller, "2025-Q2");
    expect((await overviewOf(seller)).direct_declarations).toEqual(listed);
    expect((await shown(seller, "back")).body).toMatchObject({
      undeclared_reason: "after_three_years",
    });
  },
);

it("an account whose returns declare every change gets no notification", async () => {
  const seller = await newSeller("SE");
  await committed(seller, [sale("in-time", "2025-05-02")]);
  await lock(seller, "2025-Q2");
  await committed(seller, [sale("late", "2025-05-03")]);
  expect((await overviewOf(seller)).direct_declarations).toEqual([]);
  const report = "/v1/reports/oss-accountant-report?period=2025-Q3";
  expect((await got(seller, report)) as object).toHaveProperty("filing_context.explanation");
  expect((await got(seller, report)) as object).not.toHaveProperty(
    "filing_context.direct_declarations",
  );
});

describe("a final return whose registration ended on 2026-03-31", () => {
  const PERIOD = "2026-Q1";
  const LOCKS = `/v1/reports/locked-return-periods/union-oss?period=${PERIOD}`;
  const newFormerSeller = async () => {
    const seller = await newSeller("SE");
    const ended = { effective_to: "2026-03-31", status: "ended" };
    const path = `/v1/tax-registrations/${await onlyRegistration(seller)}`;
    expect((await call(seller.full, "PATCH", path, ended)).status).toBe(200);
    await committed(seller, [
      sale("sold", "2026-03-10"),
      refund("soon", "2026-04-10"),
      refund("late", "2026-10-10"),
    ]);
    return seller;
  };
  const onlyRegistration = async (seller: Account) =>
    ((await got(seller, "/v1/tax-registrations")) as { items: { id: number }[] }).items[0]?.id;
  const refund = (event_id: string, supply_date: string) =>
    makeRefund({
      event_id,
      supply_date: supply_date as IsoDate,
      original_event_id: "sold",
      consumption_country: "FR",
      taxable_amount_minor: 1_000,
      vat_amount_minor: 190,
    });
  const left = {
    ...late,
    original_period: PERIOD,
    taxable_amount_minor: -1_000,
    vat_amount_minor: -190,
    event_count_difference: 1,
    reason: "former_registration",
  };

  it("leaves out the corrections that are dated after its stated submission, and lists them", async () => {
    const seller = await newFormerSeller();
    const locked = await call<object>(seller.full, "POST", `${LOCKS}&submitted_on=2026-04-20`);
    expect([locked.status, locked.body]).toMatchObject([
      201,
      {
        submitted_on: "2026-04-20",
        filing_status: "ready",
        totals: { payable_vat_minor: 1_710 },
        excluded_source_event_count: 1,
      },
    ]);
    const overview = await overviewOf(seller);
    expect(overview.direct_declarations).toEqual([left]);
    expect(overview.returns.find(({ period_key }) => period_key === PERIOD)).toMatchObject({
      state: "locked",
      overdue: false,
      submitted_on: "2026-04-20",
    });
    expect(await got(seller, `/v1/returns/union-oss/${PERIOD}`)).toMatchObject({
      lock: { submitted_on: "2026-04-20", declared_in: [] },
      submission_assumption: null,
    });
  });

  it("declares all corrections of before its lock where no submission is stated", async () => {
    const seller = await newFormerSeller();
    const { body } = await call<object>(seller.full, "POST", LOCKS);
    expect(body).toMatchObject({ submitted_on: null, totals: { payable_vat_minor: 1_520 } });
    expect((await overviewOf(seller)).direct_declarations).toEqual([]);
  });

  it("is assumed not to be submitted after its due day, in every view, until it is locked", async () => {
    const seller = await newFormerSeller();
    const assumption = { assumes: "not_submitted", later_correction_count: 1 };
    const views = async () => {
      const paths = [
        `/v1/reports/filing-prep?period=${PERIOD}`,
        `/v1/reports/oss-quarterly-summary?period=${PERIOD}`,
        `/v1/returns/union-oss/${PERIOD}/country-breakdown`,
        `/v1/reports/oss-accountant-report?period=${PERIOD}`,
      ];
      const { returns } = await overviewOf(seller);
      const due = returns.find(({ period_key }) => period_key === PERIOD);
      const [prep, summary, one, report] = (await Promise.all(
        paths.map((path) => got(seller, path)),
      )) as Record<string, object>[];
      return [due, prep?.["union_oss"], summary, one, report?.["filing_context"]];
    };
    for (const view of await views()) {
      expect(view).toMatchObject({ submission_assumption: assumption });
    }
    expect((await call(seller.full, "POST", LOCKS)).status).toBe(201);
    for (const view of await views()) {
      const { submission_assumption = null } = view as { submission_assumption?: object | null };
      expect(submission_assumption).toBeNull();
    }
  });

  it.for([
    ["before the last day of the period", "2026-03-30", 400, "invalid_request"],
    ["in the future", "2027-01-01", 400, "invalid_request"],
    ["on the last day of the period", "2026-03-31", 201, undefined],
  ] as const)("is locked with a submission %s: %s", async ([, day, status, error]) => {
    const seller = await newFormerSeller();
    const answer = await call<{ error?: string }>(
      seller.full,
      "POST",
      `${LOCKS}&submitted_on=${day}`,
    );
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    const again = await call<{ error?: string }>(
      seller.full,
      "POST",
      `${LOCKS}&submitted_on=2026-04-21`,
    );
    expect([again.status, again.body.error]).toEqual(
      status === 201 ? [409, "period_already_locked"] : [201, undefined],
    );
  });
});
