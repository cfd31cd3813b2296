import { isIP } from "node:net";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "./failure.ts";

export type Settings = {
  /** The address that API and S3 server listen on. */
  readonly host: string;
  /** The port of the API; 0 takes a free one. */
  readonly port: number;
  /** The port of the S3 server, which links to files contain; 0 takes a free one. */
  readonly s3Port: number;
  /** The port of the issuer with which persons sign in; 0 takes a free one. */
  readonly issuerPort: number;
  readonly dataDir: string;
  /** The origins whose pages may call the API and upload imports. */
  readonly allowedOrigins: readonly string[];
  /** True to empty the data folder first. */
  readonly fresh: boolean;
  /** True to provide a demo account with a year of supplies. */
  readonly demo: boolean;
  /** True to serve the deployed bundles instead of the sources. */
  readonly bundled?: boolean;
  /** True to write a journal of all changes. */
  readonly journal?: boolean;
  /** True to write a lake of events, movements and locks. */
  readonly lake?: boolean;
};

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the flags and from HOST, PORT, S3_PORT, ISSUER_PORT, DATA_DIR and ALLOWED_ORIGINS.
 * @throws Failure if a flag is unknown, HOST is no IP address, a port is no port number, or an origin has a path.
 */
export function settingsFrom(args: readonly string[], env: Env): Settings {
  const {
    fresh = false,
    bundled = false,
    journal = false,
    lake = false,
    "no-demo": noDemo = false,
  } = flagsOf(args);
  return {
    host: hostFrom(env),
    port: portFrom(env, "PORT", "3000"),
    s3Port: portFrom(env, "S3_PORT", "0"),
    issuerPort: portFrom(env, "ISSUER_PORT", issuerPort(env)),
    dataDir: dataDirFrom(env),
    allowedOrigins: originsFrom(env),
    fresh,
    demo: !noDemo,
    bundled,
    journal,
    lake,
  };
}

/**
 * Returns the first port after that of the API that the S3 server has not, so that the issuer keeps its address, which
 * is a part of who a person is.
 */
function issuerPort(env: Env): string {
  const port = portFrom(env, "PORT", "3000");
  const next = portFrom(env, "S3_PORT", "0") === port + 1 ? port + 2 : port + 1;
  return port === 0 || next > 65_535 ? "0" : `${next}`;
}

export const dataDirFrom = (env: Env): string => resolve(env["DATA_DIR"] || ".local");

function flagsOf(args: readonly string[]) {
  const options = {
    fresh: { type: "boolean" },
    "no-demo": { type: "boolean" },
    bundled: { type: "boolean" },
    journal: { type: "boolean" },
    lake: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch {
    throw new Failure(
      `npm start knows --fresh, --no-demo, --journal, --lake and --bundled, not: ${args.join(" ")}`,
    );
  }
}

function hostFrom(env: Env): string {
  const host = env["HOST"] || "127.0.0.1";
  if (isIP(host)) return host;
  throw new Failure(`HOST must be an IP address of this machine, or 0.0.0.0 for all, not ${host}`);
}

function originsFrom(env: Env): string[] {
  const origins = (env["ALLOWED_ORIGINS"] ?? "").split(/[\s,]+/).filter(Boolean);
  const wrong = origins.find((text) => !URL.canParse(text) || new URL(text).origin !== text);
  if (wrong === undefined) return origins;
  throw new Failure(
    `ALLOWED_ORIGINS must be origins such as http://localhost:5173, separated by blanks, not ${wrong}`,
  );
}

/**
 * Returns the port in the variable.
 * @throws Failure if it is no port number.
 */
export function portFrom(
  env: Env,
  name: "ISSUER_PORT" | "PORT" | "S3_PORT",
  usual: string,
): number {
  const text = env[name] || usual;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Failure(`${name} must be a number from 0 to 65535, not ${text}`);
}
