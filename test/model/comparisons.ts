import { createHash } from "node:crypto";
import { expect } from "vitest";
import { monthsOf, quarterOf } from "../../shared/core/calendar/dates.ts";
import type { LateChange } from "../../shared/returns/schema.ts";
import { changesSince } from "./changes-since-lock.ts";
import { importMonth } from "./import-month.ts";
import { withLateChanges } from "./late-changes.ts";
import {
  countryBreakdown,
  excludedIds,
  makersOf,
  makerToday,
  quarterReturn,
} from "./quarter-return.ts";
import type { Chosen, ReferenceModel } from "./reference-model.ts";
import { expectAnswer, expectSame, type Service } from "./service.ts";
import { compared, note } from "./step.ts";
import type { QuarterScheme } from "./world.ts";

const REPORTS = "/v1/reports";
const SLUGS = { union_oss: "union-oss", non_union_oss: "non-union-oss" } as const;
export const SCHEMES = ["union_oss", "non_union_oss"] as const;

export const locksOf = (scheme: QuarterScheme): string =>
  `${REPORTS}/locked-return-periods/${SLUGS[scheme]}`;

/**
 * Where the return of a quarter is shown: the Union scheme has paths of its own, unless one of two is chosen. Those are
 * previews of the ledger; the others show what was declared.
 */
function pathsOf({ scheme, quarter, id }: Chosen) {
  const path = `/v1/returns/${SLUGS[scheme]}/${quarter}`;
  const chosen = id === undefined ? "" : `registration_id=${id}&`;
  return scheme === "non_union_oss" || chosen
    ? {
        summary: `${path}?${chosen}`,
        breakdown: `${path}/country-breakdown?${chosen}`,
        excluded: `${path}/events?${chosen}`,
        showsDeclared: true,
      }
    : {
        summary: `${REPORTS}/oss-quarterly-summary?period=${quarter}`,
        breakdown: `${REPORTS}/country-vat-breakdown?period=${quarter}`,
        excluded: `/v1/supply-events?period=${quarter}&`,
        showsDeclared: false,
      };
}

/** A quarter's return in a scheme, as both sides know it. */
export type Named = Chosen & { readonly model: ReferenceModel; readonly service: Service };

/** A quarter's return and, where two registrations make one each, both of them. */
async function compareReturns(named: Named) {
  await compareReturn(named);
  const makers = makersOf(named.model.world, named.scheme, named.quarter);
  for (const { id } of makers.length > 1 ? makers : []) await compareReturn({ ...named, id });
}

/** Summary and breakdown of a quarter, every figure. */
async function compareReturn(named: Named) {
  const { model, service, scheme, quarter, id } = named;
  const { summary, breakdown } = pathsOf(named);
  const declared = declaredOf(named);
  if (declared) return compareDeclared(named, declared);
  const expected = quarterReturn(model.world, scheme, quarter, id);
  if (typeof expected === "string") {
    expectAnswer(await service.call("GET", summary), { status: 422, body: { error: expected } });
    note(compared, `${scheme} ${expected}`);
    return;
  }
  const { late_changes, supplies_without_registration, lock, submission_assumption, ...shown } =
    await service.read<ShownReturn>(summary);
  const today = withLateChanges(expected, late_changes);
  expectSame(shown, { ...today, recount_pending: null });
  const {
    lock: _,
    submission_assumption: _told,
    ...countries
  } = await service.read<ShownReturn>(breakdown);
  expectSame(countries, { ...countryBreakdown(today), recount_pending: null });
  await compareUnregistered(named, supplies_without_registration);
  if (id !== undefined) note(compared, `${scheme} returns of two in one quarter`);
  note(compared, `${scheme} rows`, expected.rows.length);
  note(compared, `${scheme} corrections`, expected.corrections.length);
  note(compared, `${scheme} late changes`, late_changes.length);
}

/** The lock that a view of what was declared shows; none where two registrations make a return and none is chosen. */
function declaredOf(named: Named) {
  const { model, scheme, quarter, id } = named;
  if (!pathsOf(named).showsDeclared) return undefined;
  if (id === undefined && makersOf(model.world, scheme, quarter).length > 1) return undefined;
  const lock = model.requestedLock(named);
  return "status" in lock && lock.status === 409 ? undefined : lock;
}

/** A locked quarter shows what was declared, whatever has become of it, and today's return beside. */
async function compareDeclared(named: Named, declared: NonNullable<ReturnType<typeof declaredOf>>) {
  const { model, service, scheme, quarter } = named;
  const { summary, breakdown } = pathsOf(named);
  if ("status" in declared) return expectAnswer(await service.call("GET", summary), declared);
  const { late_changes, supplies_without_registration, lock, submission_assumption, ...shown } =
    await service.read<ShownReturn>(summary);
  const {
    lock: _,
    submission_assumption: _told,
    ...countries
  } = await service.read<ShownReturn>(breakdown);
  await compareUnregistered(named, supplies_without_registration);
  if (declared.hasLate) return;
  const frozen = { ...declared.frozen, exchange_rates: [] };
  const others = { exchange_rates: [], recount_pending: null };
  expectSame({ ...shown, ...others }, { ...frozen, ...others });
  expectSame({ ...countries, ...others }, { ...countryBreakdown(frozen), ...others });
  const maker = makerToday(model.world, scheme, quarter, declared.registration);
  const today = quarterReturn(model.world, scheme, quarter, maker);
  const isComparable =
    typeof today !== "string" && today.return_currency === frozen.return_currency;
  const current_return = lock?.current_return;
  if (!isComparable || !current_return) return expect(current_return).toBeNull();
  note(compared, `${scheme} rows`, frozen.rows.length);
  const { late_changes: late, submission_assumption: _past, ...current } = current_return;
  expectSame(current, withLateChanges(today, late));
  note(compared, `${scheme} declared returns`);
}

type ShownReturn = {
  /** Of returns whose registration has ended; test/integration/returns holds it. */
  readonly submission_assumption?: unknown;
  readonly lock?: { readonly current_return: ShownReturn | null };
  readonly late_changes: readonly LateChange[];
  readonly supplies_without_registration?: readonly Unregistered[];
};

type Unregistered = { readonly scheme_type: string };

/** A summary tells of other schemes what filing-prep tells of all. */
async function compareUnregistered(
  { service, scheme, quarter }: Named,
  told: readonly Unregistered[] = [],
): Promise<void> {
  const prepared = await service.read<{
    readonly supplies_without_registration: readonly Unregistered[];
  }>(`${REPORTS}/filing-prep?period=${quarter}`);
  const others = prepared.supplies_without_registration.filter(
    ({ scheme_type }) => scheme_type !== scheme,
  );
  expectSame(told, others);
  note(compared, "supplies without a registration", told.length);
}

/** Whether a quarter's return declares changes of locked ones. */
export async function hasLateChanges(named: Named): Promise<boolean> {
  const { summary } = pathsOf(named);
  const { status, body } = await named.service.call<ShownReturn>("GET", summary);
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

/** Where the locks of a quarter are, or the one of a registration. */
export const lockPath = ({ scheme, quarter, id }: Chosen): string =>
  `${locksOf(scheme)}?period=${quarter}${id === undefined ? "" : `&registration_id=${id}`}`;

/** Each lock of a quarter by itself, and what is answered when none is chosen. */
async function compareLocks(named: Named) {
  await compareLock(named);
  const locks = named.model.locksOf(named.scheme, named.quarter);
  for (const { registration } of locks.length > 1 ? locks : []) {
    await compareLock({ ...named, id: registration });
    note(compared, "locks of two in one quarter");
  }
}

type ShownLock = {
  readonly locked_return: object;
  readonly open_questions: readonly object[] | null;
  readonly declared_in: string[] | null;
};

/** A locked quarter is as it was locked, and tells how far today's return has moved from it. */
async function compareLock(named: Named) {
  const { model, service, scheme, quarter } = named;
  const path = lockPath(named);
  const lock = model.requestedLock(named);
  if ("body" in lock && lock.status === 422)
    return expectAnswer(await service.call("GET", path), lock);
  const { current_period } = await service.read<{ current_period?: ShownLock }>(path);
  if ("body" in lock) return expect(current_period).toBeUndefined();
  const filed = lock.filed && { status: "filed", filed: expect.objectContaining(lock.filed) };
  const id = makerToday(model.world, scheme, quarter, lock.registration);
  if (lock.hasLate || (await hasLateChanges({ ...named, id }))) return;
  const today = quarterReturn(model.world, scheme, quarter, id);
  const changed_since_lock = changesSince(lock.frozen, today);
  // Keys lock here, and no person prepares.
  const signers = { prepared: null, locked: null };
  const compared_today = { changed_since_lock, recount_pending: null, signers };
  const { locked_return, open_questions, declared_in, ...shown } = current_period ?? {};
  expect(shown).toEqual({ ...lock.shown, ...filed, ...compared_today });
  // A lock records every rate of its period, not only those that it used.
  const { exchange_rates, ...frozen } = lock.frozen;
  expectSame(
    { ...locked_return, exchange_rates: [] },
    { ...frozen, late_changes: [], exchange_rates: [] },
  );
  // Where the two cannot be compared, a change may be in no return any more.
  if (changed_since_lock?.changed === false) expect(declared_in).toBeNull();
  note(compared, changed_since_lock?.changed ? "locks that would change" : "other locks");
}

/** Everything of a quarter, in all schemes. */
export async function compareQuarter(model: ReferenceModel, service: Service, quarter: string) {
  for (const scheme of SCHEMES) {
    await compareReturns({ model, service, scheme, quarter });
    await compareLocks({ model, service, scheme, quarter });
  }
  await compareMonths(model, service, quarter);
}

type Exports = { readonly exports: { id: string; sha256: string; size_bytes: number }[] };

/** The files of a locked quarter have the content they had. */
export async function compareFiles(model: ReferenceModel, service: Service) {
  const files = model.locks.flatMap(({ frozen, shown }) =>
    (shown as Exports).exports.map((one) => ({ ...one, scheme: frozen.scheme_type })),
  );
  for (const { scheme, id, sha256, size_bytes } of files) {
    const { status, headers, text } = await service.call("GET", `${locksOf(scheme)}/exports/${id}`);
    expect(status, text).toBe(302);
    const file = await fetch(headers.get("location") ?? "");
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.length).toBe(size_bytes);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  }
}

type Page = {
  readonly items: { event_id: string; supply_kind: string; treatment: string }[];
  readonly next_cursor: string | null;
};

/** Every number among the warnings can be opened: the list shows just the events that it counts. */
export async function compareWarnings(named: Named) {
  const { model, service, scheme, quarter } = named;
  for (const [code, ids] of excludedIds(model.world, scheme, quarter)) {
    const path = `${pathsOf(named).excluded}warning=${code}&limit=50`;
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Page = await service.read<Page>(`${path}${cursor && `&cursor=${cursor}`}`);
      const own = page.items.filter(
        ({ supply_kind, treatment }) =>
          supply_kind !== "imported_goods" &&
          (treatment === "non_union_oss") === (scheme === "non_union_oss"),
      );
      found.push(...own.map(({ event_id }) => event_id));
      cursor = page.next_cursor;
    }
    expect(found.sort(), code).toEqual(ids.sort());
    note(compared, `${scheme} exclusions found`, ids.length);
  }
}
