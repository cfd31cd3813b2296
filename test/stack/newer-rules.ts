import { registerHooks } from "node:module";
import "./no-waiting.ts";

/*
 * Preloaded (`node --import`), it makes of the sources the next version of the service: one that counts
 * every supply at a reduced rate as one at the standard rate, and says so in its rules version. Nothing
 * else is different: this is what an upgrade finds that was counted by older rules.
 */
const CHANGES = [
  ["export const RULES_VERSION = 5;", "export const RULES_VERSION = 6;"],
  [
    "import { type Period, periodKeyOn, periodOn }",
    'const asIt = (category: string) => category.replace("reduced", "standard");\nimport { type Period, periodKeyOn, periodOn }',
  ],
  ["lineKey({ ...place, rate_category,", "lineKey({ ...place, rate_category: asIt(rate_category),"],
] as const;

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!url.endsWith("/shared/ledger/sums/sums-of-event.ts")) return loaded;
    return { ...loaded, source: CHANGES.reduce(changed, String(loaded.source)) };
  },
});

function changed(source: string, [before, after]: readonly [string, string]): string {
  if (!source.includes(before)) throw new Error(`the rules have no ${before}`);
  return source.replace(before, after);
}
