import type { RateWindow } from "./window.ts";

/**
 * Remembers who was refused in the latest window. A refusal stands until its window is over, so the
 * same client needs no second look at the counter: a flood costs its sender's counter few writes.
 */
export function refusalMemory() {
  let latest = "";
  let clients = new Set<string>();
  return {
    has: (client: string, { start }: RateWindow): boolean =>
      start === latest && clients.has(client),
    add: (client: string, { start }: RateWindow): void => {
      if (start !== latest) clients = new Set();
      latest = start;
      clients.add(client);
    },
  };
}
