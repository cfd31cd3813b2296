import { expect, test } from "vitest";
import { makeService } from "../../make/supply-event.ts";
import { call, newAccount } from "../../stack/api.ts";

test.for([".", ".."])("the id %j, which no URL can name, is refused", async (event_id) => {
  const { full } = await newAccount();
  const { status, body } = await call(full, "POST", "/v1/supply-events", makeService({ event_id }));
  expect([status, body["details"]]).toEqual([
    400,
    [{ field: "event_id", message: "must not be a path of dots" }],
  ]);
});

test("a malformed period has the same code in the list as in the reports", async () => {
  const { full } = await newAccount();
  const { status, body } = await call(full, "GET", "/v1/supply-events?period=2025-Q5");
  expect([status, body]).toMatchObject([400, { error: "invalid_period" }]);
});

test("a Northern Irish seat supplies services from Great Britain", async () => {
  const { full } = await newAccount();
  await call(full, "PUT", "/v1/account", { establishment_country: "XI" });
  const { establishment_country, ...service } = makeService();
  await call(full, "POST", "/v1/supply-events", service);
  const { body } = await call(full, "GET", `/v1/supply-events/${service.event_id}`);
  expect(body["establishment_country"]).toBe("GB");
});
