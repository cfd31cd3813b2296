import { type IsoDate, type Period, periodAfter, periodNamed } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { Currency } from "../../core/money/money.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { loadLeftOut } from "../bridge/load-bridge.ts";
import { type ComputedReturn, computeReturn, openExclusions } from "../compute/compute.ts";
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
import type { OpenImportRows, UnregisteredSupplies } from "../schema.ts";
import { loadChanged, loadReturn, loadUnregistered } from "./load-return.ts";

/** Loads the changes of declared returns of the schemes that no return declares any more. */
export async function loadDirectDeclarations(
  ledger: LedgerId,
  schemes: readonly Scheme[],
  registrations: readonly Registration[],
  today: IsoDate,
): Promise<DirectDeclaration[]> {
  const ofSchemes = await Promise.all(
    schemes.map(async (scheme) => {
      const markers = await loadMarkers(ledger, scheme.partitionPrefix);
      const found = changedBeyondReturns({ scheme, registrations }, markers, today);
      const groups = Map.groupBy(found.beyond, ({ one }) => groupOf(one));
      const loaded = await Promise.all(
        [...groups].map(([name, beyond]) =>
          loadGroup(ledger, { scheme, registrations, markers }, { ...found, name, beyond }),
        ),
      );
      return loaded.flat();
    }),
  );
  return ofSchemes.flat();
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
  ledger: LedgerId,
  { scheme, registrations, markers }: Declarations,
  { name, beyond, declared, open }: FoundGroup,
): Promise<DirectDeclaration[]> {
  const context = { scheme, registrations, openings: openingsIn(markers) };
  const ours = declared.filter(({ one }) => groupOf(one) === name);
  const changed = await Promise.all(
    ours.filter(({ mayDiffer }) => mayDiffer).map(({ one }) => loadChanged(ledger, context, one)),
  );
  const late = await Promise.all(
    open
      .filter(({ coverage }) => name.startsWith(coverage.registration.member_state_identification))
      .map((report) => loadLateIn(ledger, report, { name, markers })),
  );
  const [member_state_identification, return_currency] = name.split(" ") as [string, Currency];
  return directDeclarations({
    scheme_type: scheme.id,
    member_state_identification,
    return_currency,
    reasons: new Map(beyond.map(({ one, reason }) => [one.period_key, reason])),
    changed: changed.filter((change) => change !== undefined),
    declared: [...ours.flatMap(({ one }) => one.late_changes), ...late.flat()],
  });
}

/** Returns the late changes that an open return of the group declares. */
async function loadLateIn(
  ledger: LedgerId,
  { scheme, period, registrations, coverage }: OpenReport,
  { name, markers }: { readonly name: string; readonly markers: PeriodMarkers },
) {
  const known = { registrations, coverage, markers };
  const computed = computeReturn((await loadReturn(ledger, { scheme, period }, known)).input);
  return computed.status === "covered" && groupOf(computed.report) === name
    ? computed.report.late_changes
    : [];
}

/** Returns a test for rows whose supplies lie in the period, or may: rows without a day. */
export const mayBeOf =
  ({ firstDay, lastDay }: Period) =>
  ({ month }: OpenImportRows): boolean =>
    month === null || (month >= firstDay.slice(0, 7) && month <= lastDay.slice(0, 7));

type Reading = {
  /** The supplies of the quarter without a registration, if they are known. */
  readonly unregistered?: readonly UnregisteredSupplies[];
  readonly amounts?: boolean;
};

/**
 * Adds the findings of a return that depend on more than its own sums: corrections below zero, and for a nil return the
 * supplies of schemes without a registration, and rows of imports that are not in the ledger. With `amounts`, one query
 * more reads the amounts of open exclusions, if there are any.
 */
export const loadFindings = async <One extends ComputedReturn>(
  ledger: LedgerId,
  computed: One,
  registrations: readonly Registration[] = computed.input.registrations,
  known?: readonly OpenImportRows[],
  { unregistered, amounts = false }: Reading = {},
): Promise<One> => {
  const [found, openRows, left_out] = await Promise.all([
    loadOverCorrections(ledger, computed, registrations),
    known ?? loadOpenImportRows(ledger),
    amounts && openExclusions(computed).length > 0 ? loadLeftOut(ledger, computed) : undefined,
  ]);
  const isOther = ({ scheme_type }: UnregisteredSupplies) => scheme_type !== found.scheme.id;
  const others =
    found.total_source_event_count === 0
      ? {
          unregistered:
            unregistered?.filter(isOther) ??
            (await loadUnregistered(ledger, { ...found.input, registrations })),
        }
      : {};
  const open_import_rows = openRows.filter(mayBeOf(found.period));
  return { ...found, ...others, ...(left_out ? { left_out } : {}), open_import_rows };
};

/**
 * Adds the corrections that refund more than was declared, which depend on earlier returns. Reads nothing if no VAT is
 * refunded. Earlier returns are computed under this period's registration and added to those filed elsewhere, because
 * amounts must be in one currency.
 */
async function loadOverCorrections<One extends ComputedReturn>(
  ledger: LedgerId,
  computed: One,
  registrations: readonly Registration[],
): Promise<One> {
  if (computed.status !== "covered") return computed;
  const { scheme, period, input, report } = computed;
  const oldest = oldestCorrected(report);
  if (oldest === undefined) return { ...computed, corrections_below_zero: [] };
  const [openings, inputs] = await Promise.all([
    loadOpenings(ledger, scheme.id, oldest, period.key),
    Promise.all(
      periodsBetween(oldest, period).map((period) =>
        loadReturn(ledger, { scheme, period }, { registrations, coverage: input.coverage }),
      ),
    ),
  ]);
  const returns = inputs.map((input) => computeReturn(input.input));
  const earlier = [
    ...returns.flatMap((computedReturn) =>
      computedReturn.status === "covered" ? [computedReturn.report] : [],
    ),
    ...declaredElsewhere(openings, report),
  ];
  return { ...computed, corrections_below_zero: belowZero(report, earlier) };
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
