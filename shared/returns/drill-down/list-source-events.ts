import type { Period } from "../../core/calendar/period.ts";
import { listEvents } from "../../ledger/events/event-list.ts";
import { shownPage } from "../../ledger/events/page.ts";
import { loadRegistrations } from "../../ledger/settings/registrations.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { coverageOf } from "../compute/coverage.ts";
import { requireCoverage } from "../compute/requirements.ts";
import { loadReturnRules } from "../load/load-return.ts";
import { isBehind } from "./drill-down.ts";
import { type BehindQuery, cursorBehindFigure, figureOf, startOfPage } from "./events-listing.ts";

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
