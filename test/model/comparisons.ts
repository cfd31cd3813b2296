import { createHash } from "node:crypto";
import { expect } from "vitest";
import { monthsOf } from "../../shared/calendar/month.ts";
import { quarterOf } from "../../shared/calendar/quarter.ts";
import { changesSince } from "./changes-since-lock.ts";
import { importMonth } from "./import-month.ts";
import type { ReferenceModel } from "./reference-model.ts";
import { expectAnswer, expectSame, type Service } from "./service.ts";
import { compared, note } from "./step.ts";
import { countryBreakdown, excludedIds, unionReturn } from "./union-return.ts";

const REPORTS = "/v1/reports";
export const LOCKS = `${REPORTS}/locked-return-periods/union-oss`;

/** Summary and breakdown of a quarter, every figure. */
export async function compareReturn(model: ReferenceModel, service: Service, quarter: string) {
  const expected = unionReturn(model.world, quarter);
  const summary = `${REPORTS}/oss-quarterly-summary?period=${quarter}`;
  const breakdown = `${REPORTS}/country-vat-breakdown?period=${quarter}`;
  if (typeof expected === "string") {
    expectAnswer(await service.call("GET", summary), { status: 422, body: { error: expected } });
    note(compared, expected);
    return;
  }
  const { late_changes, recount_pending, ...shown } = await service.read<ShownReturn>(summary);
  expect(recount_pending).toBeNull();
  const today = late_changes.length > 0 ? withoutLate(shown) : shown;
  expectSame(today, late_changes.length > 0 ? withoutLate(expected) : expected);
  if (late_changes.length > 0) {
    note(compared, "returns with late changes");
    return;
  }
  expectSame(await service.read(breakdown), {
    ...countryBreakdown(expected),
    recount_pending: null,
  });
  note(compared, "rows", expected.rows.length);
  note(compared, "corrections", expected.corrections.length);
}

type ShownReturn = { readonly late_changes: readonly object[]; readonly recount_pending: unknown };

/**
 * What late changes add to is left to test/integration/returns/declared-once, which counts them: the
 * model knows no declarations.
 */
const withoutLate = <T extends object>(report: T) => ({
  ...report,
  totals: undefined,
  balances: undefined,
});

/** Whether a quarter's return declares changes of locked ones. */
export async function hasLateChanges(service: Service, quarter: string): Promise<boolean> {
  const path = `${REPORTS}/oss-quarterly-summary?period=${quarter}`;
  const { status, body } = await service.call<ShownReturn>("GET", path);
  return status === 200 && body.late_changes.length > 0;
}

type Prepared = {
  readonly union_oss: Record<string, unknown>;
  readonly ioss: { readonly months: Record<string, unknown>[] };
};

/** The three months of the import scheme, every figure. */
export async function compareMonths({ world }: ReferenceModel, service: Service, quarter: string) {
  const path = `${REPORTS}/filing-prep?period=${quarter}`;
  const { ioss } = await service.read<Prepared>(path);
  for (const [n, { key }] of monthsOf(quarterOf(quarter) as never).entries()) {
    const expected = importMonth(world, key);
    const shown = ioss.months[n] ?? {};
    expectSame(
      Object.fromEntries(Object.keys(expected).map((name) => [name, shown[name]])),
      expected,
    );
    note(compared, "import rows", expected.rows.length);
    note(compared, "import corrections", expected.corrections.length);
  }
}

/** A locked quarter is as it was locked, and tells how far today's return has moved from it. */
export async function compareLock(model: ReferenceModel, service: Service, quarter: string) {
  const path = `${LOCKS}?period=${quarter}`;
  const { current_period } = await service.read<{ current_period?: object }>(path);
  const lock = model.locks.get(quarter);
  if (!lock) return expect(current_period).toBeUndefined();
  const filed = lock.filed && { status: "filed", filed: expect.objectContaining(lock.filed) };
  if (lock.hasLate || (await hasLateChanges(service, quarter))) return;
  const changed_since_lock = changesSince(lock.frozen, unionReturn(model.world, quarter));
  const compared_today = { changed_since_lock, recount_pending: null };
  expect(current_period).toEqual({ ...lock.shown, ...filed, ...compared_today });
  note(compared, changed_since_lock?.changed ? "locks that would change" : "other locks");
}

type Exports = { readonly exports: { id: string; sha256: string; size_bytes: number }[] };

/** The files of a locked quarter have the content they had. */
export async function compareFiles(model: ReferenceModel, service: Service) {
  const locks = [...model.locks.values()].map(({ shown }) => shown as Exports);
  for (const { id, sha256, size_bytes } of locks.flatMap(({ exports }) => exports)) {
    const { status, headers, text } = await service.call("GET", `${LOCKS}/exports/${id}`);
    expect(status, text).toBe(302);
    const file = await fetch(headers.get("location") ?? "");
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.length).toBe(size_bytes);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  }
}

type Page = {
  readonly items: { event_id: string; supply_kind: string }[];
  readonly next_cursor: string | null;
};

/** Every number among the warnings can be opened: the list shows just the events that it counts. */
export async function compareWarnings(model: ReferenceModel, service: Service, quarter: string) {
  for (const [code, ids] of excludedIds(model.world, quarter)) {
    const path = `/v1/supply-events?period=${quarter}&warning=${code}&limit=50`;
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Page = await service.read<Page>(`${path}${cursor && `&cursor=${cursor}`}`);
      const union = page.items.filter(({ supply_kind }) => supply_kind !== "imported_goods");
      found.push(...union.map(({ event_id }) => event_id));
      cursor = page.next_cursor;
    }
    expect(found.sort(), code).toEqual(ids.sort());
    note(compared, "exclusions found", ids.length);
  }
}
