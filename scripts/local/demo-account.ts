import * as z from "zod";
import { isUsable, parseApiKey } from "../../shared/api/authentication.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import type { StoredKey } from "../../shared/platform/credentials/api-key.ts";
import { loadApiKey } from "../../shared/platform/credentials/store-api-key.ts";
import { issueKey } from "../operate/api-keys/keys.ts";
import { parsedJson, replaceFile, textOf } from "./text-file.ts";

const DemoKeys = z.strictObject({ full: z.string(), read_only: z.string() });
export type DemoKeys = z.output<typeof DemoKeys>;

export const DEMO_ACCOUNT = "demo" as LedgerId;

/**
 * Returns the two keys of the demo account. They are stored in a file that only its owner may read, so that every start
 * prints the same keys. A key that is no longer valid, or that cannot be read, is replaced.
 */
export async function demoKeys(file: string, now: Date): Promise<DemoKeys> {
  const stored = await storedKeys(file);
  const keys = {
    full: await usableKey(stored?.full, "full", now),
    read_only: await usableKey(stored?.read_only, "read-only", now),
  };
  await replaceFile(file, `${JSON.stringify(keys, null, 2)}\n`);
  return keys;
}

async function usableKey(text: string | undefined, scope: StoredKey["scope"], now: Date) {
  const key = parseApiKey(text ?? "");
  const stored = key && (await loadApiKey(key.keyId));
  const isLive = key?.mode === "live";
  if (text && isLive && stored && isUsable(stored, key, now)) return text;
  return issueKey({ account: DEMO_ACCOUNT, scope, mode: "live" }, now);
}

async function storedKeys(file: string): Promise<DemoKeys | undefined> {
  return DemoKeys.safeParse(parsedJson((await textOf(file)) ?? "")).data;
}
