import * as z from "zod";
import { PeriodKey } from "../../core/calendar/schema.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { AuthorId } from "../../core/ids.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { ReturnQuery } from "../path-schema.ts";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A person's statement that the figures of a return are right. */
const Mark = z
  .strictObject({
    prepared_at: z.iso.datetime().describe("Time when the person marked these figures, UTC"),
    prepared_by: z.string().describe("Id of the API key or person"),
    person: z.string().describe("The person, or the one that the key counts as"),
  })
  .meta({ id: "PreparationMark" });

/** Largest number of stored marks on the same figures. Later persons are not added; one other person is enough. */
const MOST_MARKS = 20;

/** The stored marks of an open return. All are on the same figures: a mark on other figures replaces them. */
export const Preparation = z.object({
  version: z.int(),
  content_sha256: Sha256,
  marks: z.array(Mark),
});
export type Preparation = Readonly<z.output<typeof Preparation>>;

export const UNPREPARED: Preparation = { version: 0, content_sha256: "0".repeat(64), marks: [] };

export const PreparationQuery = ReturnQuery.extend({
  prepared: z
    .enum(["true", "false"], "must be true or false")
    .default("true")
    .describe("False takes your own mark back; marks of other persons stay"),
});

/** Response of the routes of the marks of a return. */
export const PreparationView = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int().positive(),
    content_sha256: Sha256.describe("SHA-256 of the marked figures; zeros without a mark"),
    is_current: z.boolean().describe("True if the marks are on the figures as they are now"),
    marks: z.array(Mark).describe("The first mark of each person on these figures"),
  })
  .meta({ id: "ReturnPreparation" });

export type PreparationView = z.output<typeof PreparationView>;

type PreparingCaller = { readonly author: AuthorId; readonly person: string; readonly now: Date };

/** Returns the marks after a person has marked figures; the preparation itself if they had marked the same ones. */
export function withMark(
  before: Preparation,
  content_sha256: string,
  { author, person, now }: PreparingCaller,
): Preparation {
  const marks = before.content_sha256 === content_sha256 ? before.marks : [];
  if (marks.length >= MOST_MARKS || marks.some((mark) => mark.person === person)) return before;
  const mark = { prepared_at: now.toISOString(), prepared_by: author, person };
  return { version: before.version, content_sha256, marks: [...marks, mark] };
}

/** Returns the marks without that of a person; the preparation itself if they have none. */
export const withoutMark = (before: Preparation, person: string): Preparation =>
  before.marks.some((mark) => mark.person === person)
    ? { ...before, marks: before.marks.filter((mark) => mark.person !== person) }
    : before;

/** Returns time and person of the last mark on exactly these figures; nulls if there is none. */
export function lastMark(preparation: Preparation | undefined, content_sha256: string) {
  const marks = preparation?.content_sha256 === content_sha256 ? preparation.marks : [];
  const { prepared_at = null, person: prepared_by = null } = marks.at(-1) ?? {};
  return { prepared_at, prepared_by };
}

/**
 * Returns the author of another person's mark on exactly these figures.
 * @throws DomainError `second_person_required`
 */
export function requireSecondPerson(
  { content_sha256, marks }: Preparation,
  figures: string,
  person: string,
): string {
  if (marks.length === 0) throw missing("nobody has marked the return as prepared");
  if (content_sha256 !== figures) {
    throw missing("the figures have changed since the return was marked as prepared");
  }
  const other = marks.find((mark) => mark.person !== person);
  if (!other) throw missing("the return was marked as prepared by you alone");
  return other.prepared_by;
}

const missing = (why: string): DomainError =>
  new DomainError(
    "second_person_required",
    `${why}: another person marks these figures with POST …/prepared before the lock`,
  );
