import { setTimeout as wait } from "node:timers/promises";
import { expect, inject, it } from "vitest";
import { makeSale } from "../../../make/supply-event.ts";
import { call, newAccount } from "../../../stack/api.ts";
import { runCommand } from "../../../stack/run-stack.ts";
import { committed, register } from "../../../stack/seller.ts";

const recount = (...flags: string[]) =>
  runCommand("scripts/operate/recount.ts", flags, inject("stack").dataDir);

it("npm run recount looks at every event of an account", async () => {
  const seller = await newAccount("recount");
  await committed(seller, [makeSale(), makeSale({ event_id: "sale-2" })]);
  expect(await recount("--account", seller.account)).toMatchObject({
    code: 0,
    stdout: "2 events looked at in 1 passes, 0 moved\n",
  });
});

it.for([
  [["--account", "nobody-of-that-name"], /^there is no account nobody-of-that-name\n$/],
  [[], /^usage: npm run --silent recount/],
] as const)("npm run recount %s: exit code 2", async ([flags, said]) => {
  expect(await recount(...flags)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(said),
  });
});

it("a local stack begins as soon as it is asked for", async () => {
  const seller = await newAccount("recount");
  await committed(seller, makeSale({ supply_date: "2025-08-20" as never }));
  await register(seller, "SE", "2025-08-10");
  const moved = async () =>
    (await call(seller.readOnly, "GET", "/v1/compliance/overview")).body["recount_pending"];
  while (((await moved()) as { events_moved: number }).events_moved === 0) await wait(500);
});
