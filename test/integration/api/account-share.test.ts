import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { ApiServer } from "../../../scripts/local/api-server.ts";
import { issueKey } from "../../../scripts/operate/api-keys/keys.ts";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../../stack/api.ts";
import { startApiHere } from "../../stack/api-here.ts";
import { noteSecrets, secretOf } from "../../stack/kept-logs.ts";
import { withoutDeadlines } from "../../stack/put-back.ts";
import { NO_DEADLINES, NO_JOBS, runStack, type StackProcess } from "../../stack/run-stack.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

/*
 * Two servers with a small share of which nothing comes back while the tests run, this process and another one, on the
 * table of the shared stack: as two processes of Lambda have it.
 */
const LIMIT = 20;
/** So few calls are noted one by one. */
const SETTINGS = {
  ACCOUNT_RATE_LIMIT: `${LIMIT}`,
  ACCOUNT_RATE_WINDOW_SECONDS: "999999999",
  ACCOUNT_RATE_BURST: `${LIMIT}`,
};

const { DYNAMODB_ENDPOINT = "", TABLE_NAME = "" } = inject("stack").env;
const TABLE = { DYNAMODB_ENDPOINT, TABLE_NAME };

const folder = join(temporaryFolder(), "data");
let here: ApiServer;
let stack: StackProcess;
let one: string;
let other: string;

beforeAll(async () => {
  for (const [name, value] of Object.entries(SETTINGS)) vi.stubEnv(name, value);
  withoutDeadlines();
  const settings = { ...TABLE, ...SETTINGS, ...NO_JOBS, NODE_OPTIONS: NO_DEADLINES };
  stack = runStack(folder, ["--no-demo"], settings);
  here = await startApiHere();
  one = here.url;
  other = (await stack.ready).url;
});
afterAll(async () => {
  await here.stop();
  await stack.end("SIGTERM");
});

const PATHS = ["/v1/tax-registrations", "/v1/sources"] as const;

const request = (url: string, { readOnly }: Account, n = 0) =>
  callAt(url, readOnly, "GET", PATHS[n % 2] as string);

const requests = (url: string, account: Account, times: number) =>
  Promise.all(Array.from({ length: times }, (_, n) => request(url, account, n)));

const passedIn = (answers: readonly { readonly status: number }[]) =>
  answers.filter(({ status }) => status === 200).length;

/** What is left, as the answer says. */
const leftIn = ({ headers }: { readonly headers: Headers }) =>
  Number(/^"account";r=(\d+);t=\d+$/.exec(headers.get("ratelimit") ?? "")?.[1]);

describe("the share of an account", () => {
  it("is of all its routes and keys together, exactly, of twice as many calls at once", async () => {
    const account = await newAccount();
    const answers = await Promise.all([
      requests(one, account, LIMIT),
      requests(one, { ...account, readOnly: account.full }, LIMIT),
    ]);
    const statuses = answers.flat().map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
  });

  it("is refused beyond it in the form of every error, and says when to come back", async () => {
    const account = await newAccount();
    await requests(one, account, LIMIT);
    const { status, headers, body } = await request(one, account);
    const wait = Number(headers.get("retry-after"));
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        error: "rate_limited",
        message: `this account calls more often than ${LIMIT} times in 999999999 s; try again in ${wait} s`,
        doc_url: expect.stringContaining("/docs#section/Errors/"),
        request_id: expect.any(String),
      },
    });
    expect(headers.get("ratelimit")).toBe(`"account";r=0;t=${wait}`);
  });

  it("is refused before what is sent is looked at, and again without its key", async () => {
    const account = await newAccount();
    await requests(one, account, LIMIT);
    const noJson = () =>
      fetch(`${one}/v1/sources`, {
        method: "POST",
        headers: { "X-API-Key": account.full, "Idempotency-Key": "" },
        body: "{",
      });
    const answers = [await noJson(), await noJson()];
    expect(answers.map(({ status }) => status)).toEqual([429, 429]);
    expect(answers.map(({ headers }) => headers.get("ratelimit"))).toEqual([
      expect.stringContaining("r=0;"),
      expect.stringContaining("r=0;"),
    ]);
  });

  it("is in the headers of every response, also of rejected calls", async () => {
    const account = await newAccount();
    const first = await request(one, account);
    expect(first.headers.get("ratelimit-policy")).toBe(`"account";q=${LIMIT};w=999999999`);
    const refused = await callAt(one, account.full, "POST", "/v1/sources", { no: "source" });
    expect(refused.status).toBe(400);
    expect([first, refused].map(leftIn)).toEqual([LIMIT - 1, LIMIT - 2]);
  });

  it("is that of now on an answer that was remembered", async () => {
    const { full } = await newAccount();
    const once = { "Idempotency-Key": "k" };
    const sale = makeSale();
    const commit = () => callAt(one, full, "POST", "/v1/supply-events", sale, once);
    const [first, again] = [await commit(), await commit()];
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.text).toBe(first.text);
    expect([first, again].map(leftIn)).toEqual([LIMIT - 1, LIMIT - 2]);
  });

  it("is used by test keys as well", async () => {
    const account = await newAccount();
    const trial = await issueKey({ ...account, scope: "full", mode: "test" }, new Date());
    noteSecrets([secretOf(trial)]);
    const answers = [
      await request(one, account),
      await request(one, { ...account, readOnly: trial }),
    ];
    expect(answers.map(leftIn)).toEqual([LIMIT - 1, LIMIT - 2]);
  });

  it("is no other account's, and nobody's who has no good key", async () => {
    const [noisy, quiet] = [await newAccount(), await newAccount()];
    await requests(one, noisy, LIMIT + 5);
    const [known, secret] = noisy.full.split(/_(?=[^_]*$)/);
    const unknown = await callAt(
      one,
      `${known}_${"x".repeat(secret?.length ?? 0)}`,
      "GET",
      PATHS[0],
    );
    expect([unknown.status, unknown.headers.has("ratelimit")]).toEqual([401, false]);
    expect(leftIn(await request(one, quiet))).toBe(LIMIT - 1);
  });

  it("is counted by all processes together, each at most one call late", async () => {
    const account = await newAccount();
    const passed = [await requests(one, account, 12), await requests(other, account, 2 * LIMIT)];
    expect(passedIn(passed[0] ?? [])).toBe(12);
    // The other learns of the 12 while its own calls, all at once, are under way; then one learns of those.
    expect(passedIn(passed[1] ?? [])).toBeLessThanOrEqual(LIMIT);
    const late = [await request(one, account), ...(await requests(one, account, LIMIT))];
    expect(passedIn(late)).toBeLessThanOrEqual(1);
  });

  it("is learnt from the table with the first call that is noted", async () => {
    const account = await newAccount();
    for (let n = 0; n < 12; n += 1) await request(one, account);
    await request(other, account);
    expect(leftIn(await request(other, account))).toBe(LIMIT - 14);
  });
});

describe("without limits that a stage sets", () => {
  it("a local server has a generous one", async () => {
    const { headers } = await request(inject("stack").url, await newAccount());
    expect(headers.get("ratelimit-policy")).toBe('"account";q=2000;w=1');
  });
});
