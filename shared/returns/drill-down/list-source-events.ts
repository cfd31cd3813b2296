import { monthsOf, type Period, periodNamed } from "../../core/calendar/period.ts";
import { eventPage, type Filtered } from "../../ledger/events/listing.ts";
import { listEvents } from "../../ledger/events/store-event-list.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import { parseReturnKey, returnPartition } from "../../ledger/sums/sum-key.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { exclusionOfSum, isOfOtherRegistration } from "../compute/assign-sums.ts";
import { coverageOf } from "../compute/coverage.ts";
import { requireCoverage } from "../compute/requirements.ts";
import { loadReturnRules } from "../load/load-return.ts";
import {
  cursorAfterSourceEvent,
  figureOf,
  isSourceEvent,
  type SourceEventsQuery,
  startOfPage,
} from "./drill-down.ts";
import { listLateEvents } from "./list-late-events.ts";

/**
 * Lists the source events of a row, a correction, a warning or the late changes of a return. Reads the events of the period by day, and
 * sorts them by the rules that sort the sums.
 * @throws DomainError `registration_required`, `registration_conflict`, `invalid_request`
 */
export async function listSourceEvents(
  account: string,
  { scheme, period }: { readonly scheme: Scheme; readonly period: Period },
  query: SourceEventsQuery,
) {
  const figure = figureOf(query, scheme);
  const after = startOfPage({ scheme, period }, query);
  const { items } = await loadRegistrations(account);
  const coverage = coverageOf(scheme, items, period, query.registration_id);
  const registration = requireCoverage(scheme, period, coverage);
  if (query.late) {
    const declaring = {
      scheme,
      period,
      registrations: items,
      coverage: { status: "covered", registration },
    } as const;
    return listLateEvents(account, declaring, query);
  }
  const rules = await loadReturnRules(account, scheme, period, items, coverage);
  const page = await listEvents(
    account,
    { from: period.firstDay, to: period.lastDay },
    { limit: query.limit, after },
    (event) => isSourceEvent(event, figure, rules),
  );
  const shown = eventPage(page, query.warning);
  const { next } = shown;
  return {
    items: shown.items,
    next_cursor: next ? cursorAfterSourceEvent({ scheme, period }, query, next) : null,
  };
}

type IsExcluded = (event: Filtered) => boolean;

/**
 * Finds the events that the returns of a period exclude as `code`. This includes events that only a return can exclude:
 * without an exchange rate, services taxed in the Member State of identification, or outside a registration. A quarter
 * covers the quarterly schemes and three months of the monthly one; a month covers only the monthly one. Without a
 * period no return excludes anything.
 */
export async function findExcluded(
  account: string,
  key: string | undefined,
  code: string | undefined,
): Promise<IsExcluded> {
  const asked = periodNamed(key ?? "");
  const warning = WARNING_CODES.find((one) => one === code);
  if (!asked || !warning) return () => false;
  const { items } = await loadRegistrations(account);
  const parts = SCHEMES.filter((scheme) => scheme.found_by_returns.has(warning)).flatMap((scheme) =>
    periodsIn(asked, scheme).map((period) => ({ scheme, period })),
  );
  const rules = await Promise.all(
    parts.map(({ scheme, period }) => loadReturnRules(account, scheme, period, items)),
  );
  const byPartition = new Map(
    rules.map((one) => [returnPartition(one.scheme, one.period.key), one]),
  );
  return ({ counted_in, counted_as }) => {
    const own = byPartition.get(counted_in);
    const key = parseReturnKey(counted_as);
    return (
      own !== undefined &&
      key.family !== "check" &&
      !isOfOtherRegistration(key, own) &&
      exclusionOfSum(key, own)?.code === code
    );
  };
}

/** Returns the periods of a scheme that `asked` covers. */
function periodsIn(asked: Period, { period_kind }: Scheme): readonly Period[] {
  if (asked.kind === period_kind) return [asked];
  return asked.kind === "quarter" ? monthsOf(asked) : [];
}
