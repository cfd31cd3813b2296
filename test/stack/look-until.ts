import { setTimeout as wait } from "node:timers/promises";

/**
 * Looks until something is seen. Between two looks it waits four times as long as a look took: looking at a long list takes
 * processor time from those who are waited for.
 */
export async function lookUntil<Seen>(look: () => Promise<Seen | undefined>): Promise<Seen> {
  for (;;) {
    const began = performance.now();
    const seen = await look();
    if (seen !== undefined) return seen;
    await wait(Math.max(20, 4 * (performance.now() - began)));
  }
}
