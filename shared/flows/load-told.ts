import type { Told } from "../notifications/words.ts";
import { loadNotices } from "../store/notices.ts";
import { loadNotifications } from "../store/notifications.ts";

/** All that people of the account are told: crossings of the threshold, and notices. */
export async function loadTold(account: string): Promise<Told[]> {
  const [crossings, notices] = await Promise.all([
    loadNotifications(account),
    loadNotices(account),
  ]);
  return [...crossings, ...notices];
}
