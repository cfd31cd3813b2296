import { dayOf, type IsoDate, plusYears } from "../../core/calendar/iso-date.ts";
import { type Fault, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { maskIdentifier, normalized, vatNumberWarning } from "./identifier.ts";
import { type DatedProfile, type Profile, type ProfileRow, profileOn } from "./profile.ts";
import type { NewProfile } from "./profile-schema.ts";

/** Maximum number of rows. All rows are one item and one read, and no business moves this often. */
const MOST_ROWS = 50;

/**
 * Returns `profile` after a PUT at `now`.
 * A row without a day holds for all time, as long as no row has a day. Once a row has one, a request without a day is
 * rejected, because it would erase the history. A request that changes nothing returns `profile` itself.
 * @throws DomainError `invalid_request` when the day is missing or invalid.
 */
export function changeProfile(profile: DatedProfile, request: NewProfile, now: Date): DatedProfile {
  const today = dayOf(now);
  const described = describedIn(request, profile);
  rejectFaulty([...dayFaults(profile, request, described, today), ...yearFaults(request, today)]);
  const rows =
    hasDays(profile) && request.valid_from === undefined
      ? profile.rows
      : rowsWith(profile.rows, rowFrom(request.valid_from ?? undefined, described));
  rejectFaulty(
    faultIf(rows.length > MOST_ROWS, "valid_from", `a profile has at most ${MOST_ROWS} rows`),
  );
  const { version, entered_turnover, updated_at } = profile;
  const { display_name, lock_requires_ready } = request;
  const { lock_requires_second_person = profile.lock_requires_second_person } = request;
  const next: DatedProfile = {
    version,
    rows,
    entered_turnover: sorted(request.entered_turnover ?? entered_turnover),
    ...(display_name === undefined ? {} : { display_name }),
    ...(lock_requires_ready === undefined ? {} : { lock_requires_ready }),
    ...(lock_requires_second_person === undefined ? {} : { lock_requires_second_person }),
    ...(updated_at === undefined ? {} : { updated_at }),
  };
  return said(next) === said(profile) ? profile : { ...next, updated_at: now.toISOString() };
}

const hasDays = ({ rows }: DatedProfile): boolean =>
  rows.some(({ valid_from }) => valid_from !== undefined);

/** Returns the establishments of the request with masked numbers. Complete numbers are dropped here. */
function describedIn(
  { establishment_country, fixed_establishments }: NewProfile,
  { rows }: DatedProfile,
): Profile {
  const kept = rows.flatMap((row) => row.fixed_establishments);
  return {
    establishment_country,
    fixed_establishments: fixed_establishments.map((one) => establishmentOf(one, kept)),
  };
}

/** Masks the number of an establishment. A repeated mask stands for the stored number and retains its warning. */
function establishmentOf(
  { country, vat_number, vat_number_masked }: NewProfile["fixed_establishments"][number],
  kept: Profile["fixed_establishments"],
): Profile["fixed_establishments"][number] {
  const mask = vat_number ? maskIdentifier(normalized(vat_number)) : vat_number_masked;
  if (!mask) return { country };
  const warning = vat_number
    ? vatNumberWarning(vat_number)
    : kept.find((one) => one.country === country && one.vat_number_masked === mask)
        ?.vat_number_warning;
  return { country, vat_number_masked: mask, ...(warning && { vat_number_warning: warning }) };
}

function dayFaults(
  profile: DatedProfile,
  { valid_from }: NewProfile,
  described: Profile,
  today: IsoDate,
): Fault[] {
  const latest = plusYears(today, 1);
  const isForgotten =
    valid_from === undefined &&
    hasDays(profile) &&
    placesIn(profileOn(profile, today)) !== placesIn(described);
  return [
    ...faultIf(
      isForgotten,
      "valid_from",
      `required: the profile has rows by day (see history); name the first day of this one, or null for the time before ${profile.rows.findLast((row) => row.valid_from)?.valid_from}`,
    ),
    ...faultIf(
      valid_from !== undefined && valid_from !== null && valid_from > latest,
      "valid_from",
      `must not lie after ${latest}, a year ahead`,
    ),
  ];
}

/** Rejects turnover of a future year. */
const yearFaults = ({ entered_turnover = [] }: NewProfile, today: IsoDate): Fault[] =>
  entered_turnover.flatMap(({ year }, index) =>
    faultIf(
      year > Number(today.slice(0, 4)),
      `entered_turnover.${index}.year`,
      "must not lie in the future",
    ),
  );

/** Returns the places of a row as text for comparison, independent of the order of the list. */
const placesIn = ({ establishment_country, fixed_establishments }: Profile): string =>
  JSON.stringify([
    establishment_country,
    fixed_establishments
      .map((one) => `${one.country} ${one.vat_number_masked} ${one.vat_number_warning}`)
      .sort(),
  ]);

/** Returns every field of a profile that a request can set, as text for comparison. */
const said = ({
  rows,
  entered_turnover,
  display_name,
  lock_requires_ready = false,
  lock_requires_second_person = false,
}: DatedProfile): string =>
  JSON.stringify([
    rows.map((row) => [row.valid_from, placesIn(row)]),
    entered_turnover.map(({ year, amount_minor, currency }) => [year, amount_minor, currency]),
    display_name,
    lock_requires_ready,
    lock_requires_second_person,
  ]);

const rowFrom = (valid_from: IsoDate | undefined, described: Profile): ProfileRow => ({
  ...(valid_from === undefined ? {} : { valid_from }),
  ...described,
});

/**
 * Inserts a row. It replaces a row with an equal first day and holds until the next row begins, so rows never overlap.
 * Drops a row that equals the row before it.
 */
function rowsWith(rows: readonly ProfileRow[], added: ProfileRow): ProfileRow[] {
  const others = rows.filter((row) => row.valid_from !== added.valid_from);
  const newestFirst = [...others, added].sort((a, b) => (firstDay(a) < firstDay(b) ? 1 : -1));
  return newestFirst.filter((row, index) => {
    const before = newestFirst[index + 1];
    return !before || placesIn(row) !== placesIn(before);
  });
}

/** Returns the first day of a row; a row without a day precedes every day. */
const firstDay = ({ valid_from }: ProfileRow): string => valid_from ?? "";

const sorted = (entered: DatedProfile["entered_turnover"]): DatedProfile["entered_turnover"] =>
  entered.toSorted((one, other) => one.year - other.year);
