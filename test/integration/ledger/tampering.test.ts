import { existsSync } from "node:fs";
import { join } from "node:path";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { stateFile } from "../../../scripts/operate/state-file.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import { AuditState } from "../../../shared/operations/audit/audit-sums.ts";
import { linesOf } from "../../../shared/operations/audit/findings.ts";
import { auditJson } from "../../../shared/operations/audit/quarter-progress.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import { eventIndexKey } from "../../../shared/platform/table/event-list-keys.ts";
import {
  eventKey,
  type Key,
  linkKey,
  recountKey,
  registrationsKey,
  sumKey,
  sumsOfPartition,
} from "../../../shared/platform/table/keys.ts";
import { makeRefund, makeSale } from "../../make/supply-event.ts";
import type { Account } from "../../stack/api.ts";
import { auditOf, LATE_2025, talliesVerified } from "../../stack/audit.ts";
import { runCommand } from "../../stack/run-stack.ts";
import { committed, newSeller, reclassify } from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";
import { type Item, itemAt, putItem, removeItem, rewrite } from "../../stack/tampering.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

/*
 * What npm run verify-tallies finds of what was changed past the service. Each change is made through the
 * DynamoDB endpoint, as by somebody who may write to the table.
 */
const folder = temporaryFolder();
const LINE = "line|goods|SE|DE|standard|1900|EUR";
const BOOK = "u2025-Q3";
let seller: Account;

beforeEach(async () => {
  seller = await newSeller();
  await committed(seller, [
    makeSale({ description: "a lamp", metadata: { order: "77" } }),
    makeRefund(),
    makeRefund({ event_id: "early", original_event_id: "not-yet" }),
  ]);
});

const event = (id: string): Key => eventKey(seller.account, id as EventId);
const found = async () => linesOf(await auditOf(seller.account, LATE_2025));
const command = (...flags: string[]) =>
  runCommand(
    "scripts/operate/verify-tallies.ts",
    ["--account", seller.account, ...flags],
    folder,
    inject("stack").env,
  );
const verify = (from?: string) => talliesVerified(seller.account, from);

/** Adds to whichever shard of a sum there is, as the sums of a transaction would have. */
async function addToSum(book: string, key: string, more: Readonly<Record<string, number>>) {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({ TableName: tableName(), ...sumsOfPartition(seller.account, book) }),
  );
  const shard = Items.find(({ sk }) => String(sk).startsWith(`${key}#`)) as Item;
  await putItem({
    ...shard,
    ...Object.fromEntries(
      Object.entries(more).map(([name, by]) => [name, Number(shard[name] ?? 0) + by]),
    ),
  });
}

const invent = (book: string, key: string, sums: Readonly<Record<string, number>>) =>
  putItem({ ...sumKey(seller.account, book, key, 0), s: 1, w: 1, ...sums });

it("nothing is found in what the service has written", async () => {
  expect(await command()).toMatchObject({
    code: 0,
    stdout: "3 events in 2 periods, 0 differences\n",
  });
});

it("an audit that is broken off after any page and goes on from its file finds the same", async () => {
  await committed(seller, makeSale({ event_id: "october", supply_date: "2025-10-01" as IsoDate }));
  await addToSum(BOOK, LINE, { v: 1 });
  // The two quarters of the events alone: each page is an audit.
  const whole = await auditOf(seller.account, LATE_2025);
  const path = join(folder, "audit.json");
  const parse = (json: unknown) => AuditState.parse(json);
  for (let pages = 0; ; pages += 1) {
    const file = stateFile(path, parse, auditJson);
    try {
      const onward = await auditOf(seller.account, {
        ...LATE_2025,
        resumeFrom: file.resumeFrom,
        save: (state) => {
          file.save(state, true);
          throw new Error("killed");
        },
      });
      expect(onward).toEqual(whole);
      expect(pages).toBeGreaterThan(2);
      break;
    } catch (error) {
      expect(error).toMatchObject({ message: "killed" });
    }
  }
  stateFile(path, parse).remove();
  const { stdout } = await command("--resume", path);
  expect(stdout).toContain("4 events in 3 periods, 1 difference");
  expect(existsSync(path)).toBe(false);
});

describe("sums without events", () => {
  it("deleted events whose sums are left: every book and key that they counted in", async () => {
    for (const id of ["sale-1", "refund-1", "early"]) await removeItem(event(id));
    const { code, stdout } = await verify();
    expect(code).toBe(1);
    expect(stdout).toContain(`${BOOK} ${LINE} vat_amount_minor: kept 1710, recounted 0\n`);
    expect(stdout).toContain(
      "y2025 day|2025-08-01|EUR taxable_amount_minor: kept 10000, recounted 0",
    );
    expect(stdout).toContain("0 events in 0 periods, ");
  });

  // All are looked for by their years; `npm test` takes one of quarters, months and years.
  const books: readonly [string, string][] = [
    ["u2025-Q4", LINE],
    ["n2024-Q1", LINE],
    ["i2026-02", LINE],
    ["u2027-Q4", LINE],
    ["y2023", "day|2023-03-03|EUR"],
    ["y2023", "of no day"],
  ];
  it.for(eachNth(2, books))("an invented sum in the empty book %s", async ([book, key]) => {
    await invent(book, key, { v: 999_999 });
    const { code, stdout } = await verify("2023-01-01");
    expect([code, stdout]).toEqual([
      1,
      `${book} ${key} vat_amount_minor: kept 999999, recounted 0\n3 events in 2 periods, 1 difference\n`,
    ]);
  });

  itInTurn(
    "an invented sum in a year that nothing leads to, when the whole table is read",
    async () => {
      await invent("u2040-Q1", LINE, { v: 1 });
      await invent("w2025-Q1", LINE, { v: 1 });
      const { code, stdout } = await command("--scan");
      expect(code).toBe(1);
      expect(stdout).toContain(`u2040-Q1 ${LINE} vat_amount_minor: kept 1, recounted 0\n`);
      expect(stdout).toContain("w2025-Q1 has sums, and no period is called so\n");
    },
  );

  it("an invented sum before the day that --from names is not looked for, and one after it is", async () => {
    await invent("n2024-Q1", LINE, { v: 1 });
    await invent("u2025-Q4", LINE, { v: 1 });
    expect((await verify("2024-04-01")).stdout).toBe(
      `u2025-Q4 ${LINE} vat_amount_minor: kept 1, recounted 0\n3 events in 2 periods, 1 difference\n`,
    );
    expect(await command("--from", "yesterday")).toMatchObject({ code: 2, stdout: "" });
  });

  it("an invented sum in addition to those of events", async () => {
    await invent(BOOK, "check|rate_in_per_cent", { n: 1 });
    expect(await found()).toEqual([
      `${BOOK} check|rate_in_per_cent event_count: kept 1, recounted 0`,
    ]);
  });
});

describe("an event", () => {
  const NOT_AS_SENT = "sale-1 is not what was sent: its fingerprint is that of other content";

  it("changed together with its sum", async () => {
    await rewrite(event("sale-1"), (item) => {
      item["vat_amount_minor"] = 900;
      const [line] = item["entries"] as { a: Record<string, number> }[];
      Object.assign(line?.a ?? {}, { v: 900 });
    });
    await addToSum(BOOK, LINE, { v: -1000 });
    const { code, stdout } = await verify();
    expect(code).toBe(1);
    expect(stdout).toContain(`${NOT_AS_SENT}\n`);
    expect(stdout).not.toContain("kept");
  });

  // One fingerprint has all of them.
  const changes: readonly [string, (item: Item) => void][] = [
    ["description", (item) => Object.assign(item, { description: "a desk" })],
    ["description, taken away", (item) => delete item["description"]],
    ["metadata", (item) => Object.assign(item, { metadata: { order: "78" } })],
    ["source", (item) => Object.assign(item, { source_id: "shop-2" })],
    ["role", (item) => Object.assign(item, { supplier_role: "underlying_seller" })],
    ["stated treatment", (item) => Object.assign(item, { stated: { treatment: "union_oss" } })],
    ["fingerprint", (item) => Object.assign(item, { fingerprint: "0".repeat(64) })],
  ];
  it.for(eachNth(6, changes))("with another %s", async ([, change]) => {
    await rewrite(event("sale-1"), change);
    expect(await found()).toContain(NOT_AS_SENT);
  });

  itInTurn("moved to another quarter with its sums left", async () => {
    const day = "2025-11-01";
    await rewrite(event("sale-1"), (item) =>
      Object.assign(item, {
        supply_date: day,
        ...eventIndexKey(seller.account, day, "sale-1" as EventId),
      }),
    );
    const missing = `${BOOK} ${LINE} event_count: kept 2, recounted 1`;
    expect(await found()).toContain(missing);
    // Where it was moved to is known when the account has events in that month.
    await rewrite(recountKey(seller.account), (item) =>
      Object.assign(item, { event_months: ["2025-08", "2025-11"] }),
    );
    expect(await found()).toEqual(
      expect.arrayContaining([
        NOT_AS_SENT,
        "sale-1 counts in sums of other days than its own",
        missing,
      ]),
    );
  });

  it("that cannot be read, and what refers to it", async () => {
    await rewrite(event("sale-1"), (item) => Object.assign(item, { currency: 5 }));
    expect(await found()).toEqual(
      expect.arrayContaining([
        `${BOOK} ${LINE} vat_amount_minor: kept 1710, recounted -190`,
        "sale-1 cannot be read",
        "early to refund-1: something that these events refer to cannot be read",
      ]),
    );
  });
});

it("metadata rewritten is one difference, which names the event", async () => {
  await rewrite(event("sale-1"), (item) => Object.assign(item, { metadata: { order: "78" } }));
  const { code, stdout } = await verify();
  expect([code, stdout]).toEqual([
    1,
    "sale-1 is not what was sent: its fingerprint is that of other content\n3 events in 2 periods, 1 difference\n",
  ]);
});

it("a registration moved into a quarter, past the service: its events are not where they belong", async () => {
  await rewrite(registrationsKey(seller.account), (item) => {
    const [first] = item["items"] as Item[];
    Object.assign(first as Item, { effective_from: "2025-07-15" });
  });
  const { code, stdout } = await verify();
  expect(code).toBe(1);
  expect(stdout).toContain("sale-1 is not counted as today's rules would\n");
});

describe("a decision", () => {
  beforeEach(async () => {
    for (const to of ["excluded", "classified", "excluded"] as const) {
      const { status } = await reclassify(seller, "refund-1", to, "looked at");
      expect(status).toBe(200);
    }
  });

  const historyTo = (change: (history: Item[]) => Item[]) =>
    rewrite(event("refund-1"), (item) =>
      Object.assign(item, {
        classification_history: change(item["classification_history"] as Item[]),
      }),
    );

  itInTurn("as the service wrote it is found right", async () => {
    expect(await found()).toEqual([]);
  });

  const histories: readonly [string, (history: Item[]) => Item[]][] = [
    ["the last one taken out", (history) => history.slice(0, -1)],
    ["one in between taken out", (history) => history.toSpliced(1, 1)],
    [
      "another outcome of the last",
      (history) => history.with(2, { ...history[2], to: "needs_review" }),
    ],
  ];
  it.for(eachNth(2, histories))("with %s", async ([, change]) => {
    await historyTo(change);
    expect(await found()).toContain(
      "refund-1 is excluded, which does not follow from its classification_history",
    );
  });

  itInTurn("with the whole history taken out: the facts do not lead there", async () => {
    await historyTo(() => []);
    expect(await found()).toContain("refund-1 is not counted as today's rules would");
  });

  it("whose note or time is rewritten is not found: that is for a journal", async () => {
    await historyTo((history) => history.with(0, { ...history[0], note: "never mind" }));
    await rewrite(event("sale-1"), (item) =>
      Object.assign(item, { committed_at: "2025-08-01T00:00:00.000Z" }),
    );
    expect(await found()).toEqual([]);
  });
});

describe("a link", () => {
  const ORIGINAL_COUNTS = "sale-1 counts 1 events that refer to it, there are 0";

  it("that was deleted, on both of its sides", async () => {
    await removeItem(linkKey(seller.account, "sale-1" as EventId, "refund-1" as EventId));
    const { code, stdout } = await verify();
    expect(code).toBe(1);
    expect(stdout).toContain("the link of refund-1 to sale-1 is gone\n");
    expect(stdout).toContain(`${ORIGINAL_COUNTS}\n`);
  });

  itInTurn("that was deleted and is no longer counted", async () => {
    await removeItem(linkKey(seller.account, "sale-1" as EventId, "refund-1" as EventId));
    await rewrite(event("sale-1"), (item) => delete item["links"]);
    expect(await found()).toEqual([
      "sale-1 does not count refund-1 among what refers to it",
      "the link of refund-1 to sale-1 is gone",
    ]);
  });

  it("whose non-sale was deleted together with its sums", async () => {
    await addToSum(BOOK, LINE, { n: -1, t: 1_000, v: 190 });
    await removeItem(event("refund-1"));
    expect(await found()).toContain("refund-1 has a link to sale-1, and is gone itself");
  });

  it("that was invented", async () => {
    await putItem({
      ...linkKey(seller.account, "sale-1" as EventId, "never" as EventId),
      schema_version: 1,
    });
    expect(await found()).toEqual([
      "never has a link to sale-1, and is gone itself",
      "sale-1 counts 1 events that refer to it, there are 2",
    ]);
  });

  it("to a sale that has not come, without the stub that counts it", async () => {
    await itemAt(event("not-yet"));
    await removeItem(event("not-yet"));
    expect(await found()).toContain("not-yet does not count early among what refers to it");
  });
});
