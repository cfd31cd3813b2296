import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { deliveriesTo, newWebhook, workAt } from "../../../stack/webhooks.ts";

/* The receiver of docs/webhooks.md, as it stands there, is told what happens, and refuses what somebody else signs. */
const page = readFileSync("docs/webhooks.md", "utf8");
const [, example = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
const FOLDER = `node_modules/.cache/webhooks-${randomBytes(4).toString("hex")}`;

let account: Account;
beforeAll(async () => {
  account = await newAccount("documented");
});
afterAll(() => rmSync(FOLDER, { recursive: true }));

it("the receiver in the documentation takes what is signed for it", async () => {
  expect(example.trim().split("\n").length).toBeLessThan(18);
  mkdirSync(FOLDER, { recursive: true });
  const { id, secret } = await newWebhook(account, "http://127.0.0.1:9/hook", ["period.locked"]);
  writeFileSync(
    `${FOLDER}/receiver.mjs`,
    example.replace("process.env.WEBHOOK_SECRET", `"${secret}"`),
  );
  const { server } = (await import(`${process.cwd()}/${FOLDER}/receiver.mjs`)) as {
    server: Server;
  };
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  await call(account.full, "PATCH", `/v1/webhooks/${id}`, { url });
  const other = await newWebhook(account, url, ["period.locked"]);
  for (const one of [id, other.id]) await call(account.full, "POST", `/v1/webhooks/${one}/test`);
  await workAt(account.account, new Date(Date.now() + 1_000));
  expect((await deliveriesTo(account, id)).items).toMatchObject([{ state: "delivered" }]);
  expect((await deliveriesTo(account, other.id)).items).toMatchObject([
    { state: "pending", attempts: [{ response_status: 401 }] },
  ]);
  server.close();
});
