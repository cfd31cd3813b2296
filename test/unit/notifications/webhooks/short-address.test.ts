import { expect, it } from "vitest";
import { Notice } from "../../../../shared/notifications/notification.ts";
import { shortAddress } from "../../../../shared/notifications/webhooks/http-client.ts";

it.for([
  ["https://shop.example", "https://shop.example/"],
  ["https://shop.example/webhooks", "https://shop.example/webhooks"],
  ["https://shop.example/webhooks/", "https://shop.example/webhooks/…"],
  ["https://shop.example:8443/hook?token=SECRET", "https://shop.example:8443/hook/…"],
  ["https://hooks.example/services/T0/SECRET", "https://hooks.example/services/…"],
  ["https://hooks.example/SECRET-SECRET-SECRET-SECRET", "https://hooks.example/…"],
] as const)("%s is shown as %s, and so is what was shortened", ([url, short]) => {
  expect(shortAddress(url)).toBe(short);
  expect(shortAddress(short)).toBe(short);
});

it("a notice that holds the whole address does not show it", () => {
  const notice = Notice.parse({
    id: "wh_1-20260101T000000000Z",
    kind: "webhook.disabled",
    created_at: "2026-01-01T00:00:00.000Z",
    webhook_id: "wh_1",
    url: "https://shop.example/hook?token=SECRET",
    reason: "gone",
  });
  expect(notice).toMatchObject({ url: "https://shop.example/hook/…" });
});
