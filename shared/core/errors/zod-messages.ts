import type * as z from "zod";

type Issue = z.core.$ZodRawIssue;

/**
 * Returns the message of a schema issue for the caller. The message states what is required, without names of libraries
 * or language types. A schema's own message takes precedence.
 */
export function wordsOf(issue: Issue): string {
  if (isAbsent(issue)) return "required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kindOf(issue)}${aside(issue)}`;
    case "invalid_value":
      return `must be ${oneOf(issue.values)}`;
    case "invalid_union":
      return "options" in issue && Array.isArray(issue.options)
        ? `must be ${oneOf(issue.options)}`
        : "has none of the forms that it may have";
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return `must ${sizeOf(issue.origin, issue.inclusive === false ? "fewer than" : "at most", issue.maximum)}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "has not the form that it must have";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_key":
      return `this name ${issue.issues[0]?.message ?? "cannot be taken"}`;
    default:
      return "cannot be taken as it is";
  }
}

/** True if a required field is missing, or the discriminator field of a union is missing. */
function isAbsent(issue: Issue): boolean {
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

/** Returns a hint on a common mistake: null for a missing value, or an id sent as a number. */
function aside({ expected, input }: Issue & { code: "invalid_type" }): string {
  if (input === null) return ", not null";
  return expected === "string" && typeof input === "number" ? ", in quotation marks" : "";
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
