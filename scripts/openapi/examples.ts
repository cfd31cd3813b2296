import { readFile } from "node:fs/promises";
import type { ErrorCode } from "../../shared/core/errors/errors.ts";

/** A recorded call, with fixed values for everything that differs from run to run. */
export type RecordedCall = {
  /** A short title of the call. */
  readonly title: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly content_type?: string;
  /** JSON or text. */
  readonly answer?: unknown;
};

export type Examples = {
  readonly operations: Readonly<Record<string, readonly RecordedCall[]>>;
  readonly errors: Readonly<Partial<Record<ErrorCode, unknown>>>;
};

export const EXAMPLES_FILE = new URL("../../docs/openapi-examples.json", import.meta.url);

export const recordedExamples = async (): Promise<Examples> =>
  JSON.parse(await readFile(EXAMPLES_FILE, "utf8"));

/** Returns the `examples` of a media type: the recorded values by title, or nothing. */
export function examplesOf<C extends RecordedCall>(
  calls: readonly C[],
  pick: (call: C) => unknown,
): { examples?: Record<string, { summary: string; value: unknown }> } {
  const shown = calls.filter((call) => pick(call) !== undefined);
  if (shown.length === 0) return {};
  const entries = shown.map((call) => [
    keyOf(call.title),
    { summary: call.title, value: pick(call) },
  ]);
  return { examples: Object.fromEntries(entries) };
}

const keyOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
