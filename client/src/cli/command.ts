import { type ParseArgsConfig, parseArgs } from "node:util";
import type { VatClient } from "../create-client.ts";
import { VatError } from "../errors.ts";

/** A command line that cannot be carried out: the program says how commands are written, and exits with 2. */
export class UsageError extends VatError {
  override readonly name = "UsageError";
}

/** The environment of a command. */
export type Terminal = {
  readonly client: VatClient;
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly say: (line: string) => void;
  /** Aborts when the program is asked to end. */
  readonly signal: AbortSignal;
};

export type Command = {
  /** The command with its arguments. */
  readonly usage: string;
  /** Returns the code that the program exits with. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
};

/**
 * Parses the arguments of a command, which has at most so many besides its options.
 * @throws UsageError with the fault
 */
export function argumentsOf<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: Options,
  most: 0 | 1 = 1,
) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    const extra = parsed.positionals[most];
    if (extra !== undefined) throw new Error(`${extra} is an argument too many`);
    return parsed;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Parses JSON that was typed, or read from a file.
 * @param name what it is, for the message
 * @throws UsageError if it is not an object
 */
export function objectIn(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Said below.
  }
  throw new UsageError(`${name} must be a JSON object, such as {"currency": "EUR"}`);
}
