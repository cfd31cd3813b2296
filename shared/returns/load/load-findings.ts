import * as z from "zod";
import { type IsoDate, type Period, periodAfter, periodNamed } from "../../core/calendar/dates.ts";
import { MonthKey } from "../../core/calendar/schema.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { type ComputedReturn, computeReturn, type ReturnInput } from "../compute/compute.ts";
import {
  belowZero,
  type DirectDeclaration,
  directDeclarations,
  oldestCorrected,
} from "../compute/late-changes.ts";
import {
  type BeyondReturns,
  changedBeyondReturns,
  type DeclaredReturn,
  type OpenReport,
} from "../locks/declared-returns.ts";
import { openingsIn, type PeriodMarkers } from "../locks/locked-period.ts";
import { loadMarkers } from "../locks/store-locks.ts";
import { declaredElsewhere } from "../openings/opening.ts";
import { loadOpenings } from "../openings/store-openings.ts";
import {
  loadChanged,
  loadReturnUnder,
  loadUnregisteredBeside,
  withUnregistered,
} from "./load-return.ts";

/** Loads the changes of declared returns of all schemes that no return declares any more. */
export async function loadAllDirectDeclarations(
  account: string,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DirectDeclaration[]> {
  const ofSchemes = await Promise.all(
    SCHEMES.map((scheme) => loadDirectDeclarations(account, scheme, registrations, today)),
  );
  return ofSchemes.flat();
}

/** Loads the changes of declared returns of a scheme that no return declares any more. */
export async function loadDirectDeclarations(
  account: string,
  scheme: Scheme,
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DirectDeclaration[]> {
  const markers = await loadMarkers(account, scheme.partitionPrefix);
  const found = changedBeyondReturns({ scheme, registrations }, markers, today);
  const groups = Map.groupBy(found.beyond, ({ one }) => groupOf(one));
  const loaded = await Promise.all(
    [...groups].map(([name, beyond]) =>
      loadGroup(account, { scheme, registrations, markers }, { ...found, name, beyond }),
    ),
  );
  return loaded.flat();
}

type Declarer = Pick<DeclaredReturn, "member_state_identification" | "return_currency">;

const groupOf = ({ member_state_identification, return_currency }: Declarer): string =>
  `${member_state_identification} ${return_currency}`;

type Declarations = {
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  readonly markers: PeriodMarkers;
};

type FoundGroup = BeyondReturns & { readonly name: string };

async function loadGroup(
  account: string,
  { scheme, registrations, markers }: Declarations,
  { name, beyond, declared, open }: FoundGroup,
): Promise<DirectDeclaration[]> {
  const context = { scheme, registrations, openings: openingsIn(markers) };
  const ours = declared.filter(({ one }) => groupOf(one) === name);
  const changed = await Promise.all(
    ours.filter(({ mayDiffer }) => mayDiffer).map(({ one }) => loadChanged(account, context, one)),
  );
  const late = await Promise.all(
    open
      .filter(({ coverage }) => name.startsWith(coverage.registration.member_state_identification))
      .map((report) => loadLateIn(account, report, { name, markers })),
  );
  const [member_state_identification = "", return_currency = ""] = name.split(" ");
  return directDeclarations({
    scheme_type: scheme.id,
    member_state_identification,
    return_currency,
    reasons: new Map(beyond.map(({ one, reason }) => [one.period_key, reason])),
    changed: changed.filter((one) => one !== undefined),
    declared: [...ours.flatMap(({ one }) => one.late_changes), ...late.flat()],
  });
}

/** Returns the late changes that an open return of the group declares. */
async function loadLateIn(
  account: string,
  { scheme, period, registrations, coverage }: OpenReport,
  { name, markers }: { readonly name: string; readonly markers: PeriodMarkers },
) {
  const drawn = computeReturn(
    await loadReturnUnder(account, scheme, period, registrations, { coverage, markers }),
  );
  return drawn.status === "covered" && groupOf(drawn.report) === name
    ? drawn.report.late_changes
    : [];
}

export const OpenImportRows = z
  .strictObject({
    import_id: z.string().nullable().describe("Null for orders of a connected shop"),
    connection_id: z.string().nullable().describe("The connected shop; null for rows of a file"),
    format: z.string().nullable().describe("Of the file; null for orders of a connected shop"),
    source_id: z.string(),
    month: MonthKey.nullable().describe("Of the supply; null where no day can be read"),
    row_count: z.int().positive(),
  })
  .meta({
    id: "OpenImportRows",
    description:
      "Rows of an imported file, or orders of a connected shop, that are not in the ledger: unresolved, rejected or in conflict. They keep the returns of their month from `ready` until they are settled, the import is undone, or the order is booked",
  });
export type OpenImportRows = z.output<typeof OpenImportRows>;

/** Returns a test for rows whose supplies lie in the period. */
export const areOf =
  ({ firstDay, lastDay }: Period) =>
  ({ month }: OpenImportRows): boolean =>
    month !== null && month >= firstDay.slice(0, 7) && month <= lastDay.slice(0, 7);

/** Adds the rows of imports whose supplies lie in the period of a return. */
export const withOpenImportRows = <One extends ComputedReturn>(
  drawn: One,
  openRows: readonly OpenImportRows[],
): One => ({
  ...drawn,
  open_import_rows: openRows.filter(areOf(drawn.period)),
});

/**
 * Adds the findings of a return that depend on more than its own sums: corrections below zero, and for a nil return the
 * supplies of schemes without a registration, and rows of imports that are not in the ledger.
 */
export const loadFindings = async <One extends ComputedReturn>(
  account: string,
  drawn: One,
  registrations: readonly Registration[] = drawn.input.registrations,
  known?: readonly OpenImportRows[],
): Promise<One> => {
  const [found, openRows] = await Promise.all([
    loadOverCorrections(account, drawn, registrations),
    known ?? loadOpenImportRows(account),
  ]);
  return withOpenImportRows(await withUnregistered(account, found, registrations), openRows);
};

/**
 * Adds the corrections that refund more than was declared, which depend on earlier returns. Reads nothing if no VAT is
 * refunded. Earlier returns are computed under this period's registration and added to those filed elsewhere, because
 * amounts must be in one currency.
 */
export async function loadOverCorrections<One extends ComputedReturn>(
  account: string,
  drawn: One,
  registrations: readonly Registration[],
): Promise<One> {
  if (drawn.status !== "covered") return drawn;
  const { scheme, period, input, report } = drawn;
  const oldest = oldestCorrected(report);
  if (oldest === undefined) return { ...drawn, corrections_below_zero: [] };
  const [openings, inputs] = await Promise.all([
    loadOpenings(account, scheme.id, oldest, period.key),
    Promise.all(
      periodsBetween(oldest, period).map((one) =>
        loadReturnUnder(account, scheme, one, registrations, { coverage: input.coverage }),
      ),
    ),
  ]);
  const returns = inputs.map(computeReturn);
  const earlier = [
    ...returns.flatMap((one) => (one.status === "covered" ? [one.report] : [])),
    ...declaredElsewhere(openings, report),
  ];
  return { ...drawn, corrections_below_zero: belowZero(report, earlier) };
}

/** Returns the periods from `oldest` to the one before `current`; few, because corrections have a time limit. */
function periodsBetween(oldest: string, current: Period): Period[] {
  const periods: Period[] = [];
  let next = periodNamed(oldest);
  while (next && next.firstDay < current.firstDay) {
    periods.push(next);
    next = periodAfter(next);
  }
  return periods;
}

/**
 * Loads the supplies and changes that no return declares: of other schemes in the period of a return, and of declared
 * returns of its scheme.
 */
export async function loadUndeclared(account: string, input: ReturnInput, today: IsoDate) {
  const [beside, direct] = await Promise.all([
    loadUnregisteredBeside(account, input),
    loadDirectDeclarations(account, input.scheme, input.registrations, today),
  ]);
  return { beside, direct };
}
