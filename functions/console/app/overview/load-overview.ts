import type {
  ComplianceOverview,
  FilingPrepWorkspace,
  LockedPeriod,
  SchemeSlug,
  TaxRegistration,
  VatClient,
} from "../../../../client/src/eu-vat-client.ts";
import type { IsoDate } from "../../../../shared/calendar/iso-date.ts";
import { periodBefore } from "../../../../shared/calendar/period.ts";
import { quarterOn } from "../../../../shared/calendar/quarter.ts";
import { SCHEMES } from "../shell/page.ts";

/** All that the overview tells of. */
export type OverviewFacts = {
  /** The UTC day that it is of. */
  readonly today: IsoDate;
  readonly overview: ComplianceOverview;
  readonly registrations: readonly TaxRegistration[];
  /** The quarter that runs, and the two before it. */
  readonly quarters: readonly FilingPrepWorkspace[];
  readonly locked: Readonly<Record<SchemeSlug, readonly LockedPeriod[]>>;
};

export async function loadOverview(client: VatClient, signal: AbortSignal): Promise<OverviewFacts> {
  const overview = await client.getOverview({}, { signal });
  const today = overview.as_of as IsoDate;
  const [registrations, quarters, lists] = await Promise.all([
    client.listRegistrations({ query: { limit: 200 } }, { signal }),
    Promise.all(
      lastQuarters(today, 3).map((period) =>
        client.getFilingPrep({ query: { period } }, { signal }),
      ),
    ),
    Promise.all(
      SCHEMES.map((scheme) =>
        client.listLockedReturns({ path: { scheme }, query: { limit: 50 } }, { signal }),
      ),
    ),
  ]);
  const items = lists.map((list) => list.items);
  const [union = [], nonUnion = [], ioss = []] = items;
  const locked = { "union-oss": union, "non-union-oss": nonUnion, ioss };
  return { today, overview, registrations: registrations.items, quarters, locked };
}

/** The quarter of a day and those before it, the newest first. */
export function lastQuarters(day: IsoDate, count: number): string[] {
  const keys: string[] = [];
  let quarter = quarterOn(day);
  for (let left = count; left > 0; left -= 1) {
    keys.push(quarter.key);
    quarter = periodBefore(quarter);
  }
  return keys;
}
