import { issueKey } from "../../scripts/operate/api-keys/keys.ts";
import type { Account } from "./api.ts";
import { noteSecrets, secretOf } from "./kept-logs.ts";

/** The same account, by test keys: they open its sandbox. */
export async function trialOf({ account }: Account): Promise<Account> {
  const keys = { account, mode: "test" } as const;
  const full = await issueKey({ ...keys, scope: "full" }, new Date());
  const readOnly = await issueKey({ ...keys, scope: "read-only" }, new Date());
  noteSecrets([full, readOnly].map(secretOf));
  return { account, full, readOnly };
}
