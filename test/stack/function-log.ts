import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { inject, vi } from "vitest";
import * as z from "zod";
import { FUNCTION_LOG } from "../../scripts/local/data-folder.ts";
import { ERROR_STATUS, type ErrorCode } from "../../shared/core/errors/errors.ts";

const Failure = z.strictObject({
  name: z.string(),
  message: z.string(),
  stack: z.string(),
  cause: z.unknown().optional(),
});

/** All that a line about a request may say. */
export const RequestLogLine = z.strictObject({
  level: z.enum(["INFO", "ERROR"]),
  message: z.literal("request"),
  timestamp: z.iso.datetime(),
  service: z.literal("local"),
  request_id: z.uuid(),
  lambda_request_id: z.uuid(),
  route: z.string().regex(/^(GET|POST|PATCH|PUT|DELETE) \/[\w/{}.-]*$/),
  account_id: z.string().optional(),
  key_id: z
    .string()
    .regex(/^[a-z0-9]{16}$/)
    .optional(),
  status: z.int(),
  error_code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]).optional(),
  duration_ms: z.number().nonnegative(),
  cold_start: z.boolean(),
  conflict_retries: z.int().positive().optional(),
  /** Of Powertools: its share of lines at level DEBUG. */
  sampling_rate: z.literal(0).optional(),
  error: Failure.optional(),
});
export type RequestLogLine = z.output<typeof RequestLogLine>;

const shared = () => inject("stack").dataDir;

/** How long the log of the shared stack was when this test file first looked: others write to it, too. */
const begins = new Map<string, number>();

/** What a stack has logged; the shared one, since this test file began to look. */
export function functionLog(dataDir = shared()): string {
  const file = openSync(join(dataDir, FUNCTION_LOG), "r");
  try {
    const { size } = fstatSync(file);
    const from = begins.get(dataDir) ?? (dataDir === shared() ? size : 0);
    begins.set(dataDir, from);
    const bytes = Buffer.alloc(size - from);
    readSync(file, bytes, 0, bytes.length, from);
    return bytes.toString();
  } finally {
    closeSync(file);
  }
}

/** The one line about a request, once it is there: the file is written a moment after the answer. */
export async function lineOf(requestId: string | null, dataDir?: string): Promise<RequestLogLine> {
  const mark = `"request_id":"${requestId}"`;
  const lines = await vi.waitUntil(
    () => {
      const found = functionLog(dataDir)
        .split("\n")
        .filter((line) => line.includes(mark));
      return found.length > 0 ? found : undefined;
    },
    { timeout: 60_000, interval: 20 },
  );
  if (lines.length > 1) throw new Error(`${lines.length} lines about one request`);
  return RequestLogLine.parse(JSON.parse(lines[0] ?? ""));
}
