import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import { EVENT_DATA } from "../../../../shared/api/docs/webhook-events.ts";
import { withChanges } from "../../../../shared/notifications/rate-changes.ts";
import { updateRatesTold } from "../../../../shared/notifications/store-rates-told.ts";
import { tellRateChanges } from "../../../../shared/notifications/tell-rate-changes.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { type Receiver, startReceiver } from "../../../stack/receiver.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { workAt } from "../../../stack/webhooks.ts";

/* On 2025-07-01 Estonia raises its standard rate; Italy and Portugal change others. The clock is that of the test. */
let api: ApiServer;
let receiver: Receiver;
let wanting: Account;
let other: Account;
let secret: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-06-30T12:00:00Z") });
  vi.stubEnv("WEBHOOKS_ALLOW_LOOPBACK", "1");
  await tableOfOwn();
  api = await startApiHere();
  receiver = await startReceiver();
  [wanting, other] = [await newAccount(), await newAccount()];
  const webhook = (account: Account, events: readonly string[]) =>
    callAt<{ secret: string }>(api.url, account.full, "POST", "/v1/webhooks", {
      url: receiver.url,
      events,
    });
  const made = await webhook(wanting, ["rates.changed"]);
  expect(made.status, made.text).toBe(201);
  ({ secret } = made.body);
  await webhook(other, ["period.locked"]);
});
afterAll(async () => {
  vi.useRealTimers();
  await api.stop();
  await receiver.close();
});

/** Runs the hourly look, and delivers what is due. */
async function look(instant: string): Promise<number> {
  vi.setSystemTime(new Date(instant));
  const { rates_told } = await tellRateChanges(new Date());
  for (const { account } of [wanting, other]) await workAt(account, new Date());
  return rates_told;
}

it("tells each webhook that asks for it once, also after an interrupted run", async () => {
  expect(await look("2025-06-30T22:00:00Z")).toBe(0);
  expect(await look("2025-06-30T23:00:00Z")).toBe(0);
  // A run that stored what there is to tell, and was then interrupted.
  vi.setSystemTime(new Date("2025-07-01T00:00:00Z"));
  const begun = await updateRatesTold((seen) => withChanges(seen, BUILT_IN_RATES, new Date()));
  expect(await look("2025-07-01T01:00:00Z")).toBe(1);
  expect(receiver.received).toHaveLength(1);
  const [{ body, headers } = { body: "", headers: {} }] = receiver.received;
  const { type, timestamp, data } = new Verifier(secret).verify(body, headers) as {
    type: string;
    timestamp: string;
    data: object;
  };
  expect([type, timestamp]).toEqual(["rates.changed", "2025-07-01T00:00:00.000Z"]);
  expect(EVENT_DATA["rates.changed"].parse(data)).toEqual(data);
  expect(data).toMatchObject({
    account: wanting.account,
    day: "2025-07-01",
    countries: ["EE", "IT", "PT"],
  });
  // One that was interrupted after its messages writes them again, under the same ids.
  await updateRatesTold(({ version }) => ({ ...begun, version }));
  expect(await look("2025-07-01T02:00:00Z")).toBe(1);
  expect(await look("2025-07-01T03:00:00Z")).toBe(0);
  expect(receiver.received).toHaveLength(1);
});
