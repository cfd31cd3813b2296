import { parseArgs } from "node:util";
import { ACCOUNT_NAME } from "../../../shared/accounts/account.ts";
import type { AuthorId, LedgerId } from "../../../shared/core/ids.ts";
import { Name } from "../../../shared/core/input/fields.ts";
import { Failure } from "../../local/failure.ts";
import type { IssuedKey } from "./keys.ts";

type KeyCommand =
  | { readonly action: "issue"; readonly request: IssuedKey }
  | { readonly action: "rotate" | "revoke"; readonly keyId: AuthorId };

const USAGE =
  "usage: issue-key --account <name> --scope full|read-only [--mode live|test] [--name <text>] [--days <number>], or --rotate <key id>, or --revoke <key id>";

const KEY_ID = /^[a-z0-9]{16}$/;

/**
 * Parses the command line of issue-key.
 * @throws Failure (exit code 2) if arguments are missing, superfluous or invalid.
 */
export function keyCommandFrom(args: readonly string[], now: Date): KeyCommand {
  const { rotate, revoke, ...issue } = flagsOf(args);
  if (rotate === undefined && revoke === undefined) {
    return { action: "issue", request: keyRequest(issue, now) };
  }
  const keyId = (rotate ?? revoke) as AuthorId;
  const alone = Object.keys(issue).length === 0 && (rotate === undefined || revoke === undefined);
  if (!alone || !keyId || !KEY_ID.test(keyId)) {
    throw wrong("--rotate and --revoke stand alone, with the 16 characters of a key id");
  }
  return { action: rotate === undefined ? "revoke" : "rotate", keyId };
}

function keyRequest({ account, scope, mode = "live", name, days }: Flags, now: Date): IssuedKey {
  if (account === undefined || !ACCOUNT_NAME.test(account)) {
    throw wrong("--account takes 1 to 64 letters, digits, _ and -");
  }
  if (scope !== "full" && scope !== "read-only") throw wrong("--scope is full or read-only");
  if (mode !== "live" && mode !== "test") throw wrong("--mode is live or test");
  if (name !== undefined && !Name.safeParse(name).success) throw wrong("--name is a short text");
  const expires_at = days === undefined ? undefined : endIn(days, now);
  return { account: account as LedgerId, scope, mode, name, expires_at };
}

function endIn(days: string, now: Date): string {
  if (!/^[1-9]\d{0,3}$/.test(days)) throw wrong("--days is a number from 1 to 9999");
  return new Date(now.getTime() + Number(days) * 24 * 3_600_000).toISOString();
}

const FLAGS = ["account", "scope", "mode", "name", "days", "rotate", "revoke"] as const;

type Flags = Partial<Record<(typeof FLAGS)[number], string>>;

function flagsOf(args: readonly string[]): Flags {
  const options = Object.fromEntries(FLAGS.map((name) => [name, { type: "string" } as const]));
  try {
    return { ...parseArgs({ args: [...args], options }).values };
  } catch {
    throw wrong("unknown or incomplete arguments");
  }
}

const wrong = (what: string): Failure => new Failure(`${what}; ${USAGE}`, 2);
