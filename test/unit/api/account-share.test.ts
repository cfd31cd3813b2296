import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Context } from "aws-lambda";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { newApiKey } from "../../../shared/accounts/store-keys.ts";
import { accountEndpoint } from "../../../shared/api/account-endpoint.ts";
import type { RequestEvent } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import { sha256Of } from "../../../shared/core/hash.ts";
import type { AccountId } from "../../../shared/core/ids.ts";
import { takeRetries } from "../../../shared/platform/calls.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { metrics } from "../../../shared/platform/telemetry/telemetry.ts";
import { mockedClient } from "../../stack/mocked-client.ts";

/* What a call costs that is refused because its account calls too often: one call a minute, one at once. */
vi.stubEnv("ACCOUNT_RATE_LIMIT", "1");
vi.stubEnv("ACCOUNT_RATE_WINDOW_SECONDS", "60");
vi.stubEnv("ACCOUNT_RATE_BURST", "1");

const table = mockedClient(dynamo);
const published = vi.spyOn(metrics, "publishStoredMetrics");
const secret = newApiKey("live", "share" as AccountId);
const NOW = Date.parse("2026-11-22T12:00:00Z");

const ran = vi.fn(() => ({}));
const handler = accountEndpoint({
  route: { ...routes.createSource, method: "PUT" },
  body: z.object({}),
  run: ran,
});

const called = async (key = secret.text) => {
  const event = {
    headers: { "x-api-key": key },
    body: "{ no JSON",
    requestContext: { requestId: "r", http: { method: "PUT" } },
  } as unknown as RequestEvent;
  const answer = (await handler(event, {} as Context)) as {
    statusCode: number;
    headers: Record<string, string>;
  };
  return { status: answer.statusCode, headers: answer.headers };
};

const readKeys = () => table.commandCalls(GetCommand).length;

beforeEach(() => {
  table.reset();
  vi.useFakeTimers({ now: NOW });
  published.mockClear();
  // Those of other tests of this process would be published with the first call.
  takeRetries();
  const stored = {
    key_id: secret.keyId,
    account: "acme",
    scope: "full",
    mode: "live",
    secret_sha256: sha256Of(secret.secret),
    created_at: "2026-01-01T00:00:00.000Z",
  };
  table.on(GetCommand).resolves({ Item: stored });
  table.on(UpdateCommand).resolves({ Attributes: { full_at: NOW + 60_000 } });
});
afterEach(() => vi.useRealTimers());

it("nothing but the key is read for the first, and not even that for those after it", async () => {
  expect(await called()).toMatchObject({ status: 400 });
  expect([readKeys(), published.mock.calls.length]).toEqual([1, 1]);

  expect(await called()).toMatchObject({ status: 429 });
  expect(readKeys()).toBe(2);
  const { status, headers } = await called();
  expect(status).toBe(429);
  expect(headers).toMatchObject({
    "retry-after": "60",
    ratelimit: '"account";r=0;t=60',
    "ratelimit-policy": '"account";q=1;w=60',
  });
  expect([readKeys(), published.mock.calls.length]).toEqual([2, 1]);

  expect(await called(`${secret.text.slice(0, -1)}~`)).toMatchObject({ status: 401 });
  vi.setSystemTime(NOW + 1_500);
  expect(await called()).toMatchObject({ status: 429, headers: { "retry-after": "59" } });
  expect(readKeys()).toBe(3);
  vi.setSystemTime(NOW + 60_000);
  expect(await called()).toMatchObject({ status: 400 });
});
