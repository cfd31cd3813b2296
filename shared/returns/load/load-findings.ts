import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { type Period, periodAfter, periodNamed } from "../../core/calendar/period.ts";
import { loadOpenImportRows } from "../../imports/jobs/store-open-rows.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import { type ComputedReturn, computeReturn, type ReturnInput } from "../compute/compute.ts";
import { belowZero, oldestCorrected } from "../compute/over-corrections.ts";
import { declaredElsewhere } from "../openings/declared.ts";
import { loadOpenings } from "../openings/store-openings.ts";
import { loadDirectDeclarations } from "./load-direct-declarations.ts";
import { type OpenImportRows, withOpenImportRows } from "./load-open-import-rows.ts";
import { loadReturnUnder } from "./load-return.ts";
import { loadUnregisteredBeside, withUnregistered } from "./load-unregistered.ts";

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
