import { beforeAll, describe, expect, it } from "vitest";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../stack/api.ts";
import { calculated, TRANSACTIONS } from "../../stack/calculations.ts";
import { newSeller } from "../../stack/seller.ts";

/*
 * Goal: an answer is never longer than Lambda gives, and nothing of the list is lost by that. For
 * example 150 events whose metadata is as long as it may be and takes the most bytes: 10 MB, where Lambda
 * answers 6. A page ends earlier, and the list is whole.
 */
const LAMBDA_BYTES = 6_291_556;
const EVENTS = 150;
const metadata = Object.fromEntries(
  Array.from({ length: 20 }, (_, n) => [`key-${n}`, "\u0001€".repeat(250)]),
);

type Row = { event_id?: string; transaction_id?: string };
type Page = { items: Row[]; next_cursor: string | null };

async function pagesOf(account: Account, path: string): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let cursor = "";
  for (let pages = 1; ; pages += 1) {
    const { status, body, text } = await call<Page>(
      account.full,
      "GET",
      `${path}&limit=200${cursor}`,
    );
    expect(status).toBe(200);
    // As Lambda counts: the body is a text in JSON.
    expect(Buffer.byteLength(JSON.stringify({ body: text }))).toBeLessThan(LAMBDA_BYTES);
    ids.push(...body.items.map(({ event_id, transaction_id }) => event_id ?? transaction_id ?? ""));
    if (body.next_cursor === null) return { ids, pages };
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}

describe("a list of long events", () => {
  let account: Account;
  const sent = Array.from({ length: EVENTS }, (_, n) => `e-${String(n).padStart(3, "0")}`);
  beforeAll(async () => {
    account = await newSeller("SE");
    for (let at = 0; at < EVENTS; at += 50) {
      const events = sent.slice(at, at + 50).map((event_id) =>
        makeSale({
          consumption_country: "FR",
          event_id,
          supply_date: "2026-02-03" as never,
          metadata,
        }),
      );
      expect((await call(account.full, "POST", "/v1/supply-events", { events })).status).toBe(200);
    }
  });

  it.for([
    "/v1/supply-events?period=2026-Q1",
    "/v1/returns/union-oss/2026-Q1/events?member_state_of_consumption=FR",
  ])("%s comes in pages that can be answered, each event once", async (path) => {
    const { ids, pages } = await pagesOf(account, path);
    expect(ids).toEqual(sent);
    expect(pages).toBeGreaterThan(1);
  });
});

it("a list of long calculations comes in such pages, too", async () => {
  const account = await newAccount();
  const lines = Array.from({ length: 200 }, (_, n) => ({
    line_id: `${n} `.padEnd(100, "\u3042"),
    tax_class_id: "standard",
    gross_amount_minor: 100,
  }));
  const made: string[] = [];
  for (let n = 0; n < 70; n += 1) {
    const whole = { tax_class_id: undefined, gross_amount_minor: undefined, lines };
    made.push((await calculated(account, whole)).transaction_id);
  }
  const { ids, pages } = await pagesOf(account, `${TRANSACTIONS}?country=DE`);
  expect(ids).toEqual(made);
  expect(pages).toBeGreaterThan(1);
});
