import { loadPersonOf } from "../../accounts/manage-keys.ts";
import { noteOnBoard } from "../../accounts/people/store-board.ts";
import { dayOf, type Period } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import { loadRegistrations } from "../../ledger/settings/store-settings.ts";
import type { LockName } from "../../platform/table/periods.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import { type Covered, computeReturn } from "../compute/compute.ts";
import { requireReturn } from "../compute/status.ts";
import { loadReturn } from "../load/load-return.ts";
import {
  lastMark,
  type Preparation,
  type PreparationView,
  requireSecondPerson,
  withMark,
  withoutMark,
} from "./preparation.ts";
import { contentSha256 } from "./snapshot.ts";
import { inTheWay, rejectLock } from "./state.ts";
import { loadLocksOf, loadPreparation, updatePreparation } from "./store-locks.ts";

type PreparationRequest = {
  readonly author: AuthorId;
  readonly now: Date;
  readonly registration_id?: number | undefined;
  /** False to take the own mark back. */
  readonly prepared?: boolean;
};

/**
 * Marks the figures of an open return as prepared, or takes the own mark back. A mark on other figures replaces those
 * before.
 * @throws DomainError `period_already_locked`, `period_not_ended`, `second_person_required` for a key of an operator,
 * `registration_required`, `registration_conflict`; `not_ready` if writes continue.
 */
export async function prepareReturn(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  { author, now, registration_id, prepared = true }: PreparationRequest,
): Promise<PreparationView> {
  const [locks, { items }] = await Promise.all([
    loadLocksOf(ledger, scheme.id, period.key),
    loadRegistrations(ledger),
  ]);
  const activeRegistrations = inForce(items, scheme.id, period.firstDay, period.lastDay);
  rejectLock(inTheWay(locks, activeRegistrations, registration_id), period, dayOf(now));
  const { input } = await loadReturn(ledger, { scheme, period, registration_id });
  const computed = requireReturn(computeReturn(input));
  const name = nameOf(computed);
  const figures = contentSha256(computed.report);
  const by = { author, person: await requirePerson(author), now };
  const marked = await updatePreparation(ledger, name, (present) =>
    prepared ? withMark(present, figures, by) : withoutMark(present, by.person),
  );
  const of = { ...name, filing_due_date: period.filingDueDate };
  await noteOnBoard(ledger, of, lastMark(marked, figures), now);
  return preparationView(name, marked, figures);
}

/**
 * Loads the marks of a return, and compares their figures with those of the present return.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function showPreparation(
  ledger: LedgerId,
  scheme: Scheme,
  period: Period,
  registration_id: number | undefined,
): Promise<PreparationView> {
  const { input } = await loadReturn(ledger, { scheme, period, registration_id });
  const computed = requireReturn(computeReturn(input));
  const name = nameOf(computed);
  return preparationView(name, await loadPreparation(ledger, name), contentSha256(computed.report));
}

const preparationView = (
  { scheme_type, period_key, registration_id }: ReturnType<typeof nameOf>,
  { content_sha256, marks }: Preparation,
  figures: string,
): PreparationView => ({
  scheme_type,
  period_key,
  registration_id,
  content_sha256,
  is_current: marks.length > 0 && content_sha256 === figures,
  marks,
});

const nameOf = ({ report, registration }: Covered) =>
  ({
    scheme_type: report.scheme_type,
    period_key: report.period_key,
    registration_id: registration.id,
  }) satisfies LockName;

/** Loads the marks on exactly the figures of a return. */
export async function loadMarks(
  ledger: LedgerId,
  computed: Covered,
): Promise<Preparation["marks"]> {
  const { content_sha256, marks } = await loadPreparation(ledger, nameOf(computed));
  return content_sha256 === contentSha256(computed.report) ? marks : [];
}

/**
 * Finds who else has prepared a return that is about to be locked. The lock freezes exactly the figures that are compared, so
 * that a change after the mark, even a concurrent one, is either in both or rejected.
 * @returns the author of the other person's mark
 * @throws DomainError `second_person_required`
 */
export async function loadSecondPerson(
  ledger: LedgerId,
  computed: Covered,
  author: AuthorId,
): Promise<string> {
  const person = await requirePerson(author);
  const preparation = await loadPreparation(ledger, nameOf(computed));
  return requireSecondPerson(preparation, contentSha256(computed.report), person);
}

/**
 * Returns the person that an author is or counts as.
 * @throws DomainError `second_person_required` for a key that an operator has made
 */
async function requirePerson(author: AuthorId): Promise<string> {
  const person = await loadPersonOf(author);
  if (person !== undefined) return person;
  const message =
    "a key that an operator has made counts as no person: sign in, or use a key that a person has made";
  throw new DomainError("second_person_required", message);
}
