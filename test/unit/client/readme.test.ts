import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { Webhook as Signer } from "standardwebhooks";
import { expect, it } from "vitest";
import * as client from "../../../client/src/eu-vat-client.ts";

const SECRET = `whsec_${Buffer.from("a".repeat(24)).toString("base64")}`;
const BODY = JSON.stringify({
  type: "period.locked",
  timestamp: "2026-11-28T12:00:00.000Z",
  data: { period_key: "2026-Q3" },
});

/** Returns the receiver of the README's chapter on webhooks, with its secret and a place for what it prints. */
function receiverOf(printed: unknown[]): (request: Request) => Promise<Response> {
  const readme = readFileSync("client/README.md", "utf8");
  const chapter = readme.split(/^## /m).find((part) => part.startsWith("Webhooks\n")) ?? "";
  const [, example = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(chapter) ?? [];
  const body = stripTypeScriptTypes(example.replace(/^import .*$/m, ""));
  const make = new Function("verifyWebhook", "secret", "console", `${body}\nreturn receive;`);
  return make(client.verifyWebhook, SECRET, { log: (text: unknown) => printed.push(text) });
}

const requestOf = (body: string) => {
  const at = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
    "webhook-signature": new Signer(SECRET).sign("msg_1", at, BODY),
  };
  return new Request("https://shop.example/vat", { method: "POST", headers, body });
};

it("the receiver of the README takes a signed message and rejects a changed one", async () => {
  const printed: unknown[] = [];
  const receive = receiverOf(printed);
  expect((await receive(requestOf(BODY))).status).toBe(204);
  expect(printed).toEqual(["2026-Q3"]);
  expect((await receive(requestOf(`${BODY} `))).status).toBe(401);
});
