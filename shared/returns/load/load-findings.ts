import { type Period, periodAfter, periodNamed } from "../../core/calendar/dates.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { loadLeftOut } from "../bridge/load-bridge.ts";
import { type ComputedReturn, computeReturn, openExclusions } from "../compute/compute.ts";
import { belowZero, oldestCorrected } from "../compute/late-changes.ts";
import { declaredElsewhere } from "../openings/opening.ts";
import { loadOpenings } from "../openings/store-openings.ts";
import type { OpenImportRows, UnregisteredSupplies } from "../schema.ts";
import { loadReturn, loadUnregistered } from "./load-return.ts";

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
