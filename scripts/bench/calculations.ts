import { randomUUID } from "node:crypto";
import { inTurn, type Row, times } from "./timing.ts";

const BATCH = 200;
const ROUNDS = 5;
/** Orders that one round sends one by one. */
const ALONE = 20;

type Post = (account: string, path: string, body: unknown) => Promise<string>;

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

/** How many orders a second are calculated and committed: in batches, and one by one. */
export async function measureCalculations(account: string, post: Post): Promise<Row[]> {
  const oneByOne = async () => {
    for (let n = 0; n < ALONE; n += 1) {
      const made = JSON.parse(await post(account, "/v1/vat/calculate", orderOf(n))) as {
        transaction_id: string;
      };
      await post(account, `/v1/transactions/${made.transaction_id}/commit`, commitOf());
    }
  };
  const asBatch = async () => {
    const items = Array.from({ length: BATCH }, (_, n) => ({ ...orderOf(n), commit: commitOf() }));
    await post(account, "/v1/vat/calculate", { items });
  };
  const [alone, batch] = await inTurn(ROUNDS, oneByOne, asBatch);
  const [perSecondAlone, perSecond] = [(ALONE * 1000) / alone, (BATCH * 1000) / batch];
  const ratio = perSecond / perSecondAlone;
  return [
    {
      what: `orders a second, calculated and committed in batches of ${BATCH}, against one by one`,
      goal: "≥ 10 ×",
      measured: `${times(ratio)} (${Math.round(perSecond)} against ${Math.round(perSecondAlone)} a second)`,
      met: ratio >= 10,
    },
  ];
}
