import type { Period } from "../../core/calendar/period.ts";
import { loadPendingRecount } from "../../ledger/recount/pending-recount.ts";
import { loadRegistrations } from "../../ledger/settings/registrations.ts";
import { loadSettledTallies } from "../../ledger/sums/store-settled-sums.ts";
import { loadTallies } from "../../ledger/sums/store-sums.ts";
import { namedPeriodOf, returnBook } from "../../ledger/sums/sum-key.ts";
import type { PeriodRates } from "../../vat/exchange-rates/period-rates.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import type { Registration } from "../../vat/seller/registration.ts";
import type { ReturnRules } from "../compute/assign-sums.ts";
import type { ReturnInput } from "../compute/compute.ts";
import { type Coverage, coverageOf } from "../compute/coverage.ts";
import { type Marks, openingsIn } from "../locks/period-markers.ts";
import { loadMarks } from "../locks/store-markers.ts";
import { loadLateChanges } from "./load-late-changes.ts";
import { loadReturnRates } from "./load-return-rates.ts";
import { loadReturnGround } from "./store-return-context.ts";

/**
 * Everything the return of a period is made of, as it stands; `registration_id` chooses between the
 * returns of two registrations that follow one another in the period.
 */
export async function loadReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<ReturnInput> {
  const [{ registrations, rates }, tallies, marks] = await Promise.all([
    loadReturnGround(account, period),
    loadTallies(account, returnBook(scheme, period.key)),
    loadMarks(account, scheme.book),
  ]);
  const { items } = registrations;
  const coverage = coverageOf(scheme, items, period, registration_id);
  const report = { scheme, period, registrations: items, coverage, tallies };
  return complete(account, report, rates, marks);
}

/** The same, and whether it may still change. */
export async function loadReturnWithRecount(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
) {
  const input = await loadReturn(account, scheme, period, registration_id);
  return { input, recount_pending: await loadPendingRecount(account, period) };
}

/**
 * The same with all sums as of one moment: a return that is frozen must not hold half of a commit.
 * @throws DomainError `not_ready` when the period is being written to all the time.
 */
export async function loadSettledReturn(
  account: string,
  scheme: Scheme,
  period: Period,
  registration_id?: number,
): Promise<{ readonly input: ReturnInput; readonly changes: number }> {
  const [{ items }, { tallies, changes }] = await Promise.all([
    loadRegistrations(account),
    loadSettledTallies(account, returnBook(scheme, period.key)),
  ]);
  const coverage = coverageOf(scheme, items, period, registration_id);
  const input = { scheme, period, registrations: items, coverage, tallies };
  return { input: await complete(account, input), changes };
}

/** The same for a caller who has the registrations, and may say which of them makes the return. */
export async function loadReturnUnder(
  account: string,
  scheme: Scheme,
  period: Period,
  registrations: readonly Registration[],
  coverage: Coverage = coverageOf(scheme, registrations, period),
): Promise<ReturnInput> {
  const tallies = await loadTallies(account, returnBook(scheme, period.key));
  return complete(account, { scheme, period, registrations, coverage, tallies });
}

const NO_MARKS: Marks = new Map();

/** What decides on the events of a period one by one. */
export async function loadReturnRules(
  account: string,
  scheme: Scheme,
  period: Period,
  registrations: readonly Registration[],
  coverage: Coverage = coverageOf(scheme, registrations, period),
): Promise<ReturnRules> {
  const tallies = await loadTallies(account, returnBook(scheme, period.key));
  const [rates, marks] = await Promise.all([
    loadReturnRates(account, scheme, period, tallies),
    // Only what names its period depends on what was filed elsewhere.
    tallies.some(({ key }) => namedPeriodOf(key)) ? loadMarks(account, scheme.book) : NO_MARKS,
  ]);
  return { scheme, period, registrations, coverage, rates, openings: openingsIn(marks) };
}

/** Reads what is missing of a return, but for what is known. */
async function complete(
  account: string,
  report: Omit<ReturnInput, "rates" | "late" | "openings">,
  own?: PeriodRates,
  marks?: Marks,
): Promise<ReturnInput> {
  const { scheme, period, tallies } = report;
  const [rates, declared] = await Promise.all([
    loadReturnRates(account, scheme, period, tallies, own),
    loadDeclared(account, report, marks),
  ]);
  return { ...report, rates, ...declared };
}

/** What other returns have declared, as far as this one goes on from it. */
async function loadDeclared(
  account: string,
  report: Omit<ReturnInput, "rates" | "late" | "openings">,
  known?: Marks,
): Promise<Pick<ReturnInput, "late" | "openings">> {
  const marks = known ?? (await loadMarks(account, report.scheme.book));
  return { late: await loadLateChanges(account, report, marks), openings: openingsIn(marks) };
}
