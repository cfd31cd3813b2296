import { Webhook as Signer } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  VatError,
  verifyWebhook,
  type WebhookMessage,
  WebhookVerificationError,
} from "../../../client/src/eu-vat-client.ts";
import type { WebhookEventType } from "../../../shared/notifications/webhooks/event-types.ts";

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(24)).toString("base64")}`;
const SECRET = secretOf("a");
const NEXT = secretOf("b");
const ID = "msg_20261128T120000000Z_0123456789abcdef";
const BODY = JSON.stringify({
  type: "webhook.test",
  timestamp: "2026-11-28T12:00:00.000Z",
  data: { account: "šhop", mode: "live", webhook_id: "w1" },
});

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** The headers that the reference implementation makes. */
const headersOf = ({ secrets = [SECRET], at = new Date(), body = BODY } = {}) => ({
  "webhook-id": ID,
  "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
  "webhook-signature": secrets.map((secret) => new Signer(secret).sign(ID, at, body)).join(" "),
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

/** True if every message of the service is one of the client, and the other way round. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const namesAll: Same<WebhookMessage["type"], WebhookEventType> = true;

describe("verifyWebhook", () => {
  it("knows all messages of the service", () => expect(namesAll).toBe(true));

  it.for<[string, Parameters<typeof verifyWebhook>[0], Parameters<typeof verifyWebhook>[1]]>([
    ["a text and the headers of fetch", BODY, new Headers(headersOf())],
    ["a text and the headers of Node", BODY, headersOf()],
    ["bytes", new TextEncoder().encode(BODY), headersOf()],
    ["a Buffer that is a part of another", Buffer.from(`xx${BODY}`).subarray(2), headersOf()],
    [
      "headers in capitals",
      BODY,
      Object.fromEntries(
        Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    ],
  ])("takes %s", async ([, body, headers]) => {
    expect(await verifyWebhook(body, headers, SECRET)).toEqual(JSON.parse(BODY));
  });

  it("takes either secret of a message with two signatures", async () => {
    const headers = headersOf({ secrets: [NEXT, SECRET] });
    for (const secret of [SECRET, NEXT]) {
      expect((await verifyWebhook(BODY, headers, secret)).type).toBe("webhook.test");
    }
  });

  it("ignores signatures of other versions and broken ones", async () => {
    const { "webhook-signature": signature, ...rest } = headersOf();
    const others = `v1a,AAAA v1,%%% ${signature} v2,AAAA`;
    const headers = { ...rest, "webhook-signature": others };
    expect((await verifyWebhook(BODY, headers, SECRET)).type).toBe("webhook.test");
    const asOther = { ...rest, "webhook-signature": signature.replace("v1,", "v2,") };
    await expect(verifyWebhook(BODY, asOther, SECRET)).rejects.toThrow(/no signature/);
  });

  it.for([
    ["another secret", BODY, headersOf({ secrets: [NEXT] }), "no signature"],
    ["a changed body", BODY.replace("w1", "w2"), headersOf(), "no signature"],
    ["another id", BODY, { ...headersOf(), "webhook-id": "msg_2" }, "no signature"],
    [
      "another time",
      BODY,
      {
        ...headersOf({ at: secondsAgo(60) }),
        "webhook-timestamp": `${Math.floor(Date.now() / 1000)}`,
      },
      "no signature",
    ],
    ["an old message", BODY, headersOf({ at: secondsAgo(302) }), "seconds ago"],
    ["a message from the future", BODY, headersOf({ at: secondsAgo(-302) }), "seconds from now"],
    ["no id", BODY, { ...headersOf(), "webhook-id": undefined }, "no header webhook-id"],
    ["no time", BODY, { ...headersOf(), "webhook-timestamp": "" }, "no header webhook-timestamp"],
    [
      "a time that is none",
      BODY,
      { ...headersOf(), "webhook-timestamp": "1e9" },
      "number of seconds",
    ],
    [
      "no signature",
      BODY,
      { ...headersOf(), "webhook-signature": undefined },
      "no header webhook-signature",
    ],
  ] as const)("rejects %s", async ([, body, headers, message]) => {
    const error = await failureOf(verifyWebhook(body, headers, SECRET));
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error?.message).toContain(message);
  });

  it("takes messages of five minutes, and of another tolerance", async () => {
    const headers = headersOf({ at: secondsAgo(290) });
    expect((await verifyWebhook(BODY, headers, SECRET)).type).toBe("webhook.test");
    const strict = verifyWebhook(BODY, headers, SECRET, { toleranceSeconds: 60 });
    await expect(strict).rejects.toThrow(WebhookVerificationError);
  });

  it.for(["", "whsec_", "whsec_ä", "secret", undefined])(
    "tells that the secret %j is none, and does not repeat it",
    async (secret) => {
      const error = await failureOf(verifyWebhook(BODY, headersOf(), secret as string));
      expect(error?.constructor).toBe(VatError);
      expect(error?.message).toBe("secret must begin with whsec_, as the service gave it");
    },
  );
});
