import { beforeAll, describe, expect, it, test } from "vitest";
import { issueKey, revokeKey, rotateKey } from "../../scripts/operate/api-keys/keys.ts";
import * as routes from "../../shared/api/routes.ts";
import { type Account, call } from "../stack/api.ts";
import { keyIdOf } from "../stack/key-parts.ts";
import { everyTurn, report, soaking, turn } from "../stack/soak.ts";
import { newStranger } from "./owner.ts";
import { accountRoutes, PROBES, pathOf, UNKNOWN } from "./probes.ts";

const HOUR_MS = 3_600_000;

let account: Account;
/** A key of each state. */
let keys: Readonly<Record<string, string>>;

const other = (secret: string): string => (secret.endsWith("a") ? "b" : "a");

beforeAll(async () => {
  account = await newStranger();
  const issued = () =>
    issueKey({ account: account.account, scope: "full", mode: "live" }, new Date());
  const [revoked, expired, rotated] = [await issued(), await issued(), await issued()];
  await revokeKey(keyIdOf(revoked), new Date());
  await rotateKey(keyIdOf(expired), new Date(Date.now() - 49 * HOUR_MS));
  const fresh = await rotateKey(keyIdOf(rotated), new Date());
  keys = {
    revoked,
    expired,
    rotated,
    fresh,
    "with a wrong secret": `${account.full.slice(0, -1)}${other(account.full)}`,
    unknown: account.full.replace(/_[a-z0-9]{16}_/, "_0123456789abcdef_"),
  };
});

const REFUSALS_OF_KEYS = ["missing_api_key", "invalid_api_key", "insufficient_scope"];

const ask = (name: (typeof accountRoutes)[number], key: string | undefined) =>
  call(key, routes[name].method, pathOf(name, UNKNOWN), PROBES[name].body);

const REFUSED = ["revoked", "expired", "with a wrong secret", "unknown"] as const;
const TAKEN = ["rotated", "fresh"] as const;

/** All states in a soak; in `npm test` each third route has one, these routes in turns: all share what looks at keys. */
const inTurns = <State>(states: readonly State[], route: number): readonly State[] =>
  states.filter((_, n) => everyTurn || 3 * n === (route + turn) % (3 * states.length));

describe.for([...accountRoutes.entries()])("%s %s", ([route, name]) => {
  test.for(inTurns(REFUSED, route))("refuses a key that is %s", async (state) => {
    const { status, body } = await ask(name, keys[state]);
    expect([status, body["error"]]).toEqual([401, "invalid_api_key"]);
  });

  it("refuses no key, and a read-only key where it writes", async () => {
    const none = await ask(name, undefined);
    expect([none.status, none.body["error"]]).toEqual([401, "missing_api_key"]);
    const { status, body } = await ask(name, account.readOnly);
    if (routes[name].scope === "write") {
      expect([status, body["error"]]).toEqual([403, "insufficient_scope"]);
    } else {
      expect(status).not.toBe(403);
    }
  });

  it.for(inTurns(TAKEN, route))("takes a key that is %s by a rotation", async (state) => {
    const { body } = await ask(name, keys[state]);
    expect(REFUSALS_OF_KEYS).not.toContain(body["error"]);
  });
});

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

it("tells how long it takes to refuse a key, in a soak", async () => {
  const took: Record<string, number[]> = { unknown: [], "with a wrong secret": [], revoked: [] };
  for (let n = 0; n < (soaking ? 500 : 5); n += 1) {
    for (const [state, times] of Object.entries(took)) {
      const began = performance.now();
      await ask("getAccount", keys[state]);
      times.push(performance.now() - began);
    }
  }
  const medians = Object.entries(took).map(
    ([state, times]) => `${state} ${median(times).toFixed(3)}`,
  );
  report(`keys: median ms to refuse a key that is ${medians.join(", ")}`);
  expect(medians).toHaveLength(3);
});
