import type { Period } from "../calendar/period.ts";
import { shownPage } from "../ledger/page.ts";
import { isBehind } from "../returns/behind.ts";
import { coverageOf } from "../returns/coverage.ts";
import {
  type BehindQuery,
  cursorBehindFigure,
  figureOf,
  startOfPage,
} from "../returns/events-listing.ts";
import { requireCoverage } from "../returns/refusal.ts";
import type { Scheme } from "../schemes/scheme.ts";
import { listEvents } from "../store/event-list.ts";
import { loadRegistrations } from "../store/registrations.ts";
import { loadReturnRules } from "./load-return.ts";

/**
 * The events behind a row, a correction or a warning of a return. Reads the events of the period by
 * day; the sums alone say how the return sorts them.
 * @throws DomainError `registration_required`, `registration_conflict`, `invalid_request`
 */
export async function listEventsBehind(
  account: string,
  { scheme, period }: { readonly scheme: Scheme; readonly period: Period },
  query: BehindQuery,
) {
  const figure = figureOf(query, scheme);
  const after = startOfPage({ scheme, period }, query);
  const { items } = await loadRegistrations(account);
  const coverage = coverageOf(scheme, items, period, query.registration_id);
  requireCoverage(scheme, period, coverage);
  const rules = await loadReturnRules(account, scheme, period, items, coverage);
  const page = await listEvents(
    account,
    { from: period.firstDay, to: period.lastDay },
    { limit: query.limit, after },
    (event) => isBehind(event, figure, rules),
  );
  const shown = shownPage(page, query.warning);
  const { next } = shown;
  return {
    items: shown.items,
    next_cursor: next ? cursorBehindFigure({ scheme, period }, query, next) : null,
  };
}
