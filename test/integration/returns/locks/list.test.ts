import { beforeAll, expect, it, test } from "vitest";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { newSeller } from "../../../stack/seller.ts";
import { LOCKS, listed, locked, postFiled } from "./locking.ts";

let seller: Account;

/** Locked in another order than that of the calendar. */
const PERIODS = ["2025-Q1", "2024-Q2", "2025-Q3", "2024-Q4", "2022-Q1"];
const NEWEST_FIRST = PERIODS.toSorted().toReversed();

beforeAll(async () => {
  seller = await newSeller();
  for (const period of PERIODS) await locked(seller, period);
  await postFiled(seller, "2024-Q4");
});

const periodsOf = (items: readonly { period_key: string }[]) => items.map((one) => one.period_key);

it("is empty before the first lock", async () => {
  expect(await listed(await newAccount("locks"), "?period=2025-Q1")).toEqual({
    items: [],
    next_cursor: null,
  });
});

it("lists the most recent quarter first, without files", async () => {
  const { items, next_cursor, current_period } = await listed(seller);
  expect(periodsOf(items)).toEqual(NEWEST_FIRST);
  expect(items.map(({ status }) => status)).toEqual([
    "locked",
    "locked",
    "filed",
    "locked",
    "locked",
  ]);
  expect([next_cursor, current_period]).toEqual([null, undefined]);
  for (const item of items) expect(item).not.toHaveProperty("exports");
});

test.for([1, 2, 3, 4, 5])("in pages of %i every quarter comes once", async (limit) => {
  const seen: string[] = [];
  let query = `?limit=${limit}`;
  for (let pages = 0; pages < 6; pages += 1) {
    const { items, next_cursor } = await listed(seller, query);
    seen.push(...periodsOf(items));
    if (next_cursor === null) break;
    expect(items).toHaveLength(limit);
    query = `?limit=${limit}&cursor=${next_cursor}`;
  }
  expect(seen).toEqual(NEWEST_FIRST);
});

it("adds the quarter that is asked for to whatever page it is", async () => {
  const { items, current_period } = await listed(seller, "?limit=1&period=2022-Q1");
  expect(periodsOf(items)).toEqual(["2025-Q3"]);
  expect(current_period).toMatchObject({ period_key: "2022-Q1", export_count: 6 });
  expect(current_period?.exports).toHaveLength(6);
  expect((await listed(seller, "?period=2022-Q2")).current_period).toBeUndefined();
});

test.for([
  ["limit=0", "invalid_request"],
  ["limit=201", "invalid_request"],
  ["limit=x", "invalid_request"],
  ["cursor=2025-Q1", "invalid_request"],
  [`cursor=${btoa(JSON.stringify(["supply-events", "2025-Q1"]))}`, "invalid_request"],
  [`cursor=${btoa(JSON.stringify(["locked-return-periods", "LOCK_CHAIN"]))}`, "invalid_request"],
  ["periods=2025-Q1", "invalid_request"],
  ["period=2025", "invalid_period"],
])("400 for ?%s", async ([query, error]) => {
  const refused = await call(seller.readOnly, "GET", `${LOCKS}?${query}`);
  expect(refused).toMatchObject({ status: 400, body: { error } });
});
