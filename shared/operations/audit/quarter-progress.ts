import * as z from "zod";
import type { Period } from "../../core/calendar/dates.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import type { EventPosition } from "../../ledger/events/listing.ts";
import type { Boundaries } from "../../vat/schemes/registration-segments.ts";
import { EntrySums, StoredEntries } from "./audit.ts";

const Findings = z.array(z.string());

/** The findings about single events, as lists that grow. */
export type EventFindings = Readonly<Record<"stale_links" | "stale_events" | "faults", string[]>>;

/** The progress of the audit of a quarter in a form that can be stored: another run continues from it. */
export const QuarterProgress = z.object({
  quarter: z.string(),
  /** The events that are read next: those of the quarter, or the corrections of later days. */
  part: z.enum(["events", "later", "ended"]),
  /** The last event that was added. */
  after: z
    .object({ supply_date: IsoDate, event_id: z.string().min(1).brand("EventId") })
    .optional(),
  events: z.int(),
  months: z.array(z.string()),
  entries: StoredEntries,
  stale_links: Findings,
  stale_events: Findings,
  faults: Findings,
});
export type QuarterProgress = z.output<typeof QuarterProgress>;

/** The findings in one quarter. Stored as JSON, a sum is a text of digits. */
export const QuarterAudit = z.object({
  quarter: z.string(),
  differences: z.array(
    z.object({
      partition: z.string(),
      key: z.string(),
      amount: z.string(),
      kept: z.coerce.bigint(),
      recounted: z.coerce.bigint(),
    }),
  ),
  stale_links: Findings,
  stale_events: Findings,
  faults: Findings,
  events: z.int(),
  /** The partitions that its events count in. */
  partitions: z.array(z.string()),
  /** Hash of the compared sums. */
  sums_sha256: z.string(),
});
export type QuarterAudit = z.output<typeof QuarterAudit>;

/** The state of the audit of a quarter between two pages of events. Its size depends on the number of sums. */
export type QuarterState = {
  readonly quarter: Period;
  readonly sums: EntrySums;
  readonly found: EventFindings;
  /** The months in which events were found. */
  readonly months: Set<string>;
  part: QuarterProgress["part"];
  after: EventPosition | undefined;
};

/** Returns the state at the beginning of an audit, or the stored state if it is of this quarter. */
export function quarterState(
  quarter: Period,
  boundaries: Boundaries,
  progress?: QuarterProgress,
): QuarterState {
  const stored = progress?.quarter === quarter.key ? progress : undefined;
  const sums = new EntrySums(quarter, boundaries, stored?.entries);
  sums.events = stored?.events ?? 0;
  const { stale_links = [], stale_events = [], faults = [] } = stored ?? {};
  return {
    quarter,
    sums,
    found: { stale_links: [...stale_links], stale_events: [...stale_events], faults: [...faults] },
    months: new Set(stored?.months),
    part: stored?.part ?? "events",
    after: stored?.after,
  };
}

export const progressOf = ({
  quarter,
  sums,
  found,
  months,
  part,
  after,
}: QuarterState): QuarterProgress => ({
  quarter: quarter.key,
  part,
  ...(after ? { after } : {}),
  events: sums.events,
  months: [...months],
  entries: [...sums.stored()],
  ...found,
});

/** Maximum number of findings of one kind in a quarter, so that memory is bounded when every event has one. */
const MOST_FINDINGS = 1_000;

/** Adds findings to a list, up to the maximum. */
export function noteFinding(list: string[], ...findings: readonly string[]): void {
  list.push(...findings.slice(0, Math.max(0, MOST_FINDINGS - list.length)));
}

/** Returns the JSON of a state or an audit; a sum becomes a text of digits. */
export const auditJson = (value: unknown): string =>
  JSON.stringify(value, (_, entry: unknown) => (typeof entry === "bigint" ? String(entry) : entry));
