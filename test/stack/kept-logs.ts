import { appendFileSync, existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  isIossIntermediaryNumber,
  isIossNumber,
  isNonUnionNumber,
  isUnionVatNumber,
  MEMBER_STATES,
} from "../../shared/vat/reference-data/member-states.ts";

/*
 * All that is logged during a run of the tests is kept in one folder: by every stack, by every
 * command, and by the handlers that tests call in their own process. When the run is over nothing
 * of it may be a secret. The folder also holds the secrets, to be looked for.
 */
const SECRETS = "secrets.txt";

/** Where the logs of this run are; undefined outside of one. */
const folder = (): string | undefined => process.env["KEPT_LOGS"];

/** Notes the secret of a key that was issued, or a number of a business, as it was sent. */
export function noteSecrets(texts: readonly (string | undefined)[]): void {
  const to = folder();
  const known = texts.filter((text) => text !== undefined && text !== "");
  if (to && known.length > 0) appendFileSync(join(to, SECRETS), `${known.join("\n")}\n`);
}

/** The part of a key that nobody may know. */
export const secretOf = (key: string | undefined): string | undefined =>
  /^vat_[a-z]+_[a-z0-9]+_(.+)$/.exec(key ?? "")?.[1];

/** The whole numbers of businesses in a request body; what has few digits is a test of nonsense. */
export const numbersIn = (body: unknown): string[] =>
  typeof body === "object" && body !== null && !(body instanceof Uint8Array)
    ? Object.entries(body).flatMap(([field, value]) =>
        field.endsWith("_number") && /(?:\d.*){5}/.test(String(value))
          ? [String(value)]
          : numbersIn(value),
      )
    : [];

/** Keeps what a process has logged. */
export function keepText(text: string): void {
  const to = folder();
  if (to) appendFileSync(join(to, `${process.pid}.log`), text);
}

/** Keeps the log file of a stack, which is about to be removed with its data. */
export function keepFile(file: string): void {
  if (existsSync(file)) keepText(readFileSync(file, "utf8"));
}

/** Every line in the logs of `folder` that tells a secret. */
export function leaksIn(logs: string): string[] {
  const secrets = new Set(existsSync(join(logs, SECRETS)) ? linesOf(join(logs, SECRETS)) : []);
  const inGroups = [...secrets].filter((secret) => /[^\w-]/.test(secret));
  const tells = (line: string) =>
    wordsOf(line).some((word) => secrets.has(word) || isNumber(word)) ||
    inGroups.some((secret) => line.includes(secret));
  return globSync(join(logs, "*.log")).flatMap((file) => linesOf(file).filter(tells));
}

const linesOf = (file: string): string[] => readFileSync(file, "utf8").split("\n");

/** Whatever a key, its secret or a number could be; of a whole key its secret. */
const wordsOf = (line: string): string[] =>
  (line.match(/[A-Za-z0-9_+-]{4,}/g) ?? []).map((word) => secretOf(word) ?? word);

/** A valid number of any scheme and Member State, whether the tests have noted it or not. */
const isNumber = (word: string): boolean =>
  /^[A-Z]{2}[A-Z0-9+]{6,}$/.test(word) &&
  MEMBER_STATES.some(({ code }) =>
    [isUnionVatNumber, isIossNumber, isIossIntermediaryNumber, isNonUnionNumber].some((is) =>
      is(code, word),
    ),
  );
