import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { lockKey } from "../../../../shared/platform/table/periods.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { call } from "../../../stack/api.ts";
import { committed } from "../../../stack/seller.ts";
import { putItem } from "../../../stack/tampering.ts";
import { locked, sale, sellerWith } from "./locking.ts";

const BRIDGE = "/v1/returns/union-oss/2025-Q3/bridge";

it("a lock keeps the bridge of its return, and one of before has none", async () => {
  const toBusiness = makeSale({ event_id: "b2b", customer_type: "b2b", rate_category: "zero" });
  const seller = await sellerWith(sale(), { ...toBusiness, vat_rate_bps: 0, vat_amount_minor: 0 });
  const before = await call<{ lines: object[] }>(seller.readOnly, "GET", BRIDGE);
  expect(before.body).toMatchObject({ locked: false });
  expect(before.body.lines).toHaveLength(4);
  await locked(seller, "2025-Q3");
  await committed(seller, makeSale({ event_id: "late" }));
  const after = await call<{ lines: object[] }>(seller.readOnly, "GET", BRIDGE);
  expect(after.body).toEqual({ ...before.body, locked: true });
  const name = {
    scheme_type: "union_oss",
    period_key: "2025-Q3" as PeriodKey,
    registration_id: 1,
  };
  const { Item = {} } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: lockKey(seller.account, name) }),
  );
  const { bridge, ...older } = Item;
  await putItem(older as never);
  const { body } = await call(seller.readOnly, "GET", BRIDGE);
  expect(body).toMatchObject({
    locked: true,
    lines: null,
    unknown: [{ code: "locked_before_bridges", count: null, before: null }],
  });
});
