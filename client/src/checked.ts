import { VatError } from "./errors.ts";

/*
 * Options that no request can be sent with are rejected at once. To try again, as after a broken connection, would
 * not help.
 */

/** @throws VatError unless it is a whole address. */
export function checkedBaseUrl(given: string): string {
  if (/^https?:\/\//i.test(given) && URL.canParse(given)) return given;
  throw new VatError("baseUrl must be a URL that begins with http:// or https://");
}

/** @throws VatError naming the header, never its value: it may be a key. */
export function checkedHeader(name: string, value: string): string {
  if (/^[\x20-\x7e]*$/.test(value.trim())) return value;
  throw new VatError(`${name} must be printable ASCII`);
}

/** @throws VatError if a parameter of the path is missing, because the result would be another path. */
export function checkedPart(name: string, value: unknown): string {
  const text = String(value ?? "");
  if (text !== "") return encodeURIComponent(text);
  throw new VatError(`path.${name} is missing`);
}

/** @throws VatError unless it is a whole number from 1 on. */
export function checkedCount(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new VatError(`${name} must be a whole number from 1 on`);
}

const OPTIONS: readonly string[] = ["maxRetries", "timeoutMs", "signal"];

/**
 * Rejects what belongs into the request: an Idempotency-Key among the options would protect nothing.
 * @throws VatError naming the option.
 */
export function checkedOptions(own: object): void {
  const unknown = Object.keys(own).find((name) => !OPTIONS.includes(name));
  if (unknown) throw new VatError(`${unknown} is no option of a call: send it with the request`);
}

/** The maximum of `setTimeout`. */
const LONGEST_MS = 2 ** 31 - 1;

/** @throws VatError unless it is a number of milliseconds above zero; `Infinity` becomes the maximum. */
export function checkedTimeout(value: number): number {
  if (value > 0) return Math.min(Math.ceil(value), LONGEST_MS);
  throw new VatError("timeoutMs must be more than 0");
}
