import type * as z from "zod";
import type { Fault } from "./errors.ts";
import { alike } from "./like-names.ts";

type Issue = z.core.$ZodRawIssue;

/**
 * Returns the message of a schema issue for the caller. The message states what is required, without names of libraries
 * or language types. A schema's own message takes precedence.
 */
function wordsOf(issue: Issue): string {
  if (isAbsent(issue)) return missing(issue);
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kindOf(issue)}${aside(issue)}`;
    case "invalid_value":
      return `must be ${oneOf(issue.values)}`;
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options)
        ? `must be ${oneOf(issue.options)}`
        : "matches none of the accepted forms";
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return `must ${sizeOf(issue.origin, issue.inclusive === false ? "fewer than" : "at most", issue.maximum)}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "has an invalid format";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      known.set(issue.keys, knownFields(issue));
      return UNKNOWN_FIELD;
    case "invalid_key":
      return `this name ${issue.issues[0]?.message ?? "is not accepted"}`;
    default:
      return "is not accepted";
  }
}

/** The beginning of the message of fields that a schema does not know. */
export const UNKNOWN_FIELD = "unknown field";

/** The fields that a schema knows, by the unknown keys of its issue: an issue that has a message has no schema any more. */
const known = new WeakMap<object, readonly string[]>();

/** Maximum number of values that the message about a missing field lists. */
const MOST_LISTED = 8;

/** Returns the message about a missing field, with the values to choose from. */
function missing(issue: Issue): string {
  const values = "values" in issue ? issue.values : "options" in issue ? issue.options : undefined;
  return Array.isArray(values) && values.length > 1 && values.length <= MOST_LISTED
    ? `required: ${oneOf(values)}`
    : "required";
}

/** True if a required field is missing, or the discriminator field of a union is missing. */
function isAbsent(issue: Issue | z.core.$ZodIssue): boolean {
  const { input } = issue;
  if (issue.code === "invalid_type" || issue.code === "invalid_value") return input === undefined;
  if (issue.code !== "invalid_union" || typeof issue["discriminator"] !== "string") return false;
  const fields = input as Readonly<Record<string, unknown>> | null | undefined;
  return fields?.[issue["discriminator"]] === undefined;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/** The unit of a number, by the suffix of its field's name. */
const UNITS: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/_(minor|nac)$/, "a whole number of minor units"],
  [/_bps$/, "a whole number of basis points, such as 1900 for 19 %"],
];

function kindOf(issue: Issue & { code: "invalid_type" }): string {
  const field = String(issue.path?.at(-1) ?? "");
  const unit = UNITS.find(([ending]) => ending.test(field));
  const isNumber = issue.expected === "number" || issue.expected === "int";
  if (isNumber && unit) return unit[1];
  return isNumber && isWhole(issue) ? "a whole number" : (KINDS[issue.expected] ?? "another value");
}

/** Returns a hint on a common mistake: null for a missing value, an id sent as a number, or a number sent as a text. */
function aside({ expected, input }: Issue & { code: "invalid_type" }): string {
  if (input === null) return ", not null";
  if (expected === "string") return typeof input === "number" ? ", in quotation marks" : "";
  const isNumber = typeof input === "string" && /^-?\d+(\.\d+)?$/.test(input);
  return isNumber && ["number", "int"].includes(expected) ? ", without quotation marks" : "";
}

/** True if a schema requires an integer. Such a schema reports a wrong type before it checks for fractions. */
const isWhole = ({ code, inst, ...issue }: Issue): boolean =>
  issue["expected"] === "int" ||
  (inst?._zod.def as { readonly check?: string } | undefined)?.check === "number_format";

const FORMATS: Readonly<Record<string, string>> = {
  date: "must be a day of the calendar, YYYY-MM-DD",
  datetime: "must be a day and time with its zone, such as 2026-09-30T12:00:00Z",
  url: "must be a URL",
};

function tooSmall({ origin, inclusive, minimum }: Issue & { code: "too_small" }): string {
  const isSized = origin === "string" || origin === "array";
  if (isSized && minimum === 1) return "must not be empty";
  return `must ${sizeOf(origin, inclusive === false ? "more than" : "at least", minimum)}`;
}

function sizeOf(origin: string, relation: string, size: number | bigint): string {
  if (origin === "string") return `have ${relation} ${counted(size, "character")}`;
  if (origin === "array") return `have ${relation} ${counted(size, "item")}`;
  return `be ${relation === "fewer than" ? "less than" : relation} ${size}`;
}

const counted = (size: number | bigint, what: string): string =>
  `${size} ${what}${Number(size) === 1 ? "" : "s"}`;

function oneOf(values: readonly unknown[]): string {
  const texts = values.map((value) => (value === "" ? "empty" : String(value)));
  return texts.length < 2
    ? (texts[0] ?? "another value")
    : `${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
}

/** The result of reading input with a schema: the parsed data, or one fault per faulty field. */
export type Read<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly faults: readonly Fault[] };

/** Parses input with a schema and writes a message for every fault. */
export function readAs<S extends z.ZodType>(schema: S, given: unknown): Read<z.output<S>> {
  const { success, data, error } = schema.safeParse(given, { error: wordsOf, reportInput: true });
  return success ? { success, data } : { success, faults: faultsOf(error.issues) };
}

type Issues = readonly z.core.$ZodIssue[];

const faultsOf = (issues: Issues, at: readonly PropertyKey[] = []): readonly Fault[] =>
  intendedIssues(issues).flatMap((issue) => faultsOfIssue(issue, at));

/**
 * Drops further issues of a value that has the wrong type or no form at all: the length of a string says nothing about a
 * list, and what is no day has no year. A number that is too large for its field is not also too large for a number.
 */
function intendedIssues(issues: Issues): Issues {
  const pathsOf = (of: (issue: z.core.$ZodIssue) => boolean) =>
    new Set(issues.filter(of).map(({ path }) => nameOf(path)));
  const misshapen = pathsOf(isOfOtherForm);
  const tooBig = pathsOf((issue) => issue.code === "too_big" && !isOfAnyNumber(issue));
  return issues.filter((issue) => {
    const name = nameOf(issue.path);
    if (misshapen.has(name)) return isOfOtherForm(issue);
    return !isOfAnyNumber(issue) || !tooBig.has(name);
  });
}

const isOfOtherForm = ({ code }: z.core.$ZodIssue): boolean =>
  code === "invalid_type" || code === "invalid_format";

/** True of the limit up to which JavaScript counts exactly, which every integer has. */
const isOfAnyNumber = (issue: z.core.$ZodIssue): boolean =>
  issue.code === "too_big" && issue.maximum === Number.MAX_SAFE_INTEGER;

function faultsOfIssue(issue: z.core.$ZodIssue, at: readonly PropertyKey[]): readonly Fault[] {
  const path = [...at, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    const fields = known.get(issue.keys) ?? [];
    return issue.keys.map((key) => ({
      field: nameOf([...path, key]),
      message: issue.message + hint(alike(key, fields)),
    }));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    return faultsOf(intendedBranch(issue.errors), path);
  }
  // A schema's own message says what a value must be, even where there is none.
  const isMissing = isAbsent(issue) && !issue.message.startsWith("required");
  return [{ field: nameOf(path), message: isMissing ? "required" : issue.message }];
}

const hint = (names: readonly string[]): string =>
  names.length === 0 ? "" : `: do you mean ${oneOf(names)}?`;

/** Returns the fields of the schema that the caller has not sent. */
function knownFields({ inst, input }: Issue): string[] {
  const { shape = {} } = (inst?._zod.def ?? {}) as { readonly shape?: object };
  return Object.keys(shape).filter((field) => !Object.hasOwn(input as object, field));
}

/** Returns the fault as a list when `isFault` is true, else an empty list. Used to concatenate rules. */
export const faultIf = (isFault: boolean, field: string, message: string): Fault[] =>
  isFault ? [{ field, message }] : [];

const nameOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/**
 * Selects the form of a body that the caller most likely intended, from the issues of each form.
 * The form with the fewest unknown top-level fields wins. Nested fields are ignored: a misspelt nested name must not
 * make the whole body look like another form. On a tie, the form whose own fields are present wins. A form with the
 * wrong type altogether, such as an empty string, never wins a tie.
 */
function intendedBranch(branches: readonly z.core.$ZodIssue[][]): Issues {
  const ranked = branches.map((issues) => ({
    issues,
    unknown: strangersIn(issues),
    isWhole: issues.every(({ code, path }) => code === "unrecognized_keys" || path.length > 1),
    isOfOtherKind: issues.some(
      ({ code, path }) => path.length === 0 && ["invalid_type", "invalid_value"].includes(code),
    ),
  }));
  return ranked.reduce((best, next) => {
    if (next.unknown !== best.unknown) return next.unknown < best.unknown ? next : best;
    const isNearer = next.isWhole && !best.isWhole;
    return isNearer || best.isOfOtherKind ? next : best;
  }).issues;
}

const strangersIn = (issues: Issues): number =>
  issues.reduce(
    (sum, issue) =>
      sum + (issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys.length : 0),
    0,
  );
