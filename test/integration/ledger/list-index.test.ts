import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ALL_DAYS, type IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { EventId, LedgerId } from "../../../shared/core/ids.ts";
import type { EventPosition, Filtered } from "../../../shared/ledger/events/listing.ts";
import { eventIndexKey } from "../../../shared/platform/table/event-list-keys.ts";
import { eventKey, recountKey, sumsOfPartition } from "../../../shared/platform/table/keys.ts";
import { makeSale, type SentEvent } from "../../make/supply-event.ts";
import { atEachCall } from "../../stack/put-back.ts";
import { soaking } from "../../stack/soak.ts";
import { tableOfOwn } from "../../stack/table-of-own.ts";
import { itemAt, removeItem, rewrite } from "../../stack/tampering.ts";

const sale = (event_id: string, day: string): SentEvent =>
  makeSale({ event_id, supply_date: day as IsoDate });

const pad = (month: number): string => String(month).padStart(2, "0");

type Page = { readonly limit: number; readonly after?: EventPosition };

const stores = async () => ({
  ...(await import("../../stack/count-turns.ts")),
  ...(await import("../../../shared/ledger/events/store-event-list.ts")),
  ...(await import("../../../shared/platform/dynamodb/client.ts")),
  ...(await import("../../make/committed.ts")),
  ...(await import("../../../shared/operations/audit/audit-sums.ts")),
});

beforeAll(tableOfOwn);

/** Returns the events of all pages of a list over all days. */
async function listedOf(
  account: LedgerId,
  limit: number,
  wanted?: (event: Filtered) => boolean,
  where?: Partial<Pick<Filtered, "classification_status" | "source_id">>,
): Promise<EventPosition[]> {
  const { listEvents } = await stores();
  const found: EventPosition[] = [];
  let after: EventPosition | undefined;
  do {
    const page = await listEvents(account, ALL_DAYS, { limit, after, where }, wanted);
    expect(page.records.length).toBeLessThanOrEqual(limit);
    found.push(...page.records.map(({ supply_date, event_id }) => ({ supply_date, event_id })));
    after = page.next;
  } while (after);
  return found;
}

describe("a list over the partitions of its months", () => {
  /** Days before 2015, several months, and ids that JavaScript sorts otherwise than DynamoDB. */
  const DAYS = ["1999-12-31", "2014-12-31", "2015-01-01", "2025-07-31", "2025-08-01", "2026-01-15"];
  const IDS = ["a", "b", "B", "é", "\uffee", "😀", "a#b", "$", "z-9", "z-10", "Ω", "0"];
  const events = DAYS.flatMap((day) => IDS.map((id) => sale(`${id}${day}`, day)));
  const sorted = events
    .map(({ supply_date, event_id }) => ({ supply_date, event_id }))
    .sort((a, b) =>
      Buffer.compare(
        Buffer.from(`${a.supply_date}#${a.event_id}`),
        Buffer.from(`${b.supply_date}#${b.event_id}`),
      ),
    );

  beforeAll(async () => {
    const { commit } = await stores();
    await commit("lists" as LedgerId, events);
  });

  it.for(soaking ? [1, 7, 500] : [7])(
    "has every event once, in order, %i at a time",
    async (limit) => {
      const { readIndex, listedPlace } = await stores();
      const found: EventPosition[] = [];
      let after: EventPosition | undefined;
      do {
        const page = await readIndex("lists" as LedgerId, ALL_DAYS, after, { limit });
        expect(page.items.length).toBeLessThanOrEqual(limit);
        found.push(...page.items.map(listedPlace));
        after = page.next;
      } while (after);
      expect(found).toEqual(sorted);
    },
  );

  it.for(soaking ? [1, 7, 500] : [7, 500])(
    "shows every event once, in order, in pages of %i",
    async (limit) => {
      expect(await listedOf("lists" as LedgerId, limit)).toEqual(sorted);
      const isLate = ({ supply_date }: { readonly supply_date: string }) =>
        supply_date >= "2025-08-01";
      expect(await listedOf("lists" as LedgerId, limit, isLate)).toEqual(sorted.filter(isLate));
    },
  );

  it.for([
    ["2014-12-31", "2025-07-31", 3],
    ["2025-07-01", "2025-09-30", 2],
    ["2020-01-01", "2024-12-31", 0],
  ] as const)("from %s to %s has the days of the range alone", async ([from, to, days]) => {
    const { readEvents } = await stores();
    const items: Awaited<ReturnType<typeof readEvents>>["items"][number][] = [];
    let after: EventPosition | undefined;
    do {
      const page = await readEvents(
        "lists" as LedgerId,
        { from: from as IsoDate, to: to as IsoDate },
        after,
      );
      items.push(...page.items);
      after = page.next;
    } while (after);
    const wanted = sorted.filter(({ supply_date: day }) => from <= day && day <= to);
    expect(wanted).toHaveLength(days * IDS.length);
    expect(items.map(({ event_id }) => event_id)).toEqual(wanted.map(({ event_id }) => event_id));
  });

  it("keeps of an event in the index what lists choose by, and no more", async () => {
    const { dynamo, tableName } = await stores();
    const { gsi1pk } = eventIndexKey("lists" as LedgerId, "2026-01-15", "a2026-01-15" as EventId);
    const query = {
      TableName: tableName(),
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :pk",
      ExpressionAttributeValues: { ":pk": gsi1pk },
    };
    const { Items = [] } = await dynamo.send(new QueryCommand(query));
    const KEPT = ["check_codes", "classification_status", "entries"];
    expect(Object.keys(Items[0] ?? {}).sort()).toEqual(
      [...KEPT, "gsi1pk", "gsi1sk", "pk", "sk"].sort(),
    );
  });
});

describe("a list that DynamoDB narrows by fields of the index", () => {
  const MONTHS = Array.from(
    { length: 20 },
    (_, n) => `${2024 + Math.floor(n / 12)}-${pad((n % 12) + 1)}`,
  );
  const account = "narrowed" as LedgerId;

  beforeAll(async () => {
    const { commit } = await stores();
    // Of the last month alone the shop b has an event, and every fifth event waits.
    const events = MONTHS.flatMap((month, at) =>
      ["03", "17"].flatMap((day, n) => [
        {
          ...sale(`${month}-${n}`, `${month}-${day}`),
          ...(at === MONTHS.length - 1 ? { source_id: "b" } : {}),
          ...((at * 2 + n) % 5 === 0 ? { classification_status: "needs_review" as const } : {}),
        },
      ]),
    );
    await commit(account, events);
  });

  it.for([
    [{ classification_status: "needs_review" }, 8],
    [{ classification_status: "classified" }, 32],
    [{ source_id: "b" }, 2],
    [{ source_id: "b", classification_status: "excluded" }, 0],
  ] as const)("has the events that it finds without it: %o", async ([where, count]) => {
    const wanted = (event: Filtered) =>
      Object.entries(where).every(([name, value]) => event[name as keyof Filtered] === value);
    const found = await listedOf(account, 500, wanted);
    expect(found).toHaveLength(count);
    for (const limit of [1, 3, 500]) {
      expect(await listedOf(account, limit, wanted, where)).toEqual(found);
    }
  });

  it("goes on after months without any, however many entries they have", async () => {
    const { dynamo } = await stores();
    let isLarge = true;
    atEachCall(dynamo, (next) => async (args) => {
      const answer = await next(args);
      const { output } = answer as { output: { ScannedCount?: number } };
      if (isLarge && output.ScannedCount) output.ScannedCount = 100_000;
      return answer;
    });
    const isOfShop = ({ source_id }: Filtered) => source_id === "b";
    const found = await listedOf(account, 20, isOfShop, { source_id: "b" });
    isLarge = false;
    expect(found).toHaveLength(2);
  });
});

describe("a page of a large month", () => {
  let units = 0;
  const range = { from: "2025-08-01" as IsoDate, to: "2025-08-31" as IsoDate };

  beforeAll(async () => {
    const { dynamo, tableName, commit } = await stores();
    await commit("large" as LedgerId, [sale("first", "2025-08-01")]);
    const first = await itemAt(eventKey("large" as LedgerId, "first" as EventId));
    const items = Array.from({ length: soaking ? 1500 : 1100 }, (_, n) => {
      const event_id = `sale-${n}` as EventId;
      const key = {
        ...eventKey("large" as LedgerId, event_id),
        ...eventIndexKey("large" as LedgerId, "2025-08-15", event_id),
      };
      return { ...first, ...key, event_id, supply_date: "2025-08-15" };
    });
    for (let at = 0; at < items.length; at += 25) {
      const requests = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
      await dynamo.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
    }
    atEachCall(dynamo, (next) => async (args) => {
      const input = { ...args.input, ReturnConsumedCapacity: "TOTAL" };
      const answer = await next({ ...args, input } as typeof args);
      const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: unknown };
      for (const one of [ConsumedCapacity].flat()) {
        units += (one as { CapacityUnits?: number } | undefined)?.CapacityUnits ?? 0;
      }
      return answer;
    });
  });

  beforeEach(() => {
    units = 0;
  });

  it("reads its rows and little more, wherever it lies", async () => {
    const { listEvents } = await stores();
    let after: EventPosition | undefined;
    for (let page = 0; page < 3; page += 1) {
      units = 0;
      const { records, next } = await listEvents("large" as LedgerId, range, { limit: 50, after });
      expect(records).toHaveLength(50);
      // A unit for each row, and what the four partitions give of the index.
      expect(units).toBeGreaterThan(50);
      expect(units).toBeLessThan(65);
      after = next;
    }
  });
});

describe("calls one after another, after that of the key", () => {
  const YEARS = { from: "2023-01-01", to: "2025-12-31" } as { from: IsoDate; to: IsoDate };
  const QUARTER = { from: "2024-04-01", to: "2024-06-30" } as typeof YEARS;
  const rare = () => false;

  beforeAll(async () => {
    const { commit } = await stores();
    const months = Array.from(
      { length: 36 },
      (_, n) => `${2023 + Math.floor(n / 12)}-${pad((n % 12) + 1)}`,
    );
    const events = months.flatMap((month) =>
      ["05", "25"].map((day) => sale(`${month}${day}`, `${month}-${day}`)),
    );
    await commit("sparse" as LedgerId, events);
  });

  const turnsOf = async (range: typeof YEARS, page: Page, wanted?: typeof rare) => {
    const { countTurns, listEvents } = await stores();
    let found: Awaited<ReturnType<typeof listEvents>> | undefined;
    const { turns } = await countTurns(async () => {
      found = await listEvents("sparse" as LedgerId, range, page, wanted);
    });
    return { turns, rows: found?.records.length, next: found?.next?.event_id };
  };

  it("are two for a page of three months, whichever of them have events", async () => {
    expect(await turnsOf(QUARTER, { limit: 20 })).toEqual({ turns: 2, rows: 6, next: undefined });
    expect((await turnsOf(QUARTER, { limit: 5 })).turns).toBe(2);
  });

  it("are three for a page of three years, of which it shows half a year at most", async () => {
    const first = await turnsOf(YEARS, { limit: 20 });
    expect(first).toEqual({ turns: 3, rows: 12, next: "2023-0625" });
    expect((await turnsOf(YEARS, { limit: 10 })).turns).toBe(3);
  });

  it("are at most three for a later page, which may go on in the month of the one before", async () => {
    const after = { supply_date: "2023-06-05" as IsoDate, event_id: "2023-0605" as EventId };
    expect(await turnsOf(YEARS, { limit: 20, after })).toMatchObject({ turns: 3, rows: 13 });
    expect(await turnsOf(YEARS, { limit: 1, after })).toMatchObject({ turns: 2, rows: 1 });
  });

  it("are one for each 12 months of a filtered list with few events", async () => {
    expect(await turnsOf(QUARTER, { limit: 20 }, rare)).toEqual({ turns: 1, rows: 0 });
    expect(await turnsOf(YEARS, { limit: 20 }, rare)).toEqual({ turns: 4, rows: 0 });
  });

  it("are one for the first 1,000 entries of a filtered quarter, and one for each 4,000", async () => {
    const { countTurns, listEvents } = await stores();
    const range = { from: "2025-07-01", to: "2025-09-30" } as typeof YEARS;
    const { turns } = await countTurns(() =>
      listEvents("large" as LedgerId, range, { limit: 20 }, rare),
    );
    expect(turns).toBe(2);
  });
});

describe("months that a ledger does not know of", () => {
  /** Sums of other years are not looked for: there are none. */
  const IN_2025 = { from: "2025-01-01" as IsoDate, now: new Date("2025-12-31T00:00:00Z") };
  const forget = (account: LedgerId) =>
    rewrite(recountKey(account), (item) => {
      item["event_months"] = [];
    });

  it("are reported by an audit, which finds them by their sums", async () => {
    const { auditSums, commit } = await stores();
    await commit("forgotten" as LedgerId, [sale("s", "2025-08-01")]);
    expect((await auditSums("forgotten" as LedgerId, IN_2025)).faults).toEqual([]);
    await forget("forgotten" as LedgerId);
    expect(await auditSums("forgotten" as LedgerId, IN_2025)).toMatchObject({
      events: 1,
      differences: [],
      faults: ["2025-08 has events, and lists do not look there"],
    });
  });

  it("are found by a scan where the sums are gone as well", async () => {
    const { auditSums, commit, dynamo, tableName } = await stores();
    await commit("hidden" as LedgerId, [sale("s", "2025-08-01")]);
    await forget("hidden" as LedgerId);
    for (const book of ["u2025-Q3", "y2025"]) {
      const query = { TableName: tableName(), ...sumsOfPartition("hidden" as LedgerId, book) };
      const { Items = [] } = await dynamo.send(new QueryCommand(query));
      for (const { pk, sk } of Items) await removeItem({ pk: String(pk), sk: String(sk) });
    }
    expect(await auditSums("hidden" as LedgerId, IN_2025)).toMatchObject({ events: 0 });
    const { events, differences, faults } = await auditSums("hidden" as LedgerId, {
      ...IN_2025,
      scan: true,
    });
    expect(events).toBe(1);
    expect(differences.length).toBeGreaterThan(0);
    expect(faults).toEqual(["2025-08 has events, and lists do not look there"]);
  });
});
