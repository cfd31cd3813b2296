import { afterAll, beforeAll, expect, it } from "vitest";
import { seeded } from "../../../../scripts/demo/dice.ts";
import { type ProxiedStack, startProxiedStack } from "../../../faults/behind-proxies.ts";
import type { Account } from "../../../stack/api.ts";
import { retryOn503 } from "../../../stack/retry-on-503.ts";
import { report, seedOf, soakLength } from "../../../stack/soak.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { type History, historyOf, type Step } from "./history.ts";

/*
 * The invariant through HTTP, while transactions conflict and calls are throttled, refused or answered
 * to nobody. Whoever is told 503 sends the same again; what was carried out by then is carried out once.
 */
const FAULTS = {
  conflict: 0.06,
  throttle: 0.02,
  server_error: 0.02,
  lost_answer: 0.04,
  plain: { throttle: 0.005, server_error: 0.01, lost_answer: 0.02 },
};
const FILE_FAULTS = { throttle: 0.02, server_error: 0.02, lost_answer: 0.02 };

const HISTORIES = soakLength("ROUNDS", 400);
/** Histories of as many accounts run at once: most of their time they wait before they try again. */
const AT_ONCE = 4;
const STEPS = 14;
const seed = seedOf(20_261_124);
const random = seeded(seed);

let proxied: ProxiedStack;
let account: typeof import("./account.ts");
let call: typeof import("../../../stack/api.ts")["callAt"];

beforeAll(async () => {
  await tableOfOwn();
  proxied = await startProxiedStack(random);
  account = await import("./account.ts");
  ({ callAt: call } = await import("../../../stack/api.ts"));
  await account.publishRates();
});
afterAll(() => proxied.stop());

type Method = "POST" | "PATCH" | "PUT";

/** Sends until it is answered with something other than «come again»; answers with the status. */
async function send(
  { full }: Account,
  method: Method,
  path: string,
  body: object | undefined,
  expected: readonly number[],
): Promise<number> {
  const { status, text } = await retryOn503(() => call(proxied.api.url, full, method, path, body));
  expect(expected, `${method} ${path}: ${text}`).toContain(status);
  return status;
}

const EVENTS = "/v1/supply-events";
const LOCKS = "/v1/reports/locked-return-periods";
const REGISTRATIONS = "/v1/tax-registrations";

async function carryOut(seller: Account, home: History["home"], step: Step): Promise<void> {
  if (step.do === "commit") await send(seller, "POST", EVENTS, { events: step.events }, [200]);
  if (step.do === "classify") {
    const decision = { classification_status: step.to, note: "history" };
    await send(seller, "POST", `${EVENTS}/${step.id}/classification`, decision, [200]);
  }
  if (step.do === "lock") {
    const path = `${LOCKS}/${step.scheme.replaceAll("_", "-")}?period=${step.period}`;
    // It is locked already, perhaps by this very request; a recount is pending; nobody is registered.
    await send(seller, "POST", path, undefined, [201, 409, 422]);
  }
  if (step.do === "open") {
    const path = `/v1/returns/${step.scheme.replaceAll("_", "-")}/${step.period}/opening`;
    // It was filed here or there already, perhaps by this very request; or a sale has come before.
    await send(seller, "POST", path, account.openingTo(home), [200, 201, 409, 422]);
  }
  if (step.do === "register") await register(seller, home, step);
  if (step.do === "recount") await settled(seller);
}

type Row = { readonly id: number; readonly scheme_type: string; readonly status: string };

async function register(
  seller: Account,
  home: string,
  { scheme, window: { from, to = "" }, anew }: Step & { readonly do: "register" },
): Promise<void> {
  const list = await retryOn503(() =>
    call<{ items: Row[] }>(proxied.api.url, seller.readOnly, "GET", REGISTRATIONS),
  );
  const now = list.body.items.find(
    (row) => row.scheme_type === scheme && row.status !== "excluded",
  );
  const status = to === "" ? "active" : "ended";
  const days = { effective_from: from, effective_to: to, status };
  if (now && !anew) await send(seller, "PATCH", `${REGISTRATIONS}/${now.id}`, days, [200]);
  if (now && anew) {
    await send(seller, "PATCH", `${REGISTRATIONS}/${now.id}`, { status: "excluded" }, [200]);
  }
  if (now && !anew) return;
  const fields = { scheme_type: scheme, member_state_identification: home, effective_from: from };
  const end = to === "" ? {} : { effective_to: to };
  // One that overlaps is the one of the first attempt, whose answer was lost.
  await send(seller, "POST", REGISTRATIONS, { ...fields, status, ...end }, [201, 409]);
}

/** A worker that fails of an outage is started again, as the queue does. */
async function settled(seller: Account): Promise<void> {
  const { settleRecount } = await import("../../../stack/settle.ts");
  const { isOutage } = await import("../../../../shared/platform/calls.ts");
  const { DomainError } = await import("../../../../shared/core/errors/errors.ts");
  for (;;) {
    try {
      await settleRecount(seller.account);
      return;
    } catch (error) {
      if (!isOutage(error) && !(error instanceof DomainError)) throw error;
    }
  }
}

/** A business that is there before anything fails. */
async function newSeller(): Promise<Account> {
  const { newAccount } = await import("../../../stack/api.ts");
  const seller = await newAccount("declared");
  await account.newBusiness(seller.account);
  return seller;
}

async function play(seller: Account, { home, steps }: History): Promise<void> {
  for (const step of steps) await carryOut(seller, home, step);
  await settled(seller);
}

it("what locked returns declared and open ones will is what the ledger holds, whatever failed", async () => {
  const played: (readonly [Account, History])[] = [];
  while (played.length < HISTORIES) played.push([await newSeller(), historyOf(random, STEPS)]);
  proxied.dynamo.inject(FAULTS);
  proxied.s3.inject(FILE_FAULTS);
  const waiting = [...played];
  const player = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await play(...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, player));
  proxied.dynamo.inject({});
  for (const [{ account: name }, history] of played) {
    const label = `seed ${seed}: ${JSON.stringify(history)}`;
    const { declared, held } = await account.declaredAndHeld(name, history);
    expect(declared, label).toEqual(held);
  }
  const { no_answer, silence, ...dealt } = proxied.dynamo.injected;
  report(`declared under faults: seed ${seed}, ${HISTORIES} histories, ${JSON.stringify(dealt)}`);
  // Of fifty transactions each kind hits one at least, and the commits alone are that many.
  expect(Object.entries(dealt).filter(([, count]) => count < 2)).toEqual([]);
}, 3_600_000);
