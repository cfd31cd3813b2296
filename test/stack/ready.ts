import { vi } from "vitest";
import { type Answer, callAt } from "./api.ts";

/**
 * The answer of /ready once it is 200. It gives its table a second, which a busy machine now and then
 * exceeds; whoever asks for it asks again.
 */
export const readyAt = (url: string, key?: string): Promise<Answer<Record<string, unknown>>> =>
  vi.waitUntil(
    async () => {
      const answer = await callAt(url, key, "GET", "/ready");
      return answer.status === 200 ? answer : undefined;
    },
    { timeout: 60_000, interval: 100 },
  );
