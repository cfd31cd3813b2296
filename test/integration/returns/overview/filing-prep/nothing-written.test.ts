import { beforeAll, describe, expect, it } from "vitest";
import type { IsoDate } from "../../../../../shared/core/calendar/dates.ts";
import { dynamo } from "../../../../../shared/platform/dynamodb/client.ts";
import {
  loadFilingPrep,
  loadMultiJurisdiction,
} from "../../../../../shared/returns/overview/load-workspaces.ts";
import { IOSS } from "../../../../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../../../../shared/vat/schemes/union-oss.ts";
import { periodAt } from "../../../../make/return-input.ts";
import { makeImport, makeRefund, makeSale } from "../../../../make/supply-event.ts";
import { itemsOf } from "../../../../stack/account-items.ts";
import { type Account, call } from "../../../../stack/api.ts";
import { previewOf, registerImports, workspaceOf } from "../../../../stack/importer.ts";
import { atEachCall } from "../../../../stack/put-back.ts";
import { committed, newSeller } from "../../../../stack/seller.ts";
import { testsInTurn } from "../../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const Q3 = periodAt("2025-Q3");
const SCHEMES = { quarterly: UNION_OSS, monthly: IOSS };

/** A seller whose workspaces take every path: a cut month, a lock, corrections of an earlier quarter. */
async function busySeller() {
  const seller = await newSeller("SE");
  await registerImports(seller, { effective_from: "2025-07-10" });
  await committed(seller, [
    makeSale({ event_id: "q2", supply_date: "2025-05-01" as IsoDate, currency: "USD" }),
    makeRefund({ event_id: "of-q2", original_event_id: "q2", currency: "USD" }),
    makeSale(),
    makeImport({ supply_date: "2025-07-09" as IsoDate }),
  ]);
  await call(seller.full, "POST", "/v1/reports/locked-return-periods/union-oss?period=2025-Q3");
  return seller;
}

describe("filing-prep and multi-jurisdiction", () => {
  let seller: Account;
  beforeAll(async () => {
    seller = await busySeller();
  });

  itInTurn("leave every item of the account as it was, and add none", async () => {
    // The first use of a key on a day is noted.
    await workspaceOf(seller, "2025-Q3");
    const before = await itemsOf(seller.account);
    expect(before.size).toBeGreaterThan(10);
    await workspaceOf(seller, "2025-Q3");
    await previewOf(seller, "2025-Q3");
    expect(await itemsOf(seller.account)).toEqual(before);
  });

  it("send the table nothing but reads", async () => {
    const { account } = seller;
    const commands: string[] = [];
    const end = atEachCall(dynamo, (next, { commandName = "" }) => (args) => {
      commands.push(commandName);
      return next(args);
    });
    await loadFilingPrep(account, Q3, SCHEMES, "2025-10-01" as IsoDate);
    const loaded = commands.length;
    await loadMultiJurisdiction(account, Q3, SCHEMES);
    end();
    expect(commands.length).toBeGreaterThan(loaded);
    expect(loaded).toBeGreaterThan(5);
    expect(new Set(commands.map((name) => name.replace("Command", "")))).toEqual(
      new Set(["BatchGetItem", "GetItem", "Query"]),
    );
  });
});
