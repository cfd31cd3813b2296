/*
 * Runs under Node 20, Deno and Bun against the running service, with the package as it is packed: scripts/checks/client-package.ts.
 */
import process from "node:process";
import { createClient, verifyWebhook, WebhookVerificationError } from "eu-vat-client";

const { VAT_API_URL: baseUrl, VAT_API_KEY: apiKey } = process.env;
const client = createClient({ baseUrl, apiKey });

const { status } = await client.getHealth();
if (status !== "ok") throw new Error(`the service is ${status}`);
const { account } = await client.getAccount();
if (account !== "outside") throw new Error(`the account is ${account}`);
for await (const { event_id } of client.listSupplyEvents()) {
  if (!event_id) throw new Error("an event has no id");
  break;
}

// Signed here by Web Crypto, independently of the client.
const secret = btoa("k".repeat(24));
const body = JSON.stringify({
  type: "webhook.test",
  timestamp: new Date().toISOString(),
  data: {},
});
const seconds = `${Math.floor(Date.now() / 1000)}`;
const hmac = { name: "HMAC", hash: "SHA-256" };
const bytes = new TextEncoder();
const key = await crypto.subtle.importKey("raw", bytes.encode(atob(secret)), hmac, false, ["sign"]);
const mac = await crypto.subtle.sign(hmac, key, bytes.encode(`msg_1.${seconds}.${body}`));
const headers = new Headers({
  "webhook-id": "msg_1",
  "webhook-timestamp": seconds,
  "webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`,
});
const { type } = await verifyWebhook(body, headers, `whsec_${secret}`);
if (type !== "webhook.test") throw new Error(`the message is ${type}`);
const forged = verifyWebhook(`${body} `, headers, `whsec_${secret}`);
const refusal = await forged.catch((error) => error);
if (!(refusal instanceof WebhookVerificationError)) throw new Error("a changed body was accepted");
