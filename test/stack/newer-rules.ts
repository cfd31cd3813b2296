import { registerHooks } from "node:module";
import "./no-waiting.ts";

/*
 * Preloaded (`node --import`), it makes of the sources the next version of the service: one that counts
 * every supply at a reduced rate as one at the standard rate, and says so in its rules version. Nothing
 * else is different: this is what an upgrade finds that was counted by older rules.
 */
const CHANGES = [
  [
    /export const RULES_VERSION = (\d+);/,
    (version: number) => `export const RULES_VERSION = ${version + 1};`,
  ],
  [
    /lineKey\(\{ \.\.\.place, rate_category,/,
    () =>
      `lineKey({ ...place, rate_category: rate_category.replace("reduced", "standard") as never,`,
  ],
] as const;

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!url.endsWith("/shared/ledger/sums/sums-of-event.ts")) return loaded;
    return { ...loaded, source: CHANGES.reduce(changed, String(loaded.source)) };
  },
});

function changed(source: string, [before, after]: (typeof CHANGES)[number]): string {
  if (!before.test(source)) throw new Error(`the rules have no ${before}`);
  return source.replace(before, (_, version) => after(Number(version)));
}
