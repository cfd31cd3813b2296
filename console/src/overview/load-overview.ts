import type {
  ComplianceOverview,
  DueReturn,
  VatClient,
} from "../../../client/src/eu-vat-client.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";

/** The turnover from the start of the year to a day, in EUR minor units. */
export type YearPoint = { readonly day: string; readonly turnover_minor: number };

export type OverviewFacts = {
  /** The UTC day of the overview. */
  readonly today: IsoDate;
  readonly overview: ComplianceOverview;
  readonly returns: readonly DueReturn[];
  readonly year: readonly YearPoint[];
};

/** Loads the data of the overview with one call. */
export async function loadOverview(client: VatClient, signal: AbortSignal): Promise<OverviewFacts> {
  const overview = await client.getOverview({ query: { details: "true" } }, { signal });
  const { returns, turnover_by_month, as_of } = overview;
  const begin = { day: `${as_of.slice(0, 4)}-01-01`, turnover_minor: 0 };
  const ends = (turnover_by_month ?? []).map(({ to, current_minor }) => ({
    day: to,
    turnover_minor: current_minor,
  }));
  return { today: as_of as IsoDate, overview, returns: returns ?? [], year: [begin, ...ends] };
}
