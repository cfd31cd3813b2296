import { revokeKey } from "../../shared/accounts/manage-keys.ts";
import { loadKeysOf } from "../../shared/accounts/store-keys.ts";
import { accountOf } from "../../shared/core/ids.ts";
import { issueKey } from "../operate/api-keys/keys.ts";
import { DEMO_ACCOUNT } from "./demo-account.ts";

/** The name of the key in the link, and of the key by which the console replaces it. */
const NAME = "sign-in link of npm start";
/** Lifetime of an unused link and of an open session: a working day. */
const HOURS = 12;

/**
 * Creates a key for a link that opens the demo account once: the console replaces the key before any other request.
 * Revokes links and sessions of former starts.
 */
export async function keyForLink(now: Date): Promise<string> {
  const keys = await loadKeysOf(accountOf(DEMO_ACCOUNT), now);
  const former = keys.filter(({ key }) => key.name === NAME && key.revoked_at === undefined);
  await Promise.all(former.map(({ key }) => revokeKey(undefined, key.key_id, now)));
  const expires_at = new Date(now.getTime() + HOURS * 3_600_000).toISOString();
  return issueKey(
    { account: DEMO_ACCOUNT, name: NAME, scope: "full", mode: "live", expires_at },
    now,
  );
}
