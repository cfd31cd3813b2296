import * as z from "zod";
import type { Period, PeriodKind } from "../core/calendar/dates.ts";
import { PeriodParam, QuarterParam } from "../core/calendar/schema.ts";
import { DomainError, type ErrorCode, type Fault } from "../core/errors/errors.ts";
import { faultIf } from "../core/errors/field-errors.ts";
import { withRules } from "../core/input/fields.ts";
import { LANGUAGES } from "../core/language.ts";
import type { Scheme } from "../vat/schemes/scheme.ts";
import { SCHEMES } from "../vat/schemes/schemes.ts";
import { UNION_OSS } from "../vat/schemes/union-oss.ts";

const SLUGS = SCHEMES.map(({ slug }) => slug);

const SchemeParam = z
  .enum(SLUGS, `must be ${SLUGS.slice(0, -1).join(", ")} or ${SLUGS.at(-1)}`)
  .transform((slug) => SCHEMES.find((scheme) => scheme.slug === slug) as Scheme)
  .meta({
    id: "SchemeSlug",
    description: "A special scheme, by its name in paths",
    examples: [SLUGS[0]],
  });

const EXAMPLES: Readonly<Record<PeriodKind, string>> = { quarter: "2026-Q3", month: "2026-09" };

/** Finds a period of the wrong kind: the returns of a scheme are all quarterly, or all monthly. */
export const kindFaults = ({ slug, period_kind }: Scheme, { kind }: Period): Fault[] =>
  faultIf(
    kind !== period_kind,
    "period",
    `must be a ${period_kind} in ${slug}, such as ${EXAMPLES[period_kind]}`,
  );

/**
 * Rejects a period in the query that does not fit the scheme.
 * @throws DomainError `invalid_period`
 */
export function rejectWrongKind(scheme: Scheme, period: Period): void {
  const [fault] = kindFaults(scheme, period);
  if (fault) throw new DomainError("invalid_period", `period: ${fault.message}`, [fault]);
}

export const ReturnPath = withRules(
  z.strictObject({ scheme: SchemeParam, period: PeriodParam }),
  ({ scheme, period }) => (scheme && period ? kindFaults(scheme, period) : []),
);

export const SchemePath = z.strictObject({ scheme: SchemeParam });

/** Error code of a missing or malformed period. */
export const PERIOD_FAULTS = { period: "invalid_period" } as const;

/** Error codes of path parameters: an unknown scheme is not found; a period has its own code in all routes. */
export const RETURN_FAULTS = { scheme: "not_found", ...PERIOD_FAULTS } as const;

/** The input that routes with the same behaviour differ in: a scheme, and a period in the query. */
export type SchemeInput = {
  readonly path: z.ZodType<{ readonly scheme: Scheme }>;
  readonly period: typeof PeriodParam;
  readonly faultCodes: Readonly<Record<string, ErrorCode>>;
};

/** The input of the routes that the specification fixes for the Union scheme. */
export const UNION_INPUT = {
  path: z.strictObject({}).transform(() => ({ scheme: UNION_OSS })),
  period: QuarterParam,
  faultCodes: PERIOD_FAULTS,
} as const satisfies SchemeInput;

/** The input of routes with a scheme in their path. */
export const SCHEME_INPUT = {
  path: SchemePath,
  period: PeriodParam,
  faultCodes: RETURN_FAULTS,
} as const satisfies SchemeInput;

/** Chooses one of two returns of a period. */
export const RegistrationParam = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "must be the id of a registration")
  .transform(Number)
  .optional()
  .meta({
    description:
      "Id of a registration. Needed where two follow one another in the period: each makes a return",
  });

export const ReturnQuery = z.strictObject({ registration_id: RegistrationParam });

/** The return of a request; `registration_id` chooses one of two. */
export type RequestedReturn = {
  readonly scheme: Scheme;
  readonly period: Period;
  readonly registration_id?: number | undefined;
};

export const LanguageParam = z
  .enum(LANGUAGES)
  .optional()
  .meta({ description: "Language of the words in the file; `en` unless given" });

/** The language of the papers that a lock stores, and which are kept as long as it. */
export const LockLanguage = z
  .enum(LANGUAGES)
  .optional()
  .describe("Language of the working paper that the lock stores; `en` unless given");
