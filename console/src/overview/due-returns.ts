import type { DueReturn, SchemeSlug } from "../../../client/src/eu-vat-client.ts";
import type { Words } from "../session/console-context.ts";
import { type Page, type ReturnPage, type ReturnPlace, slugOf } from "../shell/page.ts";

/** Number of recent periods that are listed per scheme, filed or not. */
const SHOWN: Readonly<Record<SchemeSlug, number>> = {
  "union-oss": 3,
  "non-union-oss": 3,
  ioss: 4,
};

/**
 * Returns the returns of the recent periods in every scheme with a registration, and every overdue one, ordered by due
 * day. Three reminders for missed returns, nil ones included, end a registration (Art. 58b CIR 282/2011).
 */
export function dueReturns(returns: readonly DueReturn[]): DueReturn[] {
  return [...Map.groupBy(returns, ({ scheme_type }) => scheme_type)]
    .flatMap(([scheme_type, own]) => {
      const periods = [...new Set(own.map(({ period_key }) => period_key))];
      const shown = periods.slice(0, SHOWN[slugOf(scheme_type)]);
      return own.filter(({ period_key, overdue }) => overdue || shown.includes(period_key));
    })
    .sort((a, b) => (a.filing_due_date < b.filing_due_date ? -1 : 1));
}

/** True of a return that nothing was declared with. */
export const isUndeclared = ({ state }: Pick<DueReturn, "state">): boolean =>
  state === "running" || state === "open";

export const pageOf = (
  name: ReturnPage,
  dueReturn: DueReturn,
  all: readonly DueReturn[],
): Page => ({
  name,
  ...placeOf(dueReturn, all),
});

export const placeOf = (
  { scheme_type, period_key, registration_id }: DueReturn,
  all: readonly DueReturn[],
): ReturnPlace => ({
  scheme: slugOf(scheme_type),
  period: period_key,
  ...(isOneOfTwo({ scheme_type, period_key }, all) ? { registration: registration_id } : {}),
});

/** Returns the name of a return; with the Member State when two registrations have a return for the period. */
export function returnName(
  dueReturn: DueReturn,
  all: readonly DueReturn[],
  { say, format }: Words,
): { readonly scheme: string; readonly period: string } {
  const period = format.period(dueReturn.period_key);
  const state = format.country(dueReturn.member_state_identification);
  return {
    scheme: say.code(dueReturn.scheme_type),
    period: isOneOfTwo(dueReturn, all) ? `${period} (${state})` : period,
  };
}

type Named = Pick<DueReturn, "scheme_type" | "period_key">;

const isOneOfTwo = (named: Named, all: readonly DueReturn[]): boolean =>
  all.filter(
    ({ scheme_type, period_key }) =>
      scheme_type === named.scheme_type && period_key === named.period_key,
  ).length > 1;
