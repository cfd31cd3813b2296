import * as z from "zod";
import type { IsoDate as Day } from "../../core/calendar/iso-date.ts";
import { IsoDate } from "../../core/calendar/schema.ts";
import { cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import { Registration } from "./registration.ts";

const LIST = "tax-registrations";

/** Query of GET /v1/tax-registrations. */
export const RegistrationListQuery = z.strictObject({
  limit: Limit,
  cursor: cursorParam(LIST, z.tuple([IsoDate, z.int().positive()])),
});
export type RegistrationListQuery = z.output<typeof RegistrationListQuery>;

export const RegistrationList = z
  .strictObject({ items: z.array(Registration), next_cursor: z.string().nullable() })
  .meta({ id: "TaxRegistrationList" });
export type RegistrationList = z.output<typeof RegistrationList>;

/** A page of the registrations, the most recent window first; on the same day the newest row first. */
export function registrationPage(
  registrations: readonly Registration[],
  { limit, cursor }: RegistrationListQuery,
): RegistrationList {
  const sorted = registrations
    .toSorted((one, other) => compare(rankOf(one), rankOf(other)))
    .filter((row) => !cursor || compare(rankOf(row), cursor) > 0);
  const items = sorted.slice(0, limit);
  const last = sorted.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last ? cursorAt(LIST, rankOf(last)) : null };
}

type Rank = readonly [effective_from: Day, id: number];

const rankOf = ({ effective_from, id }: Registration): Rank => [effective_from, id];

const compare = ([day, id]: Rank, [otherDay, otherId]: Rank): number =>
  day === otherDay ? otherId - id : day < otherDay ? 1 : -1;
