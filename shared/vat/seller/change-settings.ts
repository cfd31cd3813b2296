import { isDeepStrictEqual } from "node:util";
import { dayOf, type IsoDate, plusYears } from "../../core/calendar/dates.ts";
import { DomainError, type Fault, notFound, rejectFaulty } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { maskIdentifier, normalized, vatNumberWarning } from "./identifier.ts";
import { overlap } from "./in-force.ts";
import { type DatedProfile, type Profile, type ProfileRow, profileOn } from "./profile.ts";
import type { NewProfile } from "./profile-schema.ts";
import type { Registration, Registrations } from "./registration.ts";
import { type RegistrationDraft, registrationFaults } from "./registration-rules.ts";
import type { NewRegistration, RegistrationPatch } from "./registration-schema.ts";

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
    ...(display_name ? { display_name } : {}),
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
  const existing = rows.flatMap((row) => row.fixed_establishments);
  return {
    establishment_country,
    fixed_establishments: fixed_establishments.map((establishment) =>
      establishmentOf(establishment, existing),
    ),
  };
}

/** Masks the number of an establishment. A repeated mask stands for the stored number and retains its warning. */
function establishmentOf(
  { country, vat_number, vat_number_masked }: NewProfile["fixed_establishments"][number],
  existing: Profile["fixed_establishments"],
): Profile["fixed_establishments"][number] {
  const mask = vat_number ? maskIdentifier(normalized(vat_number)) : vat_number_masked;
  if (!mask) return { country };
  const warning = vat_number
    ? vatNumberWarning(vat_number)
    : existing.find(
        (establishment) =>
          establishment.country === country && establishment.vat_number_masked === mask,
      )?.vat_number_warning;
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
      .map(
        (establishment) =>
          `${establishment.country} ${establishment.vat_number_masked} ${establishment.vat_number_warning}`,
      )
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

/** Maximum number of registrations. All of them are one item and one read, and no business has this many. */
const MOST_REGISTRATIONS = 200;

/**
 * Returns the registration with an id.
 * @throws DomainError `not_found` when the account has no such registration.
 */
export function registrationWithId(all: Registrations, id: number): Registration {
  const found = all.items.find((registration) => registration.id === id);
  if (!found) throw notFound("registration");
  return found;
}

/**
 * Adds a registration to the end of `all`; its id is `last_id` of the result.
 * @throws DomainError `registration_limit_reached`; `invalid_request` when the fields contradict each other;
 *   `registration_overlap` when the scheme already has a registration on some of its days.
 */
export function addRegistration(all: Registrations, request: NewRegistration): Registrations {
  if (all.items.length >= MOST_REGISTRATIONS) {
    const message = `an account holds at most ${MOST_REGISTRATIONS} registrations`;
    throw new DomainError("registration_limit_reached", message);
  }
  rejectFaulty(registrationFaults(request));
  const id = all.last_id + 1;
  const added = registrationOf(id, request);
  rejectOverlap(added, all.items);
  return { ...all, last_id: id, items: [...all.items, added] };
}

/**
 * Changes the registration `id`: fields of the patch replace stored ones, empty strings clear them. A patch that
 * changes nothing returns `all` itself.
 * @throws DomainError `not_found`; `invalid_request` when the fields of the result contradict each other or the scheme
 *   would change; `registration_overlap`.
 */
export function changeRegistration(
  all: Registrations,
  id: number,
  patch: RegistrationPatch,
): Registrations {
  const present = registrationWithId(all, id);
  if (Object.keys(patch).length === 0) return all;
  const draft = patched(present, patch);
  rejectFaulty([...schemeFaults(present, patch), ...registrationFaults(draft)]);
  const changed = registrationOf(id, draft);
  rejectOverlap(changed, all.items);
  if (isSame(present, changed)) return all;
  return { ...all, items: all.items.map((item) => (item === present ? changed : item)) };
}

/**
 * Excludes the registration `id`, which was entered under a wrong scheme or state, and adds another one in its place.
 * @throws DomainError `not_found`, and the errors of a new registration.
 */
export function replaceRegistration(
  all: Registrations,
  id: number,
  request: NewRegistration,
): Registrations {
  return addRegistration(changeRegistration(all, id, { status: "excluded" }), request);
}

/**
 * Rejects another number or Member State of a registration that has a locked return: the return names them. Days may
 * change, because the Member State of identification may correct them, and later returns then declare the difference.
 * @param isLocked true if a return of the registration is locked
 * @throws DomainError `registration_locked`
 */
export function rejectLockedIdentity(
  present: Registration,
  patch: RegistrationPatch,
  isLocked: boolean,
): void {
  const mask = patch.vat_registration_number
    ? maskIdentifier(normalized(patch.vat_registration_number))
    : (patch.vat_registration_number ?? patch.vat_registration_number_masked);
  const known = present.vat_registration_number_masked;
  const { member_state_identification: state = present.member_state_identification } = patch;
  const isOther =
    state !== present.member_state_identification ||
    (known !== undefined && mask !== undefined && mask !== known);
  if (isLocked && isOther) throw registrationLocked(present.id);
}

export const registrationLocked = (id: number): DomainError =>
  new DomainError(
    "registration_locked",
    `a return of registration ${id} is locked, and names its scheme, Member State and number: end it, and add another one`,
  );

const isSame = (one: object, other: object): boolean => {
  const text = (value: object) => JSON.stringify(Object.entries(value).sort());
  return text(one) === text(other);
};

const schemeFaults = (present: Registration, { scheme_type }: RegistrationPatch) =>
  scheme_type === undefined || scheme_type === present.scheme_type
    ? []
    : [{ field: "scheme_type", message: "cannot be changed: add a new registration" }];

/** Applies a patch. A complete identifier, or clearing it, removes the stored mask and the warning of the number. */
function patched({ id: _, ...rest }: Registration, patch: RegistrationPatch): RegistrationDraft {
  const { vat_registration_number: number, vat_registration_number_masked: mask } = patch;
  const replaced = {
    ...(number !== undefined && { vat_registration_number_masked: undefined }),
    ...((number ?? mask) !== undefined && { vat_registration_number_warning: undefined }),
    ...(patch.ioss_intermediary_number !== undefined && {
      ioss_intermediary_number_masked: undefined,
    }),
  };
  const fields = Object.entries({ ...rest, ...replaced, ...patch, scheme_type: rest.scheme_type });
  return Object.fromEntries(
    fields.filter(([, value]) => value !== "" && value !== undefined),
  ) as RegistrationDraft;
}

/** Returns the stored form of a draft. Complete identifiers are dropped here. */
function registrationOf(id: number, draft: RegistrationDraft): Registration {
  const { vat_registration_number, ioss_intermediary_number, ...fields } = draft;
  const masks = {
    ...(vat_registration_number && {
      vat_registration_number_masked: maskIdentifier(normalized(vat_registration_number)),
      ...warningOf(vat_registration_number),
    }),
    ...(ioss_intermediary_number && {
      ioss_intermediary_number_masked: maskIdentifier(normalized(ioss_intermediary_number)),
    }),
  };
  return { id, ...fields, ...masks };
}

function warningOf(number: string): Pick<Registration, "vat_registration_number_warning"> {
  const warning = vatNumberWarning(number);
  return warning ? { vat_registration_number_warning: warning } : {};
}

/** True if two registrations say the same, as when a program that sets an account up runs again. */
const isSameRegistration = ({ id: _, ...one }: Registration, { id: __, ...other }: Registration) =>
  isDeepStrictEqual(one, other);

/**
 * Rejects a second registration of a scheme on any day (Art. 369d, 369q VAT Directive). Excluded registrations are
 * ignored.
 */
function rejectOverlap(written: Registration, items: readonly Registration[]): void {
  if (written.status === "excluded") return;
  const rivals = items.filter(
    (item) =>
      item.id !== written.id &&
      item.scheme_type === written.scheme_type &&
      item.status !== "excluded" &&
      overlap(item, written),
  );
  if (rivals.length === 0) return;
  const same = rivals.find((rival) => isSameRegistration(rival, written));
  const ids = rivals.map(({ id }) => id).join(", ");
  const message = same
    ? `this registration is there already, with the id ${same.id}`
    : `the ${written.scheme_type} window overlaps that of registration ${ids}: end or exclude it first`;
  throw new DomainError("registration_overlap", message);
}
