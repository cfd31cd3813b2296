import { type IsoDate, plusDays } from "../calendar/iso-date.ts";
import type { Period } from "../calendar/period.ts";
import type { Registration } from "../registrations/registration.ts";
import type { Scheme } from "./scheme.ts";

/*
 * A registration binds by day (CIR 282/2011 Art. 57d, 59): where one begins or ends within a period,
 * the sums of the period are kept apart by the days between such edges. Most periods have none.
 */

/** The days on which a registration begins, or on which one has just ended, by scheme, in order. */
export type Edges = ReadonlyMap<string, readonly IsoDate[]>;

export const NO_EDGES: Edges = new Map();

/** A row that is only pending counts as well, so that its start moves no sums. */
export function edgesOf(registrations: readonly Registration[]): Edges {
  const rows = registrations.filter(({ status }) => status !== "excluded");
  return new Map(
    [...Map.groupBy(rows, ({ scheme_type }) => scheme_type)].map(([scheme, own]) => [
      scheme,
      [...new Set(own.flatMap(edgesOfRow))].sort(),
    ]),
  );
}

const edgesOfRow = ({ effective_from, effective_to }: Registration): IsoDate[] => [
  effective_from,
  ...(effective_to === undefined ? [] : [plusDays(effective_to, 1)]),
];

/** The segment of a period that `day` lies in: its first day as MMDD, or empty for the first segment. */
export function segmentOn(
  scheme: Pick<Scheme, "id">,
  { firstDay }: Pick<Period, "firstDay">,
  day: IsoDate,
  edges: Edges,
): string {
  const start = (edges.get(scheme.id) ?? []).findLast((edge) => edge <= day && edge > firstDay);
  return start === undefined ? "" : start.slice(5).replace("-", "");
}

/** The first day of a segment of a period. */
export const segmentStart = ({ firstDay }: Pick<Period, "firstDay">, segment: string): IsoDate =>
  segment === ""
    ? firstDay
    : (`${firstDay.slice(0, 4)}-${segment.slice(0, 2)}-${segment.slice(2)}` as IsoDate);
