import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { newApiKey } from "../../../../shared/accounts/store-keys.ts";
import type { AccountId } from "../../../../shared/core/ids.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, type Answer, call, newAccount } from "../../../stack/api.ts";
import { functionLog, lineOf } from "../../../stack/function-log.ts";
import { keyIdOf } from "../../../stack/key-parts.ts";
import { readyAt } from "../../../stack/ready.ts";
import { committed, EVENTS, newSeller } from "../../../stack/seller.ts";

let account: Account;

beforeAll(async () => {
  functionLog();
  account = await newAccount("logged");
});

const idOf = (answer: Answer<unknown>) => answer.headers.get("apigw-requestid");

describe("the line about a request", () => {
  it("tells who called what, and how it went", async () => {
    const line = await lineOf(idOf(await call(account.readOnly, "GET", "/v1/account")));
    expect(line).toMatchObject({
      level: "INFO",
      route: "GET /v1/account",
      account_id: account.account,
      key_id: keyIdOf(account.readOnly),
      status: 200,
    });
    expect(line.error_code).toBeUndefined();
    expect(line.lambda_request_id).not.toBe(line.request_id);
  });

  it("names the route, not the path", async () => {
    const answer = await call(account.full, "GET", `${EVENTS}/${randomUUID()}`);
    expect(await lineOf(idOf(answer))).toMatchObject({
      route: "GET /v1/supply-events/{event_id}",
      status: 404,
      error_code: "not_found",
    });
  });

  it.for<[string, string | undefined, object]>([
    ["no key", undefined, { status: 401, error_code: "missing_api_key" }],
    [
      "an unknown key",
      newApiKey("test", "nobody" as AccountId).text,
      { status: 401, error_code: "invalid_api_key" },
    ],
    ["nonsense", "nonsense", { status: 401, error_code: "invalid_api_key" }],
  ])("knows no account with %s", async ([, key, expected]) => {
    const line = await lineOf(idOf(await call(key, "GET", "/v1/account")));
    expect(line).toMatchObject(expected);
    expect(line).not.toHaveProperty("account_id");
    expect(line).not.toHaveProperty("key_id");
  });

  it("knows whose key may not write", async () => {
    const answer = await call(account.readOnly, "PUT", "/v1/account", {});
    expect(await lineOf(idOf(answer))).toMatchObject({
      account_id: account.account,
      key_id: keyIdOf(account.readOnly),
      status: 403,
      error_code: "insufficient_scope",
    });
  });

  it.for(["/health", "/ready", "/v1/tax-classes", "/openapi.json"])(
    "is the same of the public %s",
    async (path) => {
      const answer =
        path === "/ready" ? await readyAt(inject("stack").url) : await call(undefined, "GET", path);
      const line = await lineOf(idOf(answer));
      expect(line).toMatchObject({ level: "INFO", route: `GET ${path}`, status: 200 });
    },
  );

  it("is also there when a first answer is given again", async () => {
    const seller = await newSeller();
    const headers = { "Idempotency-Key": randomUUID() };
    const answers = [1, 2].map(() => call(seller.full, "POST", EVENTS, makeSale(), headers));
    const lines = await Promise.all(
      (await Promise.all(answers)).map((answer) => lineOf(idOf(answer))),
    );
    for (const line of lines) {
      expect(line).toMatchObject({ status: 200, account_id: seller.account });
    }
  });

  it("tells the first request of a function from the others", async () => {
    const path = "/v1/compliance/notifications";
    await call(account.full, "GET", path);
    const second = await call(account.full, "GET", path);
    expect(await lineOf(idOf(second))).toMatchObject({ cold_start: false });
  });
});

describe("the log", () => {
  const secret = `secret-${randomUUID()}`;

  it("has nothing of what was sent, neither when it is taken nor when it is refused", async () => {
    const seller = await newSeller();
    const sale = makeSale({ description: secret, metadata: { note: secret } });
    await committed(seller, { ...sale, event_id: secret }, { "X-Source-ID": secret });
    const asked = await Promise.all([
      call(seller.full, "GET", `${EVENTS}/${secret}`),
      call(seller.full, "GET", `${EVENTS}?period=${secret}`),
      call(seller.full, "POST", EVENTS, { ...sale, [secret]: secret, currency: secret }),
      call(seller.full, "POST", EVENTS, `{"${secret}"`),
      call(secret, "GET", "/v1/account", undefined, { "User-Agent": secret, Cookie: secret }),
      call(undefined, "GET", `/v1/tax-classes?q=${secret}`),
    ]);
    for (const answer of asked) await lineOf(idOf(answer));
    // The log is one file, written in order: what is told of these requests is before the next line.
    await lineOf(idOf(await call(undefined, "GET", "/health")));
    expect(functionLog()).not.toContain(secret);
  });

  it("counts requests by route and status class, in the form that CloudWatch reads", async () => {
    const path = "/v1/tax-registrations";
    await lineOf(idOf(await call(account.full, "GET", path)));
    await lineOf(idOf(await call(account.full, "GET", `${path}?nonsense=1`)));
    const metrics = () =>
      functionLog()
        .split("\n")
        .filter((line) => line.includes(`"route":"GET ${path}"`) && line.includes(`"Requests"`))
        .map((line) => JSON.parse(line));
    // They are written after the line of the request.
    const classes = () => new Set(metrics().map((line) => line.status_class));
    await expect.poll(classes, { timeout: 60_000 }).toEqual(new Set(["2xx", "4xx"]));
    for (const line of metrics()) {
      expect(line).toEqual({
        _aws: {
          Timestamp: expect.any(Number),
          CloudWatchMetrics: [
            {
              Namespace: "EuVat",
              Dimensions: [["service", "route", "status_class"]],
              Metrics: [
                { Name: "Requests", Unit: "Count" },
                { Name: "Duration", Unit: "Milliseconds" },
              ],
            },
          ],
        },
        service: "local",
        route: `GET ${path}`,
        status_class: expect.stringMatching(/^[24]xx$/),
        Requests: 1,
        Duration: expect.any(Number),
      });
    }
  });
});
