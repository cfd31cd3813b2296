import { DomainError, notFound, rejectFaulty } from "../../core/errors/errors.ts";
import { maskIdentifier, normalized, vatNumberWarning } from "./identifier.ts";
import { overlap } from "./in-force.ts";
import type { Registration, Registrations } from "./registration.ts";
import { type RegistrationDraft, registrationFaults } from "./registration-rules.ts";
import type { NewRegistration, RegistrationPatch } from "./registration-schema.ts";

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

const isSame = (one: object, other: object): boolean => {
  const text = (value: object) => JSON.stringify(Object.entries(value).sort());
  return text(one) === text(other);
};

const schemeFaults = (present: Registration, { scheme_type }: RegistrationPatch) =>
  scheme_type === undefined || scheme_type === present.scheme_type
    ? []
    : [{ field: "scheme_type", message: "cannot be changed: add a new registration" }];

/** Applies a patch. A complete identifier, or clearing it, removes the stored mask and the warning of the number. */
function patched({ id: _, ...kept }: Registration, patch: RegistrationPatch): RegistrationDraft {
  const { vat_registration_number: number, vat_registration_number_masked: mask } = patch;
  const replaced = {
    ...(number !== undefined && { vat_registration_number_masked: undefined }),
    ...((number ?? mask) !== undefined && { vat_registration_number_warning: undefined }),
    ...(patch.ioss_intermediary_number !== undefined && {
      ioss_intermediary_number_masked: undefined,
    }),
  };
  const fields = Object.entries({ ...kept, ...replaced, ...patch, scheme_type: kept.scheme_type });
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
  const ids = rivals.map(({ id }) => id).join(", ");
  const message = `the ${written.scheme_type} window overlaps that of registration ${ids}: end or exclude it first`;
  throw new DomainError("registration_overlap", message);
}
