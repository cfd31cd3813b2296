import { beforeAll, describe, expect, it, test } from "vitest";
import * as routes from "../../shared/api/routes.ts";
import { type Account, type Answer, call } from "../stack/api.ts";
import { eachNth } from "../stack/soak.ts";
import { MARK, newOwner, newStranger, SAME_KEY } from "./owner.ts";
import { type AccountRoute, accountRoutes, type Owned, PROBES, pathOf, UNKNOWN } from "./probes.ts";

/*
 * Two accounts, and every route that needs a key: what one has the other cannot read, change, count,
 * or tell from what does not exist.
 */
let owner: Account;
let owned: Owned;
let stranger: Account;
/** Two who only look, so that all looks can be theirs. */
let onlookers: readonly [Account, Account];

beforeAll(async () => {
  ({ account: owner, owned } = await newOwner());
  stranger = await newStranger();
  onlookers = [await newStranger(), await newStranger()];
});

const isWrite = (name: AccountRoute): boolean => routes[name].scope === "write";
const named = (wanted: (name: AccountRoute) => boolean) => accountRoutes.filter(wanted);

const ask = (name: AccountRoute, account: Account, ids: Owned, headers = {}) =>
  call(account.full, routes[name].method, pathOf(name, ids), PROBES[name].body, headers);

/** An answer as it went over the wire, but for what is different in any two answers. */
function wire({ status, text, headers }: Answer<unknown>): string {
  const told = [...headers].filter(([name]) => !OF_ONE_ANSWER.has(name));
  return JSON.stringify({ status, told, text: withoutInstants(text) });
}

const OF_ONE_ANSWER = new Set([
  "date",
  "content-length",
  "apigw-requestid",
  "ratelimit",
  "server-timing",
]);

const withoutInstants = (text: string): string =>
  text
    .replace(/"request_id":"[^"]*"/g, "")
    .replace(/"key_id":"[^"]*"/g, "")
    // Other tests accept rates, which all accounts share.
    .replace(/"rates_version":"[^"]*"/g, "")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "")
    .replace(/\d{8}T?\d{6,9}Z/g, "")
    // Papers say in words when they were made.
    .replace(/\d{1,2} \w+ \d{4}, \d\d:\d\d UTC/g, "")
    // Ids of keys: those of two accounts are never the same.
    .replace(/"[0-9a-f]{16}"/g, "")
    // A worker tries to deliver the owner's message at any time: nobody has the host of its webhook.
    .replace(/"attempts":\[[^\]]*\]/g, "")
    .replace(/"failing_since":(?:null|"")/g, "");

it("has a probe for every route that needs a key, with an id where its path has one", () => {
  expect(Object.keys(PROBES).sort()).toEqual([...accountRoutes].sort());
  const withId = accountRoutes.filter((name) => {
    const { path = {} } = PROBES[name];
    const parameters = [...routes[name].path.matchAll(/\{(\w+)\}/g)];
    return parameters.some(([, parameter = ""]) => !(parameter in path));
  });
  expect(accountRoutes.filter((name) => PROBES[name].id)).toEqual(withId);
});

const isLink = (name: AccountRoute | undefined): boolean =>
  name === "downloadExport" ||
  name === "downloadReturnExport" ||
  name === "downloadRecords" ||
  name === "downloadFindings";

/**
 * What a live key may not ask for: empty-sandbox.test.ts, sandbox-clock.test.ts and second-person.test.ts look at it.
 */
const isOfOthers = (name: AccountRoute): boolean =>
  name === "emptySandbox" || name === "moveSandboxClock" || name === "prepareReturn";

/** What is filed or paid has to be locked before. */
const BEFORE: Readonly<Partial<Record<AccountRoute, readonly AccountRoute[]>>> = {
  markPeriodFiled: ["lockPeriod"],
  markReturnFiled: ["lockReturn"],
  correctFiling: ["lockReturn", "markReturnFiled"],
  getPayment: ["lockReturn"],
  recordPayment: ["lockReturn"],
  makePaymentOrder: ["lockReturn"],
  makeBookings: ["lockReturn"],
};

describe("what the owner sees", () => {
  const views = named((name) => routes[name].method === "GET");
  const view = async () => {
    const answers = await Promise.all(views.map((name) => ask(name, owner, owned)));
    for (const { status, text } of answers) expect(status, text).toBeLessThan(400);
    // A link is signed anew each time it is asked for.
    return answers.map((answer, n) => (isLink(views[n]) ? "" : wire(answer)));
  };

  it("is the same after a stranger has tried everything", async () => {
    const before = await view();
    expect(before.join()).toContain(MARK);
    for (const name of accountRoutes) await ask(name, stranger, owned);
    expect(await view()).toEqual(before);
  });

  it("is nothing that an onlooker finds, wherever he looks", async () => {
    const [onlooker] = onlookers;
    const answers = await Promise.all(views.map((name) => ask(name, onlooker, owned)));
    const found = views.filter((_, n) => /owner-mark|777777/.test(answers[n]?.text ?? ""));
    expect(found).toEqual([]);
  });
});

/** In `npm test` each third route: above, all of them are tried by a stranger, and those that read by an onlooker. */
const inTurns = (wanted: (name: AccountRoute) => boolean) => eachNth(3, named(wanted));

describe("a stranger", () => {
  test.for(inTurns((name) => PROBES[name].id !== undefined))(
    "%s: is told of the owner's as of what does not exist",
    async (name) => {
      const [onlooker] = onlookers;
      const theirs = await ask(name, onlooker, owned);
      expect(theirs.status).toBe(404);
      expect(wire(theirs)).toBe(wire(await ask(name, onlooker, UNKNOWN)));
    },
  );

  test.for(inTurns((name) => PROBES[name].id === undefined && !isWrite(name)))(
    "%s: is shown what a newcomer is shown, and nothing of the owner's",
    async (name) => {
      const before = BEFORE[name];
      const [one, other] = before ? [await newStranger(), await newStranger()] : onlookers;
      for (const step of before ?? [])
        for (const stranger of [one, other]) await ask(step, stranger, owned);
      const answer = await ask(name, one, owned);
      expect(answer.status, answer.text).toBe(200);
      expect(wire(answer).replaceAll(one.account, "")).toBe(
        wire(await ask(name, other, owned)).replaceAll(other.account, ""),
      );
      expect(answer.text).not.toContain(MARK);
      expect(answer.text).not.toContain("777777");
    },
  );

  test.for(inTurns((name) => PROBES[name].id === undefined && isWrite(name) && !isOfOthers(name)))(
    "%s: writes what is his own, also under names and keys that the owner has used",
    async (name) => {
      const fresh = await newStranger();
      const before = BEFORE[name] ?? [];
      for (const step of before) await ask(step, fresh, owned, SAME_KEY);
      const answer = await ask(name, fresh, owned, before.length > 0 ? {} : SAME_KEY);
      expect(answer.status, answer.text).toBeLessThan(300);
      expect(answer.headers.get("idempotency-replayed")).toBeNull();
    },
  );

  test.for(["listSupplyEvents", "listTransactions", "listRegistrations"] as const)(
    "%s: a cursor of the owner's leads nowhere",
    async (name) => {
      const path = routes[name].path;
      const { body } = await call(owner.full, "GET", `${path}?limit=1`);
      const cursor = body["next_cursor"] ?? "";
      const [onlooker] = onlookers;
      const answer = await call(onlooker.full, "GET", `${path}?limit=1&cursor=${cursor}`);
      expect(answer.text).not.toContain(MARK);
    },
  );
});
