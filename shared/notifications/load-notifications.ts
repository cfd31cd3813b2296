import { loadNotices, loadNotifications } from "./store.ts";
import type { Told } from "./texts.ts";

/** All that people of the account are told: crossings of the threshold, and notices. */
export async function loadTold(account: string): Promise<Told[]> {
  const [crossings, notices] = await Promise.all([
    loadNotifications(account),
    loadNotices(account),
  ]);
  return [...crossings, ...notices];
}
