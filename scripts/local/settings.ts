import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "./failure.ts";

/** What `npm start` was asked for. */
export type Settings = {
  /** The port of the API; 0 takes a free one. */
  readonly port: number;
  readonly dataDir: string;
  /** Empty the data folder first. */
  readonly fresh: boolean;
  /** Keep a demo account with a year of supplies. */
  readonly demo: boolean;
  /** Serve the bundles that are deployed, not the sources. */
  readonly bundled?: boolean;
};

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The settings in the flags and in PORT and DATA_DIR.
 * @throws Failure when a flag is unknown or PORT is no port number.
 */
export function settingsFrom(args: readonly string[], env: Env): Settings {
  const { fresh = false, bundled = false, "no-demo": noDemo = false } = flagsOf(args);
  return { port: portFrom(env), dataDir: dataDirFrom(env), fresh, demo: !noDemo, bundled };
}

/** The folder that everything local is kept in. */
export const dataDirFrom = (env: Env): string => resolve(env["DATA_DIR"] || ".local");

function flagsOf(args: readonly string[]) {
  const options = {
    fresh: { type: "boolean" },
    "no-demo": { type: "boolean" },
    bundled: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch {
    throw new Failure(`npm start knows --fresh, --no-demo and --bundled, not: ${args.join(" ")}`);
  }
}

function portFrom(env: Env): number {
  const text = env["PORT"] || "3000";
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Failure(`PORT must be a number from 0 to 65535, not ${text}`);
}
