import { revokeKey } from "../../shared/accounts/manage-keys.ts";
import { loadKeysOf } from "../../shared/accounts/store-keys.ts";
import { issueKey } from "../operate/api-keys/keys.ts";
import { DEMO_ACCOUNT } from "./demo-account.ts";

/** Also the name of the key that the console takes in the place of the one in the link. */
const NAME = "sign-in link of npm start";
/** A link that nobody opens, and a session that nobody ends, are over after a day's work. */
const HOURS = 12;

/**
 * A key for a link that opens the demo account once: the console replaces it by another one before it does
 * anything else. Links and sessions of former starts end.
 */
export async function keyForLink(now: Date): Promise<string> {
  const keys = await loadKeysOf(DEMO_ACCOUNT, now);
  const former = keys.filter(({ key }) => key.name === NAME && key.revoked_at === undefined);
  await Promise.all(former.map(({ key }) => revokeKey(undefined, key.key_id, now)));
  const expires_at = new Date(now.getTime() + HOURS * 3_600_000).toISOString();
  return issueKey(
    { account: DEMO_ACCOUNT, name: NAME, scope: "full", mode: "live", expires_at },
    now,
  );
}
