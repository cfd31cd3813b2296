import { parseArgs } from "node:util";
import { Failure } from "../../local/failure.ts";
import type { KeyRequest } from "./keys.ts";

type KeyCommand =
  | { readonly action: "issue"; readonly request: KeyRequest }
  | { readonly action: "rotate" | "revoke"; readonly keyId: string };

const USAGE =
  "usage: issue-key --account <name> --scope full|read-only [--mode live|test], or --rotate <key id>, or --revoke <key id>";

const ACCOUNT_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const KEY_ID = /^[a-z0-9]{16}$/;

/**
 * What the command line of issue-key asks for.
 * @throws Failure (exit code 2) when it asks for nothing, for too much, or unclearly.
 */
export function keyCommandFrom(args: readonly string[]): KeyCommand {
  const { rotate, revoke, ...issue } = flagsOf(args);
  if (rotate === undefined && revoke === undefined) {
    return { action: "issue", request: keyRequest(issue) };
  }
  const keyId = rotate ?? revoke;
  const alone = Object.keys(issue).length === 0 && (rotate === undefined || revoke === undefined);
  if (!alone || !keyId || !KEY_ID.test(keyId)) {
    throw wrong("--rotate and --revoke stand alone, with the 16 characters of a key id");
  }
  return { action: rotate === undefined ? "revoke" : "rotate", keyId };
}

function keyRequest({ account, scope, mode = "live" }: Flags): KeyRequest {
  if (account === undefined || !ACCOUNT_NAME.test(account)) {
    throw wrong("--account takes 1 to 64 letters, digits, _ and -");
  }
  if (scope !== "full" && scope !== "read-only") throw wrong("--scope is full or read-only");
  if (mode !== "live" && mode !== "test") throw wrong("--mode is live or test");
  return { account, scope, mode };
}

type Flags = Partial<Record<"account" | "scope" | "mode" | "rotate" | "revoke", string>>;

function flagsOf(args: readonly string[]): Flags {
  const text = { type: "string" } as const;
  const options = { account: text, scope: text, mode: text, rotate: text, revoke: text };
  try {
    return { ...parseArgs({ args: [...args], options }).values };
  } catch {
    throw wrong("unknown or incomplete arguments");
  }
}

const wrong = (what: string): Failure => new Failure(`${what}; ${USAGE}`, 2);
