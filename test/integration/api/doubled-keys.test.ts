import { expect, test } from "vitest";
import { makeSale } from "../../make/supply-event.ts";
import { call, newAccount } from "../../stack/api.ts";

const twice = (json: string, pair: string) => `${json.slice(0, -1)},${pair}}`;
const sale = JSON.stringify(makeSale());

/** JSON.parse takes the last of two values: an amount of tax would be chosen by chance. */
test.for<[what: string, path: string, body: string, field: string]>([
  [
    "an amount of an event",
    "/v1/supply-events",
    twice(sale, '"vat_amount_minor":1'),
    "vat_amount_minor",
  ],
  [
    "an amount of an event of a batch",
    "/v1/supply-events",
    `{"events":[${sale},${twice(sale, '"vat_amount_minor":1900')}]}`,
    "events.1.vat_amount_minor",
  ],
  [
    "a key of metadata",
    "/v1/supply-events",
    twice(sale, '"metadata":{"order":"1","order":"2"}'),
    "metadata.order",
  ],
  [
    "the day of a filing",
    "/v1/reports/locked-return-periods/union-oss/filed?period=2025-Q3",
    '{"filed_at":"2025-10-01","filed_at":"2025-10-02"}',
    "filed_at",
  ],
])("%s given twice is refused by name", async ([, path, body, field]) => {
  const { full } = await newAccount();
  const refused = await call(full, "POST", path, body);
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { error: "invalid_json", details: [{ field, message: "is given twice" }] },
  ]);
});
