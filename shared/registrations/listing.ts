import * as z from "zod";
import type { IsoDate as Day } from "../calendar/iso-date.ts";
import { IsoDate } from "../calendar/schema.ts";
import { cursorAt, cursorParam, Limit } from "../input/page.ts";
import { Registration } from "./registration.ts";

const LIST = "tax-registrations";

/** Query of GET /v1/tax-registrations. */
export const ListQuery = z.strictObject({
  limit: Limit,
  cursor: cursorParam(LIST, z.tuple([IsoDate, z.int().positive()])),
});
export type ListQuery = z.output<typeof ListQuery>;

export const RegistrationList = z
  .strictObject({ items: z.array(Registration), next_cursor: z.string().nullable() })
  .meta({ id: "TaxRegistrationList" });
export type RegistrationList = z.output<typeof RegistrationList>;

/** A page of the registrations, the most recent window first; on the same day the newest row first. */
export function pageOf(
  registrations: readonly Registration[],
  { limit, cursor }: ListQuery,
): RegistrationList {
  const sorted = registrations
    .toSorted((one, other) => compare(placeOf(one), placeOf(other)))
    .filter((row) => !cursor || compare(placeOf(row), cursor) > 0);
  const items = sorted.slice(0, limit);
  const last = sorted.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last ? cursorAt(LIST, placeOf(last)) : null };
}

type Place = readonly [effective_from: Day, id: number];

const placeOf = ({ effective_from, id }: Registration): Place => [effective_from, id];

const compare = ([day, id]: Place, [otherDay, otherId]: Place): number =>
  day === otherDay ? otherId - id : day < otherDay ? 1 : -1;
