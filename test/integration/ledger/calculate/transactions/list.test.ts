import { beforeAll, describe, expect, it } from "vitest";
import { type Account, call, newAccount } from "../../../../stack/api.ts";
import { calculated, listed, pagedIds, transactionPath } from "../../../../stack/calculations.ts";

type Row = readonly [day: string, country: string, source?: string];

/** In the order of the list. */
const ROWS: readonly Row[] = [
  ["2024-12-31", "DE", "shop"],
  ["2025-01-01", "FR", "shop"],
  ["2025-08-01", "DE"],
  ["2025-08-01", "EL", "shop/gr"],
  ["2025-08-01", "DE", "shop"],
  ["2025-08-02", "MC", "till"],
  ["2035-01-01", "DE", "shop"],
];

describe("the list of transactions", () => {
  let account: Account;
  let other: Account;
  let ids: string[];

  beforeAll(async () => {
    [account, other] = await Promise.all([newAccount("lister"), newAccount("other")]);
    ids = [];
    for (const [transaction_date, country, source] of ROWS) {
      const headers = source === undefined ? {} : { "X-Source-ID": source };
      const { transaction_id } = await calculated(account, { transaction_date, country }, headers);
      ids.push(transaction_id);
    }
    await calculated(other);
  });

  it.for<[string, readonly number[]]>([
    ["", [0, 1, 2, 3, 4, 5, 6]],
    ["?from=2025-01-01", [1, 2, 3, 4, 5, 6]],
    ["?to=2025-01-01", [0, 1]],
    ["?from=2025-08-01&to=2025-08-01", [2, 3, 4]],
    ["?from=2025-08-03&to=2034-12-31", []],
    ["?country=DE", [0, 2, 4, 6]],
    ["?country=EL", [3]],
    ["?country=GR", [3]],
    ["?country=MC", [5]],
    ["?country=FR", [1]],
    ["?country=PL", []],
    ["?source_id=shop", [0, 1, 4, 6]],
    ["?source_id=shop/gr", [3]],
    ["?source_id=nobody", []],
    ["?source_id=shop&country=DE&from=2025-01-01&to=2025-12-31", [4]],
  ])("%s", async ([query, expected]) => {
    const { items, next_cursor } = (await listed(account, query)).body;
    expect(items.map(({ transaction_id }) => ids.indexOf(transaction_id))).toEqual(expected);
    expect(next_cursor).toBeNull();
  });

  it("pages through every filter without a gap, and ends with its last row", async () => {
    for (const filter of ["", "&country=DE", "&source_id=shop", "&from=2025-08-01"]) {
      const whole = (await listed(account, `?limit=200${filter}`)).body.items;
      for (const limit of [1, 3, 7]) {
        const paged = await pagedIds(account, `?limit=${limit}${filter}`);
        expect(paged).toEqual(whole.map(({ transaction_id }) => transaction_id));
      }
    }
    const exact = (await listed(account, `?limit=${ROWS.length}`)).body;
    expect([exact.items.length, exact.next_cursor]).toEqual([ROWS.length, null]);
  });

  it("shows each as it was calculated", async () => {
    for (const item of (await listed(account)).body.items) {
      const path = transactionPath(item.transaction_id);
      expect((await call(account.readOnly, "GET", path)).body).toEqual(item);
    }
  });

  it.for([
    ["?from=2025-08-02&to=2025-08-01", "from"],
    ["?from=yesterday", "from"],
    ["?to=2025-13-01", "to"],
    ["?country=de", "country"],
    ["?country=DEU", "country"],
    ["?source_id=my%20shop", "source_id"],
    ["?limit=0", "limit"],
    ["?limit=201", "limit"],
    ["?limit=ten", "limit"],
    ["?cursor=abc", "cursor"],
    ["?cursor=", "cursor"],
    ["?period=2025-Q3", "period"],
  ] as const)("%s is refused", async ([query, field]) => {
    const { status, body } = await call(account.readOnly, "GET", `/v1/transactions${query}`);
    expect(status).toBe(400);
    expect(body["details"]).toContainEqual(expect.objectContaining({ field }));
  });

  it("refuses a cursor of another list, or of other filters", async () => {
    const { next_cursor } = (await listed(account, "?limit=1")).body;
    const refused = async (path: string) => (await call(account.readOnly, "GET", path)).status;
    expect(await refused(`/v1/transactions?country=DE&cursor=${next_cursor}`)).toBe(400);
    expect(await refused(`/v1/transactions?from=2025-01-01&cursor=${next_cursor}`)).toBe(400);
    expect(await refused(`/v1/supply-events?cursor=${next_cursor}`)).toBe(400);
    expect(await refused(`/v1/transactions?limit=2&cursor=${next_cursor}`)).toBe(200);
  });

  it("is of the account alone, and a foreign id is as unknown as one that never was", async () => {
    const mine = (await listed(other)).body.items;
    expect(mine.map(({ transaction_id }) => ids.includes(transaction_id))).toEqual([false]);
    const missing = "txn_01k1h944000000000000000000";
    const paths = [ids[0] as string, missing, "nonsense", "%20"].map(transactionPath);
    for (const path of paths) {
      const { status, body } = await call(other.full, "GET", path);
      expect([status, body]).toMatchObject([
        404,
        { error: "not_found", message: "no such transaction" },
      ]);
      const commit = await call(other.full, "POST", `${path}/commit`, {
        event_id: "a",
        event_type: "sale",
      });
      expect([commit.status, commit.body]).toMatchObject([404, { error: "not_found" }]);
    }
  });

  it("with a cursor of another account goes on among its own", async () => {
    const { next_cursor } = (await listed(account, "?limit=1")).body;
    const { items } = (await listed(other, `?cursor=${next_cursor}`)).body;
    expect(items.filter(({ transaction_id }) => ids.includes(transaction_id))).toEqual([]);
  });
});

describe("a long list", () => {
  it("finds rare rows, and pages in the order of the days", async () => {
    const account = await newAccount("long");
    const days = Array.from({ length: 51 }, (_, n) => `2025-0${(n % 9) + 1}-15`);
    const ids: string[] = [];
    for (const [n, transaction_date] of days.entries()) {
      const tag = { "X-Source-ID": n % 17 === 0 ? "rare" : "usual" };
      ids.push((await calculated(account, { transaction_date }, tag)).transaction_id);
    }
    const first = (await listed(account)).body;
    expect([first.items.length, typeof first.next_cursor]).toEqual([50, "string"]);
    const paged = await pagedIds(account, "?limit=7");
    expect(paged.toSorted()).toEqual(ids.toSorted());
    const order = paged.map((id) => days[ids.indexOf(id)]);
    expect(order).toEqual(order.toSorted());
    expect(await pagedIds(account, "?limit=1&source_id=rare")).toHaveLength(3);
  });
});
