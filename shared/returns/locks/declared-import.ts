import * as z from "zod";
import { dayOf, type IsoDate, type Period, periodOn } from "../../core/calendar/dates.ts";
import { PeriodKey } from "../../core/calendar/schema.ts";
import type { LedgerId } from "../../core/ids.ts";
import { type ImportJob, isUnderWay } from "../../imports/jobs/job.ts";
import { ImportView, importView } from "../../imports/jobs/schema.ts";
import { DIRECT_REASONS } from "../../ledger/events/declared-in.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { SCHEMES } from "../../vat/schemes/schemes.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import { type Registration, SchemeType } from "../../vat/seller/registration.ts";
import { ownReturn } from "./declared-returns.ts";
import { declaredOnce } from "./declaring-return.ts";
import type { PeriodMarkers } from "./locked-period.ts";
import { loadMarkers } from "./store-locks.ts";

const DeclaredImport = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int().positive().describe("Id of the registration that makes the return"),
    event_count: z
      .int()
      .positive()
      .describe(
        "Number of events that the import has committed in the months of the return, those that it excludes and those of other schemes included",
      ),
    is_declared: z.boolean().describe("True if the return is locked, or was filed elsewhere"),
    declared_in: PeriodKey.nullable().describe(
      "Period of the return that declares the events: the return itself, or a later one if they came after its lock. Null where none does, and where the lock of an earlier version does not tell whether they came before",
    ),
    undeclared_reason: z
      .enum(DIRECT_REASONS)
      .nullable()
      .describe("Reason why the events go directly to the Member State of consumption"),
  })
  .meta({ id: "DeclaredImport", description: "The events of an import in the months of a return" });
type DeclaredImport = z.output<typeof DeclaredImport>;

export const ImportReport = ImportView.extend({
  returns: z
    .array(DeclaredImport)
    .describe(
      "Returns of the months with committed events, and where these are declared; empty before the import has ended, and once it is undone",
    ),
}).meta({ id: "ImportReport", description: "An import, and the returns that declare its events" });

/** Loads the view of an import with the returns that declare its events. */
export const loadImportReport = async (ledger: LedgerId, job: ImportJob, now: Date) => ({
  ...importView(job, now),
  returns: await loadDeclaredImport(ledger, job, now),
});

/** Reads the registrations, and the markers of each scheme with a month that has ended: others cannot be locked. */
async function loadDeclaredImport(ledger: LedgerId, job: ImportJob, now: Date) {
  const months = job.totals.months;
  if (months.length === 0 || isUnderWay(job) || job.state === "undone") return [];
  const today = dayOf(now);
  const { items: registrations } = await loadRegistrations(ledger);
  // What a dry run has counted would be committed now.
  const came_at = (job.dry_run ? undefined : job.finished_at) ?? now.toISOString();
  const found = SCHEMES.map(async (scheme) => {
    const returns = returnsOf(scheme, months, registrations);
    const hasEnded = returns.some(({ period }) => period.lastDay < today);
    const markers: PeriodMarkers = hasEnded
      ? await loadMarkers(ledger, scheme.partitionPrefix)
      : new Map();
    return returns.map((one) => declaredImport(one, { registrations, markers, today, came_at }));
  });
  return (await Promise.all(found)).flat();
}

type ImportedReturn = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration: Registration;
  readonly event_count: number;
};

/** Returns the returns of a scheme that the months belong to, with their numbers of events. */
function returnsOf(
  scheme: Scheme,
  months: ImportJob["totals"]["months"],
  registrations: readonly Registration[],
): ImportedReturn[] {
  const periodOf = ({ month }: (typeof months)[number]) =>
    periodOn(scheme.period_kind, `${month}-01` as IsoDate);
  return [...Map.groupBy(months, (month) => periodOf(month).key).values()].flatMap((own) => {
    const period = periodOf(own[0] as (typeof own)[number]);
    const event_count = own.reduce((sum, { events }) => sum + events, 0);
    return inForce(registrations, scheme.id, period.firstDay, period.lastDay).map(
      (registration) => ({ scheme, period, registration, event_count }),
    );
  });
}

type Known = {
  readonly registrations: readonly Registration[];
  readonly markers: PeriodMarkers;
  readonly today: IsoDate;
  /** The instant at which the last of the events came. */
  readonly came_at: string;
};

/** Returns where the events of an import in the months of a return are declared. */
function declaredImport(
  { scheme, period, registration, event_count }: ImportedReturn,
  { came_at, ...known }: Known,
): DeclaredImport {
  const { registrations, markers } = known;
  const own = ownReturn({ scheme, period, registrations }, registration, markers);
  const row = {
    scheme_type: scheme.id,
    period_key: period.key,
    registration_id: registration.id,
    event_count,
    is_declared: own !== undefined,
    undeclared_reason: null,
  };
  if (!own) return { ...row, declared_in: period.key };
  if (own.locked_at === null && !own.filed_elsewhere) return { ...row, declared_in: null };
  const wasInAt = (instant: string) => came_at <= instant;
  const isIncluded = wasInAt(own.locked_at ?? "");
  const found = declaredOnce(own, { isIncluded, wasInAt }, scheme, known);
  if (typeof found === "string") return { ...row, declared_in: null, undeclared_reason: found };
  const declared_in = "coverage" in found ? found.period.key : found.period_key;
  return { ...row, declared_in };
}
