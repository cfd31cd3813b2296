import * as z from "zod";
import {
  dayOf,
  type IsoDate,
  monthsOf,
  type Period,
  periodAfter,
  periodNamed,
  plusDays,
  quarterKeyOn,
  quarterOf,
  quarterOn,
} from "../../core/calendar/dates.ts";
import { referredId } from "../../ledger/commit/plan.ts";
import type { EventRecord, EventState, RelatedStates } from "../../ledger/events/event-record.ts";
import { linkOf, sameLink } from "../../ledger/events/links.ts";
import { submissionsOf } from "../../ledger/events/submission.ts";
import {
  directPartition,
  directParts,
  leftOutPartition,
  partitionOfReturn,
  type RunningSum,
  returnPartition,
  thresholdPartition,
} from "../../ledger/sums/sum.ts";
import { isCorrectable } from "../../vat/schemes/common-exclusions.ts";
import { type Boundaries, hasFinalReturn } from "../../vat/schemes/registration-segments.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";

/** The start of the first special scheme of this kind (Directive 2008/8/EC, from 2015). */
export const FIRST_DAY = "2015-01-01" as IsoDate;

/**
 * Returns the quarters to audit: from the first requested day to the end of next year, and those of the account's
 * events outside that range. An audit works by quarters, because each sum belongs to one.
 */
export function auditedQuarters(
  today: IsoDate,
  ofEvents: readonly Period[],
  from: IsoDate,
): Period[] {
  const last = `${Number(today.slice(0, 4)) + 1}-12-31`;
  const usual: Period[] = [];
  for (let quarter = quarterOn(from); quarter.firstDay <= last; quarter = periodAfter(quarter)) {
    usual.push(quarter);
  }
  const byKey = new Map([...usual, ...ofEvents].map((period) => [period.key, period]));
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Returns the partitions in which the events of a quarter count; four quarters share the partition of the year. */
export const partitionsIn = (quarter: Period): string[] => [
  ...SCHEMES.flatMap((scheme) =>
    (scheme.period_kind === "quarter" ? [quarter] : monthsOf(quarter)).flatMap(({ key }) => {
      const partition = returnPartition(scheme, key);
      return [partition, leftOutPartition(partition)];
    }),
  ),
  yearPartition(quarter),
  directPartition(yearOf(quarter)),
];

const yearOf = ({ firstDay }: Period): string => firstDay.slice(0, 4);

const yearPartition = (quarter: Period): string => thresholdPartition(yearOf(quarter));

/** True if a sum belongs to the quarter. A sum of the year without a day of it belongs to the first quarter. */
export function isSumOf(quarter: Period, partition: string, key: string): boolean {
  const isDirect = partition === directPartition(yearOf(quarter));
  if (!isDirect && partition !== yearPartition(quarter)) {
    return partitionsIn(quarter).includes(partition);
  }
  const day = isDirect
    ? periodNamed(directParts(key).partition.slice(1))?.firstDay
    : /^day\|(\d{4}-\d\d-\d\d)\|/.exec(key)?.[1];
  if (day === undefined || day.slice(0, 4) !== quarter.key.slice(0, 4)) {
    return quarter.key.endsWith("Q1");
  }
  return quarter.firstDay <= day && day <= quarter.lastDay;
}

/** Returns the quarters that may have sums in a partition; none if its name is not a period. */
export function quartersOf(partition: string): Period[] {
  const named = partitionOfReturn(partition).slice(1);
  const period = periodNamed(named);
  const firsts = period
    ? [period.firstDay]
    : ["01", "04", "07", "10"].map((month) => `${named}-${month}-01` as IsoDate);
  return firsts
    .map((day) => quarterOf(quarterKeyOn(day)))
    .filter((quarter) => quarter !== undefined)
    .filter((quarter) => partitionsIn(quarter).includes(partition));
}

/** True if a return of the quarter is the final one of a registration, which corrections of later days count in. */
export const hasFinalReturnIn = (quarter: Period, boundaries: Boundaries): boolean =>
  SCHEMES.some((scheme) => hasFinalReturn(scheme, quarter, boundaries));

/** A sum that differs from the entries of its events. */
export type Difference = {
  readonly partition: string;
  readonly key: string;
  readonly amount: string;
  readonly kept: bigint;
  readonly recounted: bigint;
};

type Sums = Map<string, bigint>;

/** The added entries in a form that can be stored: partition, key and name of each amount, and the amount as digits. */
export const StoredEntries = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]));
type StoredEntries = Readonly<z.output<typeof StoredEntries>>;

/** The entries of a quarter's events, added up event by event, to compare with the stored sums. */
export class EntrySums {
  readonly #quarter: Period;
  readonly #boundaries: Boundaries;
  readonly #ours: ReadonlySet<string>;
  readonly #partitions = new Map<string, Sums>();
  events = 0;

  /** @param before the entries that an earlier part of the audit has added */
  constructor(quarter: Period, boundaries: Boundaries, before: StoredEntries = []) {
    this.#quarter = quarter;
    this.#boundaries = boundaries;
    this.#ours = new Set(partitionsIn(quarter));
    for (const [partition, key, amount, digits] of before) {
      this.#sumsOf(partition).set(nameOf(key, amount), BigInt(digits));
    }
  }

  /**
   * Adds an event of the quarter. Returns false if it counts outside the quarter and not in an earlier final return, where
   * no sum can include it.
   */
  add(event: EventRecord): boolean {
    this.events += 1;
    const [ours, others] = [true, false].map((isOurs) =>
      event.entries.filter(({ partition, key }) => this.#isOurs(partition, key) === isOurs),
    );
    for (const entry of ours ?? []) this.#count(entry);
    const lost = (others ?? []).filter(({ partition }) => !this.#isOfEarlierFinal(partition));
    for (const entry of lost) this.#count(entry);
    return lost.length === 0;
  }

  /** Adds a correction of a later quarter, as far as it counts in a final return of this one. */
  addLater(event: EventRecord): void {
    for (const entry of event.entries) {
      if (this.#isOurs(entry.partition, entry.key)) this.#count(entry);
    }
  }

  /** Returns what was added so far. Its size depends on the number of sums, not on the number of events. */
  stored(): StoredEntries {
    return [...this.#partitions].flatMap(([partition, sums]) =>
      [...sums].map(([name, sum]): StoredEntries[number] => {
        const [key = "", amount = ""] = name.split("\n");
        return [partition, key, amount, String(sum)];
      }),
    );
  }

  #sumsOf(partition: string): Sums {
    const sums = this.#partitions.get(partition) ?? new Map<string, bigint>();
    this.#partitions.set(partition, sums);
    return sums;
  }

  #count({ partition, key, amounts }: EventRecord["entries"][number]): void {
    const sums = this.#sumsOf(partition);
    for (const [amount, value] of Object.entries(amounts)) {
      const name = nameOf(key, amount);
      sums.set(name, (sums.get(name) ?? 0n) + BigInt(value));
    }
  }

  /** Returns every partition that an event counts in. */
  partitions(): string[] {
    return [...this.#partitions.keys()].sort();
  }

  /** Returns the differences between the stored sums of a partition and the added entries. */
  differences(partition: string, storedSums: readonly RunningSum[]): Difference[] {
    const counted = this.#partitions.get(partition) ?? new Map<string, bigint>();
    const ours = storedSums.filter(({ key }) => isSumOf(this.#quarter, partition, key));
    const stored: Sums = new Map(ours.flatMap(namedSums));
    return [...new Set([...stored.keys(), ...counted.keys()])].sort().flatMap((name) => {
      const pair = { kept: stored.get(name) ?? 0n, recounted: counted.get(name) ?? 0n };
      const [key = "", amount = ""] = name.split("\n");
      return pair.kept === pair.recounted ? [] : [{ partition, key, amount, ...pair }];
    });
  }

  /** True for the partition of an earlier return that is the final one of a registration. */
  #isOfEarlierFinal(counted: string): boolean {
    const partition = partitionOfReturn(counted);
    const period = periodNamed(partition.slice(1));
    const scheme = SCHEMES.find(({ partitionPrefix }) => partition.startsWith(partitionPrefix));
    return (
      period !== undefined &&
      scheme !== undefined &&
      period.lastDay < this.#quarter.firstDay &&
      hasFinalReturn(scheme, period, this.#boundaries)
    );
  }

  /** True for a key of the quarter: all keys of a return's partition; keys of the year are checked one by one. */
  #isOurs(partition: string, key: string): boolean {
    return (
      this.#ours.has(partition) &&
      (!/^[yd]/.test(partition) || isSumOf(this.#quarter, partition, key))
    );
  }
}

const nameOf = (key: string, amount: string): string => `${key}\n${amount}`;

/** Leaves out `writes`, which counts the updates of a sum, not its events. */
const namedSums = ({ key, amounts }: RunningSum): [string, bigint][] =>
  Object.entries(amounts)
    .filter(([amount]) => amount !== "writes")
    .map(([amount, sum]) => [nameOf(key, amount), sum]);

/** True if the link of a non-sale is the one that follows from the current state of its original. */
export const isLinkCurrent = (event: EventRecord, original: EventState | undefined): boolean =>
  sameLink(event.link, linkOf(event, original?.event, original?.taken_back));

/** The last audit of a quarter without findings. */
export const CleanAudit = z.object({
  /** Hash of the compared sums and of their numbers of writes. */
  sums_sha256: z.string(),
  /** Hash of the settings that decisions about events depend on: registrations, profile, rules. */
  ground_sha256: z.string(),
  events: z.int(),
  audited_at: z.iso.datetime(),
});
export type CleanAudit = z.output<typeof CleanAudit>;

/** The state of a quarter before its audit. */
type AuditFindings = {
  readonly quarter: Period;
  readonly hasEvents: boolean;
  readonly sums_sha256: string;
  readonly ground_sha256: string;
};

/** Days after which an unchanged quarter is audited again, about four times a year, to check its events. */
const DAYS_BETWEEN_AUDITS = 91;

/**
 * True if a quarter is due for an audit. Changed sums always require one. An unchanged quarter is audited from time to
 * time while returns can still correct it (Art. 61(2) CIR 282/2011), and never afterwards.
 */
export function isAuditDue(
  found: AuditFindings,
  clean: CleanAudit | undefined,
  today: IsoDate,
): boolean {
  const isAsBefore =
    clean?.sums_sha256 === found.sums_sha256 &&
    clean.ground_sha256 === found.ground_sha256 &&
    clean.events > 0 === found.hasEvents;
  if (!clean || !isAsBefore) return true;
  if (!isCorrectable(found.quarter, quarterOn(today))) return false;
  return plusDays(dayOf(new Date(clean.audited_at)), DAYS_BETWEEN_AUDITS) <= today;
}

/**
 * Returns the contradictions in a stored event, one per line. The fingerprint covers all that the caller has sent. In
 * the fields that the service has added, only a contradiction with other fields is visible (docs/decisions/0150).
 */
export function recordFaults(
  record: EventRecord,
  { original }: RelatedStates,
  fingerprintOf: (value: unknown) => string,
): string[] {
  const { event_id, fingerprint } = record;
  const isAsSent = submissionsOf(record).some((sent) => fingerprintOf(sent) === fingerprint);
  const isCounted = referredId(record) === undefined || (original?.links ?? 0) > 0;
  return [
    ...(isAsSent
      ? []
      : [`${event_id} is not what was sent: its fingerprint is that of other content`]),
    ...(isCounted
      ? []
      : [`${record.original_event_id} does not count ${event_id} among what refers to it`]),
    ...historyFaults(record),
  ];
}

/**
 * Finds gaps in the classification history: each decision starts from the one before, and the last one is the current
 * classification.
 */
function historyFaults({ event_id, classification_status, classification_history }: EventRecord) {
  const last = classification_history.at(-1);
  const isChained = classification_history.every(
    ({ from }, n) => n === 0 || from === classification_history[n - 1]?.to,
  );
  const stands = last === undefined || last.to === classification_status;
  return isChained && stands
    ? []
    : [
        `${event_id} is ${classification_status}, which does not follow from its classification_history`,
      ];
}
