import { expect, it } from "vitest";
import { auditTallies } from "../../../shared/flows/audit-tallies.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import { newAccount } from "../../stack/api.ts";
import { committed, register, summaryOf } from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";

it("smoke", async () => {
  const seller = await newAccount("recount");
  await committed(seller, [
    makeSale({ event_id: "before", supply_date: "2025-07-20" as never }),
    makeSale({ event_id: "after", supply_date: "2025-08-20" as never }),
    makeRefund({ event_id: "r", original_event_id: "after", supply_date: "2025-11-20" as never }),
  ]);
  await register(seller, "SE", "2025-08-10");
  const s = await settleRecount(seller.account);
  console.log(s);
  console.log(JSON.stringify(await summaryOf(seller, "2025-Q3"), null, 1));
  console.log(await auditTallies(seller.account));
  expect(s.state).toBe("done");
});
