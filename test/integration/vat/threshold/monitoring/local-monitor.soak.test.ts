import { afterAll, beforeAll, expect, it } from "vitest";
import type { LedgerId } from "../../../../../shared/core/ids.ts";
import { makeSale } from "../../../../make/supply-event.ts";
import { preparedFolder } from "../../../../stack/prepared-folder.ts";
import { runCommand, runStack, type StackProcess } from "../../../../stack/run-stack.ts";
import { todayWithTimeLeft } from "../../../../stack/today.ts";

const dataDir = preparedFolder();
const today = await todayWithTimeLeft();
const year = today.slice(0, 4);
let stack: StackProcess;
let url: string;

/** Each test goes on where the one before it ended. */
beforeAll(async () => {
  stack = runStack(dataDir, ["--no-demo"], { MONITOR_EVERY_SECONDS: "1" });
  url = (await stack.ready).url;
});
afterAll(() => stack.end("SIGKILL"));

const monitor = () => runCommand("scripts/operate/monitor.ts", [], dataDir);

async function shop(account: LedgerId): Promise<string> {
  const flags = ["--account", account, "--scope", "full"];
  const { stdout } = await runCommand("scripts/operate/issue-key.ts", flags, dataDir);
  return stdout.trimEnd();
}

const request = (key: string, path: string, body?: object) =>
  fetch(`${url}${path}`, {
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });

const sell = (key: string, taxable_amount_minor: number) =>
  request(key, "/v1/supply-events", {
    ...makeSale({ taxable_amount_minor, supply_date: today }),
  });

async function unread(key: string): Promise<number> {
  const answer = await request(key, "/v1/compliance/notifications");
  return ((await answer.json()) as { unread_count: number }).unread_count;
}

it("the local stack monitors by itself", async () => {
  const key = await shop("by-itself" as LedgerId);
  expect((await sell(key, 2_000_000)).status).toBe(200);
  await expect.poll(() => unread(key), { timeout: 60_000 }).toBe(1);
});

it("and is asked to in between", async () => {
  // What the stack keeps it publishes a moment later; until then others may publish it, too.
  const nothingToTell = { code: 0, stdout: "1 account checked, 0 failed\n", stderr: "" };
  await expect.poll(monitor, { timeout: 60_000 }).toEqual(nothingToTell);
});

it("npm run monitor prints what it tells, also while nothing runs", async () => {
  const key = await shop("by-hand" as LedgerId);
  // Off before the sale, so that the stack's own monitor cannot be faster.
  expect(await stack.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
  stack = runStack(dataDir, ["--no-demo"], { MONITOR_EVERY_SECONDS: "0" });
  url = (await stack.ready).url;
  expect((await sell(key, 950_000)).status).toBe(200);
  expect(await stack.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
  const line = `by-hand vat.threshold.warning ${year}: EUR 9500.00 of 10000.00, 95 % (by-hand-${year}-warning)`;
  expect(await monitor()).toEqual({
    code: 0,
    stdout: `${line}\n2 accounts checked, 0 failed\n`,
    stderr: "",
  });
  expect((await monitor()).stdout).toBe("2 accounts checked, 0 failed\n");
});
