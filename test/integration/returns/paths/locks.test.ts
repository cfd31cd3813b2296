import { beforeAll, describe, expect, it } from "vitest";
import { auditLocks } from "../../../../shared/operations/audit/audit-locks.ts";
import type {
  LockedPeriodDetail,
  LockedPeriodList,
} from "../../../../shared/returns/locks/schema.ts";
import type { Return } from "../../../../shared/returns/schema.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { eachNth } from "../../../stack/soak.ts";
import { CASES, got, register, sellerOf } from "./sellers.ts";

const LOCKS = "/v1/reports/locked-return-periods";

const post = ({ full }: Account, path: string, body?: object) =>
  call<LockedPeriodDetail>(full, "POST", `${LOCKS}/${path}`, body);

describe.for(eachNth(3, CASES))("a locked return in $slug", (one) => {
  const { slug, period, wrong, kinds } = one;

  let seller: Account;
  beforeAll(async () => {
    seller = await sellerOf(one);
  });

  it("is frozen, filed, listed and downloaded", async () => {
    const report = await got<Return>(seller, `/v1/returns/${slug}/${period}`);
    const { status, body } = await post(seller, `${slug}?period=${period}`);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "locked",
      period_key: period,
      registration_id: 1,
      totals: report.totals,
    });
    expect([...new Set(body.exports.map(({ kind }) => kind))]).toEqual(kinds);
    const filed = await post(seller, `${slug}/filed?period=${period}`, { filing_reference: "A" });
    expect(filed.body).toMatchObject({ status: "filed", filed: { filing_reference: "A" } });
    const { items, current_period } = await got<LockedPeriodList>(
      seller,
      `${LOCKS}/${slug}?period=${period}`,
    );
    expect(items.map(({ period_key }) => period_key)).toEqual([period]);
    expect(current_period?.changed_since_lock).toMatchObject({ changed: false });
    await expectFile(seller, slug, body);
    const { locks, faults } = await auditLocks(seller.account);
    expect([locks, faults]).toEqual([1, []]);
  });

  it("is refused twice, too early, for another kind of period, and to a read-only key", async () => {
    const future = period.includes("Q") ? "2998-Q1" : "2998-01";
    expect(await errorOf(post(seller, `${slug}?period=${period}`))).toBe("period_already_locked");
    expect(await errorOf(post(seller, `${slug}?period=${future}`))).toBe("period_not_ended");
    for (const path of [`${slug}?period=${wrong}`, `${slug}/filed?period=${wrong}`]) {
      expect(await errorOf(post(seller, path))).toBe("invalid_period");
    }
    const listing = call(seller.readOnly, "GET", `${LOCKS}/${slug}?period=${wrong}`);
    expect(await errorOf(listing)).toBe("invalid_period");
    const readOnly = call(seller.readOnly, "POST", `${LOCKS}/${slug}?period=${period}`);
    expect(await errorOf(readOnly)).toBe("insufficient_scope");
  });
});

const errorOf = async (answer: Promise<{ readonly body: object }>): Promise<unknown> =>
  (await answer).body["error" as keyof object];

/** The CSV of the summary, by its link, under its name. */
async function expectFile(seller: Account, slug: string, lock: LockedPeriodDetail): Promise<void> {
  const [, csv] = lock.exports;
  const answer = await call(seller.readOnly, "GET", `${LOCKS}/${slug}/exports/${csv?.id}`);
  expect(answer.status).toBe(302);
  const file = await fetch(answer.headers.get("location") ?? "");
  expect(file.headers.get("content-disposition")).toContain(
    `${slug}-${lock.member_state_identification}-${lock.period_key}-summary.csv`,
  );
  expect((await file.text()).split("\r\n")[0]).toMatch(/^export_kind,/);
  const other = slug === "ioss" ? "union-oss" : "ioss";
  expect(await errorOf(call(seller.readOnly, "GET", `${LOCKS}/${other}/exports/${csv?.id}`))).toBe(
    "not_found",
  );
}

describe("two schemes of one account", () => {
  it("lock the same quarter side by side, in one chain", async () => {
    const seller = await newAccount("returns");
    await register(seller, "union_oss", "SE");
    await register(seller, "non_union_oss", "IE");
    for (const slug of ["union-oss", "non-union-oss"]) {
      expect((await post(seller, `${slug}?period=2025-Q1`)).status).toBe(201);
      const { items } = await got<LockedPeriodList>(seller, `${LOCKS}/${slug}`);
      expect(items).toHaveLength(1);
    }
    expect(await auditLocks(seller.account)).toMatchObject({ locks: 2, faults: [] });
  });

  it("404 for a scheme that there is not", async () => {
    const seller = await newAccount("returns");
    for (const path of ["oss", "oss/filed"]) {
      expect(await errorOf(post(seller, `${path}?period=2025-Q1`))).toBe("not_found");
    }
    expect(await errorOf(call(seller.readOnly, "GET", `${LOCKS}/oss`))).toBe("not_found");
  });
});
