import type { IsoDate } from "../../core/calendar/dates.ts";
import { monthsOf, type Period, plusDays } from "../../core/calendar/dates.ts";
import {
  type BridgeGap,
  type BridgeLine,
  bridgeLine,
  gap,
  MoneySums,
  moneyOf,
} from "../../imports/bridge/bridge-line.ts";
import { grossOfRows, linesOfLeftOut, rowsNotKept } from "../../imports/bridge/file-lines.ts";
import { IMPORT_DAYS, type ImportJob } from "../../imports/jobs/job.ts";
import type { RunningSum } from "../../ledger/sums/sum.ts";
import type { Covered } from "../compute/compute.ts";
import { countOf, excludedOf, linesOfExcluded, moneySumsOf } from "./ledger-lines.ts";
import type { StoredBridge } from "./schema.ts";

/** The data of a bridge beside the return itself. */
type BridgeData = {
  /** The excluded amounts of the period. */
  readonly leftOut: readonly RunningSum[];
  /** The imports whose rows count, and whether there are more that were not read. */
  readonly imports: { readonly jobs: readonly ImportJob[]; readonly hasMore: boolean };
  readonly today: IsoDate;
};

/**
 * Returns the lines from the files of shops, and the recorded events, to the figures of the return. Each `equals` is
 * computed by itself, so a line that is missing shows.
 */
export function returnBridge(computed: Covered, data: BridgeData): StoredBridge {
  const { lines, corrections } = computed.sorted;
  const { excluded, notRecounted } = excludedOf(computed, data.leftOut);
  const recorded = [...lines, ...corrections, ...excluded];
  const files = filesOf(computed.period, data.imports.jobs, recorded);
  const start = {
    stage: "ledger" as const,
    code: "recorded" as const,
    sign: files.length > 0 ? ("equals" as const) : ("plus" as const),
    count: countOf(recorded),
    links: [requestsOf(computed).events],
  };
  return {
    lines: [
      ...files,
      bridgeLine(start, moneySumsOf(recorded)),
      ...linesOfExcluded(computed, excluded),
      ...linesOfReturn(computed),
    ],
    unknown: gapsOf(computed.period, data, notRecounted),
  };
}

/** Returns the lines of the period's rows in files; empty without files. */
function filesOf(
  period: Period,
  jobs: readonly ImportJob[],
  recorded: Parameters<typeof moneySumsOf>[0],
): BridgeLine[] {
  const months = monthKeysOf(period);
  const imports = jobs.map(({ id, totals }) => ({
    import_id: id,
    left_out: totals.left_out.filter(({ month }) => months.has(month)),
    committed: totals.months.filter(({ month }) => months.has(month)),
  }));
  const own = imports.filter(({ left_out, committed }) => left_out.length + committed.length > 0);
  if (own.length === 0) return [];
  const leftOut = own.flatMap(({ left_out }) => left_out);
  const committed = new MoneySums();
  const events = own.flatMap((one) => one.committed);
  for (const { currency, taxable_amount_minor: taxable, vat_amount_minor: vat } of events) {
    committed.add(currency, { gross: taxable + vat, taxable: null, vat: null });
  }
  const counted = events.reduce((sum, one) => sum + one.events, 0);
  const start = {
    count: leftOut.reduce((sum, { rows }) => sum + rows, 0) + counted,
    unread_count: leftOut.reduce((sum, { unread }) => sum + unread, 0),
    links: own.map(({ import_id }) => `/v1/imports/${import_id}/bridge`),
  };
  const otherwise = grossAlone(moneySumsOf(recorded)).addAll(committed, -1);
  const count = countOf(recorded) - counted;
  return [
    bridgeLine(
      { stage: "files", code: "in_files", sign: "plus", ...start },
      grossOfRows(leftOut).addAll(committed),
    ),
    ...linesOfLeftOut(own, months),
    ...(count === 0 && otherwise.amounts.length === 0
      ? []
      : [
          bridgeLine(
            { stage: "files", code: "recorded_otherwise", sign: "plus", count },
            otherwise,
          ),
        ]),
  ];
}

function grossAlone(sums: MoneySums): MoneySums {
  const alone = new MoneySums();
  for (const { currency, gross_amount_minor: gross } of sums.amounts) {
    alone.add(currency, { gross, taxable: null, vat: null });
  }
  return alone;
}

const monthKeysOf = (period: Period): ReadonlySet<string> =>
  new Set(period.kind === "month" ? [period.key] : monthsOf(period).map(({ key }) => key));

/** Returns the lines from the events of the return to its figures, in the return's currency. */
function linesOfReturn(computed: Covered): BridgeLine[] {
  const { report, sorted } = computed;
  const { return_currency, late_changes } = report;
  const declared = [...sorted.lines, ...sorted.corrections];
  const late = amountsIn(return_currency, late_changes);
  const lateCount = late_changes.reduce((sum, one) => sum + one.event_count_difference, 0);
  const figures = amountsIn(return_currency, [...report.rows, ...report.corrections]);
  const conversion = new MoneySums()
    .addAll(figures)
    .addAll(late, -1)
    .addAll(moneySumsOf(declared), -1);
  const at = { stage: "return", sign: "plus", count: 0 } as const;
  const { events, whole } = requestsOf(computed);
  const lateLine = { ...at, code: "late_changes", count: lateCount } as const;
  const count = countOf(declared) + lateCount;
  const listed = [
    ...(sorted.lines.length > 0 ? [`${events}&part=rows`] : []),
    ...(sorted.corrections.length > 0 ? [`${events}&part=corrections`] : []),
    ...(late_changes.length > 0 ? [`${events}&late=true`] : []),
  ];
  return [
    ...(late_changes.length > 0
      ? [bridgeLine({ ...lateLine, links: [`${events}&late=true`] }, late)]
      : []),
    ...(conversion.amounts.length > 0
      ? [bridgeLine({ ...at, code: "conversion", links: [whole] }, conversion)]
      : []),
    bridgeLine({ ...at, code: "in_return", sign: "equals", count, links: listed }, figures),
    ...linesOfPayable(computed, count),
  ];
}

/** Returns the lines from the VAT of the return to what is payable: a balance below zero is not set off. */
function linesOfPayable(computed: Covered, count: number): BridgeLine[] {
  const { return_currency, totals } = computed.report;
  const { byState, whole } = requestsOf(computed);
  const all = totals.current_vat_minor + totals.correction_vat_minor;
  const notSetOff = vatAlone(return_currency, totals.payable_vat_minor - all);
  const payable = vatAlone(return_currency, totals.payable_vat_minor);
  const at = { stage: "return" as const, links: [whole] };
  return [
    ...(notSetOff.amounts.length > 0
      ? [
          bridgeLine(
            { ...at, code: "negative_balances", sign: "plus", count: 0, links: [byState] },
            notSetOff,
          ),
        ]
      : []),
    bridgeLine({ ...at, code: "payable", sign: "equals", count }, payable),
  ];
}

type Amounts = { readonly taxable_amount_minor: number; readonly vat_amount_minor: number };

function amountsIn(currency: string, all: readonly Amounts[]): MoneySums {
  const sums = new MoneySums();
  for (const { taxable_amount_minor, vat_amount_minor } of all) {
    sums.add(currency, moneyOf(taxable_amount_minor, vat_amount_minor));
  }
  return sums;
}

/** Returns the requests that list the events of the return, and show its figures. */
function requestsOf({ scheme, period, registration }: Covered) {
  const path = `/v1/returns/${scheme.slug}/${period.key}`;
  const under = `?registration_id=${registration.id}`;
  return {
    events: `${path}/events${under}`,
    whole: `${path}${under}`,
    byState: `${path}/country-breakdown${under}`,
  };
}

const vatAlone = (currency: string, vat: number): MoneySums =>
  new MoneySums().add(currency, { gross: null, taxable: null, vat });

/** Returns what the bridge does not know: rows without a month, and imports that are gone or were not read. */
function gapsOf(
  period: Period,
  { imports: { jobs, hasMore }, today }: BridgeData,
  notRecounted: number,
): BridgeGap[] {
  // No import has rows of days after its own.
  const since = period.firstDay.replaceAll("-", "");
  const own = jobs.filter(({ id }) => id >= since);
  const sum = (countOfJob: (job: ImportJob) => number) =>
    own.reduce((total, job) => total + countOfJob(job), 0);
  const withoutMonth = sum(({ totals }) =>
    totals.left_out.reduce((rows, one) => rows + (one.month === "" ? one.rows : 0), 0),
  );
  const notKept = sum(rowsNotKept);
  const oldest = plusDays(today, -IMPORT_DAYS);
  const found: readonly (readonly [boolean, BridgeGap])[] = [
    [notRecounted !== 0, gap("amounts_not_recounted", { count: Math.abs(notRecounted) })],
    [withoutMonth > 0, gap("rows_without_month", { count: withoutMonth })],
    [notKept > 0, gap("rows_of_earlier_version", { count: notKept })],
    [hasMore, gap("earlier_imports")],
    [period.firstDay < oldest, gap("imports_expired", { before: oldest })],
  ];
  return found.flatMap(([isTrue, one]) => (isTrue ? [one] : []));
}
