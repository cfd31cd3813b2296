import { randomUUID } from "node:crypto";
import type { LedgerId } from "../../shared/core/ids.ts";
import { type Bench, goalRow, type Row } from "./harness/subject.ts";
import { inTurn, median, ratioOf } from "./harness/timing.ts";

const ACCOUNT = "bench-calculations" as LedgerId;
const BATCH = 200;
const ROUNDS = 9;
/** Number of orders that a round sends one by one. */
const SINGLE = 20;

const orderOf = (n: number) => ({
  country: ["DE", "FR", "PL", "FI"][n % 4],
  currency: "EUR",
  tax_class_id: n % 3 ? "standard" : "books",
  gross_amount_minor: 1_000 + n,
  price_includes_vat: true,
  transaction_date: "2025-08-14",
  supply: { supply_kind: "goods", dispatch_country: "SE" },
});

const commitOf = () => ({ event_id: randomUUID(), event_type: "sale" });

/** Compares the rate at which orders are calculated and committed: in batches, and one by one. */
export async function measureCalculations({ newAccount, ask }: Bench): Promise<Row[]> {
  await newAccount(ACCOUNT);
  const took = await inTurn(
    {
      singly: async () => {
        for (let n = 0; n < SINGLE; n += 1) {
          const calculated = JSON.parse(await ask(ACCOUNT, "/v1/vat/calculate", orderOf(n)));
          const path = `/v1/transactions/${calculated.transaction_id}/commit`;
          await ask(ACCOUNT, path, commitOf());
        }
      },
      batch: () => {
        const items = Array.from({ length: BATCH }, (_, n) => ({
          ...orderOf(n),
          commit: commitOf(),
        }));
        return ask(ACCOUNT, "/v1/vat/calculate", { items });
      },
    },
    { blocks: ROUNDS },
  );
  const singly = took.singly.map((ms) => ms / SINGLE);
  const batch = took.batch.map((ms) => ms / BATCH);
  const { ratio, text } = ratioOf(singly, batch);
  const [few, many] = [singly, batch].map((each) => Math.round(1000 / median(each)));
  const what = `orders a second, calculated and committed in batches of ${BATCH}, against one by one`;
  return [goalRow("calculationRate", what, ratio, `${text}, ${many} against ${few} a second`)];
}
