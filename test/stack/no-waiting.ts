import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

/*
 * Preloaded (`node --import`), it lets a command not wait for its clock: by that, what it waits for has
 * passed.
 */
if (process.argv[1]?.includes("/operate/")) {
  const { now } = Date;
  let ahead = 0;
  Date.now = () => now() + ahead;
  timers.setTimeout = async <T>(ms?: number, value?: T) => {
    ahead += ms ?? 0;
    return value as T;
  };
  syncBuiltinESMExports();
}
