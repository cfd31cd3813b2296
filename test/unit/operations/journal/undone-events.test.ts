import { describe, expect, it } from "vitest";
import type {
  AttributeMap,
  AttributeValue,
  JournalRecord,
} from "../../../../shared/operations/journal/journal-record.ts";
import { faultsOfReplay, newReplay, replay } from "../../../../shared/operations/journal/replay.ts";

/* What an undo of an import does to an event, and what looks like it and is none. */

const AT = "2026-11-22T10:00:00.000Z";
const KEY_ID = "0123456789abcdef";
const EVENT = { pk: "EVENT#a#sale-1", sk: "EVENT" };
const UNDO = { pk: "IMPORT_UNDOS#a", sk: "import-1" };

type Plain = Readonly<Record<string, unknown>>;

const typed = (value: unknown): AttributeValue => {
  if (typeof value === "number") return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(typed) };
  if (typeof value === "object" && value !== null) return { M: typedItem(value as Plain) };
  return { S: String(value) };
};
const typedItem = (item: Plain): AttributeMap =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typed(value)]),
  );

const sale = {
  ...EVENT,
  gsi1pk: "E#a#2026-10#0",
  gsi1sk: "15#sale-1",
  event_type: "sale",
  event_id: "sale-1",
  commit_id: "import import-1",
  committed_at: AT,
  description: "sha256:1",
  fingerprint: "f",
  treatment: "union_oss",
  classification_status: "classified",
  classification_reasons: ["by_facts"],
  classification_history: [],
  entries: [{ b: "R", k: "k", a: {} }],
  version: 1,
};

const step = { at: AT, key_id: KEY_ID, from: "classified", to: "excluded" };
const { gsi1pk, gsi1sk, description, ...unlisted } = sale;
const undone = {
  ...unlisted,
  undone: true,
  treatment: "outside_scope",
  classification_status: "excluded",
  classification_reasons: ["import_undone"],
  classification_history: [step],
  entries: [],
  fingerprint: "without",
  erased_at: AT,
  version: 2,
};
const next = { ...sale, commit_id: "another", vat_amount_minor: 7, version: 3 };

const undo = { ...UNDO, at: AT, key_id: KEY_ID };
const key = { pk: `KEY#${KEY_ID}`, sk: "KEY", account: "a" };

function faultsOf(changes: readonly (readonly [Plain | undefined, Plain | undefined])[]) {
  const into = newReplay(false);
  for (const [n, [from, to]] of changes.entries()) {
    const { pk, sk } = (to ?? from) as { pk: string; sk: string };
    const change: JournalRecord = {
      seq: String(n + 1),
      op: from ? (to ? "MODIFY" : "REMOVE") : "INSERT",
      at: AT,
      pk,
      sk,
      ...(from ? { old: typedItem(from) } : {}),
      ...(to ? { new: typedItem(to) } : {}),
    };
    replay(into, change, { stream: "1", key: `${n}.ndjson` }, (text) => text);
  }
  return faultsOfReplay(into);
}

const KNOWN = [
  [undefined, key],
  [undefined, undo],
] as const;
const ARRIVES = [undefined, sale] as const;
const ENDS = [sale, undone] as const;

describe("an undo of an import", () => {
  it("takes its events out, and frees their ids", () => {
    expect(faultsOf([...KNOWN, ARRIVES, ENDS, [undone, next]])).toEqual([]);
  });

  it("frees the id of a refund that one write commits and moves to its sale", () => {
    expect(faultsOf([...KNOWN, ARRIVES, ENDS, [undone, { ...next, version: 4 }]])).toEqual([]);
  });

  it("is recorded before or after its events, because partitions have no common order", () => {
    expect(faultsOf([ARRIVES, ENDS, ...KNOWN])).toEqual([]);
  });

  it("may leave refunds of the event for later", () => {
    const propagating = { ...undone, propagating: true };
    expect(faultsOf([...KNOWN, ARRIVES, [sale, propagating], [propagating, undone]])).toEqual([]);
  });

  it.for<[string, Parameters<typeof faultsOf>[0], RegExp]>([
    ["an event without an undo of its import", [ARRIVES, ENDS], /nobody has undone its import/],
    [
      "by another key than the import",
      [[undefined, key], [undefined, { ...undo, key_id: "x" }], ARRIVES, ENDS],
      /undone by another key than its import/,
    ],
    [
      "by a key that was never issued",
      [[undefined, undo], ARRIVES, ENDS],
      /undo of import-1 of a: by the key 0123456789abcdef, which was never issued/,
    ],
    [
      "an event that no import has brought",
      [
        ...KNOWN,
        [undefined, { ...sale, commit_id: "1" }],
        [
          { ...sale, commit_id: "1" },
          { ...undone, commit_id: "1" },
        ],
      ],
      /no import had committed it/,
    ],
    [
      "an event that goes on counting",
      [...KNOWN, ARRIVES, [sale, { ...undone, entries: sale.entries }]],
      /entries does not say so/,
    ],
    [
      "an event that stays in lists",
      [...KNOWN, ARRIVES, [sale, { ...undone, gsi1pk, gsi1sk }]],
      /gsi1pk does not say so/,
    ],
    [
      "by nobody",
      [...KNOWN, ARRIVES, [sale, { ...undone, classification_history: [] }]],
      /undone by nobody/,
    ],
    [
      "with an amount",
      [...KNOWN, ARRIVES, [sale, { ...undone, vat_amount_minor: 7 }]],
      /vat_amount_minor of the event was changed/,
    ],
    [
      "an event out of lists alone",
      [...KNOWN, ARRIVES, [sale, { ...unlisted, description, version: 2 }]],
      /gsi1pk of the event was changed/,
    ],
    ["by removing the event", [...KNOWN, ARRIVES, [sale, undefined]], /the event was removed/],
    [
      "and removes the event then",
      [...KNOWN, ARRIVES, ENDS, [undone, undefined]],
      /the event was removed/,
    ],
    ["and is removed itself", [...KNOWN, [undo, undefined]], /the undo of an import was removed/],
    [
      "and is told otherwise later",
      [...KNOWN, [undo, { ...undo, key_id: "x" }]],
      /key_id of the undo of an import was changed/,
    ],
  ])("is none: %s", ([, changes, fault]) => {
    expect(faultsOf(changes).join("\n")).toMatch(fault);
  });

  it.for<[string, Plain, Plain, RegExp]>([
    [
      "with a commit of before",
      undone,
      { ...next, committed_at: "2026-01-01T00:00:00.000Z" },
      /arrived then, and says/,
    ],
    ["with a history", undone, { ...next, classification_history: [step] }, /with a history/],
    ["without counting on", undone, { ...next, version: 2 }, /does not count on/],
    [
      "before its refunds are moved",
      { ...undone, propagating: true },
      next,
      /replaced before its undo was over/,
    ],
  ])("makes room for a new event alone: %s", ([, from, to, fault]) => {
    expect(faultsOf([...KNOWN, ARRIVES, [sale, from], [from, to]]).join("\n")).toMatch(fault);
  });
});
