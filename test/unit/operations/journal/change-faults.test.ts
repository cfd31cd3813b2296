import { expect, it } from "vitest";
import type { EventId, LedgerId } from "../../../../shared/core/ids.ts";
import { changeFaults } from "../../../../shared/operations/journal/change-faults.ts";
import { connectionsKey } from "../../../../shared/platform/table/connections.ts";
import { calculationNameKey, transactionKey } from "../../../../shared/platform/table/keys.ts";

const AT = "2026-11-22T10:00:00.000Z";

/** The removal of an item whose `expires_at` has passed, as the table itself does it. */
const removedByExpiry = (key: { readonly pk: string; readonly sk: string }) =>
  changeFaults({
    ...key,
    seq: "1",
    at: AT,
    op: "REMOVE",
    expired: true,
    old: { expires_at: { N: String(Date.parse(AT) / 1000 - 60) } },
  });

it("the expiry of a calculation that was not committed is no fault", () => {
  expect(removedByExpiry(transactionKey("a" as LedgerId, "txn_1"))).toEqual([]);
});

it("the name of a committed calculation never expires", () => {
  expect(removedByExpiry(calculationNameKey("a" as LedgerId, "order-1" as EventId))).toEqual([
    "CALCULATION#a#order-1 CALCULATION, 2026-11-22T10:00:00.000Z: the calculation name was removed",
  ]);
});

const connectionsOf = (country: string, more: object) => ({
  connections: { L: [{ M: { dispatch_country: { S: country } } }] },
  version: { N: "1" },
  ...more,
});

/** A change of the settings of connections, from and to the given counts. */
const changedSettings = (before: object, after: object) =>
  changeFaults({
    ...connectionsKey("a" as LedgerId),
    ...{ seq: "1", at: AT, op: "MODIFY" },
    old: connectionsOf("SE", before),
    new: { ...connectionsOf("PL", after), version: { N: "2" } },
  });

const counted = (n: number) => ({ settings_version: { N: String(n) } });

it("settings of connections change with their number, which earlier releases did not count", () => {
  expect(changedSettings({}, {})).toEqual([]);
  expect(changedSettings({}, counted(1))).toEqual([]);
  expect(changedSettings(counted(1), counted(2))).toEqual([]);
  expect(changedSettings(counted(1), counted(1))).toEqual([
    `CONNECTIONS#a CONNECTIONS, ${AT}: the connections changed without the version of a write`,
  ]);
});
