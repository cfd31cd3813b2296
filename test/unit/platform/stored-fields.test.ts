import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { keyPattern } from "../../../shared/platform/table/item.ts";
import { ITEMS } from "../../../shared/platform/table/registry.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";
import { fieldsOf, newlyRequired, storedFields } from "../../stored-folders/stored-fields.ts";
import { READ_BEFORE, STORED_KINDS } from "../../stored-folders/stored-kinds.ts";

/*
 * A newer version reads what an older one wrote: a field that the released version does not store has a default. The
 * fields of the release are in test/stored-folders/stored-fields.json, which only a release writes.
 */
const FOLDERS = new URL("../../stored-folders/", import.meta.url).pathname;
const released = JSON.parse(readFileSync(join(FOLDERS, "stored-fields.json"), "utf8"));

it("every kind of the table is in the list of stored kinds", () => {
  expect(Object.keys(STORED_KINDS).sort()).toEqual(ITEMS.map(({ name }) => name).sort());
});

it("no stored item of the released version lacks a field that this version requires", () => {
  const advice =
    "items that are stored lack these fields: give each a default in its schema, or read both forms";
  expect(newlyRequired(released, storedFields()), advice).toEqual([]);
});

describe("a schema that", () => {
  const Form = z.discriminatedUnion("state", [
    z.object({ state: z.literal("open"), since: z.string() }),
    z.object({ state: z.enum(["closed", "gone"]), note: z.string().optional() }),
  ]);
  const shape = {
    id: z.string(),
    items: z.array(z.object({ of: z.int() })),
    form: Form.optional(),
  };
  const found = (changed: object) =>
    newlyRequired(
      { kind: fieldsOf(z.object(shape)) },
      { kind: fieldsOf(z.object({ ...shape, ...changed })) },
    );
  const form = (closed: object, ...more: object[]) => ({
    form: z.discriminatedUnion("state", [
      z.object({ state: z.literal("open"), since: z.string() }),
      z.object({ state: z.enum(["closed", "gone"]), ...closed }),
      ...(more as z.ZodObject[] as []),
    ]),
  });
  const item = (more: object) => ({ items: z.array(z.object({ of: z.int(), ...more })) });

  it.for<[what: string, changed: object, fields: string[]]>([
    ["requires a new field", { at: z.string() }, ["kind: at"]],
    ["requires a new field in a list", item({ at: z.int() }), ["kind: items[].at"]],
    [
      "requires a field of a form that was optional",
      form({ note: z.string() }),
      ["kind: form", "kind: form<state=closed>.note", "kind: form<state=gone>.note"],
    ],
  ])("%s cannot read what is stored", ([, changed, fields]) => {
    expect(found(changed).sort()).toEqual(fields);
  });

  it.for<[what: string, changed: object]>([
    ["has a default for a new field", { at: z.string().default("") }],
    ["takes a new field if it is there", item({ at: z.int().optional() })],
    ["requires fields of a new optional object", { own: z.object({ at: z.int() }).optional() }],
    ["requires a field no more", { id: z.string().optional() }],
    [
      "requires fields of a new form",
      {
        form: Form.options[0].or(z.object({ state: z.literal("new"), by: z.string() })).optional(),
      },
    ],
  ])("%s reads what is stored", ([, changed]) => {
    expect(found(changed)).toEqual([]);
  });
});

describe.for(readdirSync(FOLDERS).filter((name) => name.endsWith(".tar.gz")))(
  "each item of the folder %s",
  (archive) => {
    it("is read by the schema of its kind", () => {
      const folder = temporaryFolder();
      execFileSync("tar", ["-xzf", join(FOLDERS, archive), "-C", folder, "data/dynamodb.db"]);
      const database = new DatabaseSync(join(folder, "data/dynamodb.db"));
      const rows = database.prepare('SELECT item_json FROM "eu-vat"').all();
      database.close();
      const items = rows.map(({ item_json }) => unmarshall(JSON.parse(String(item_json))));
      const faults = items.flatMap((item) => {
        const kind = kindOf(item);
        return kind === undefined ? [] : faultsOf(kind, item);
      });
      expect([...new Set(faults)]).toEqual([]);
      expect(new Set(items.map(kindOf)).size).toBeGreaterThanOrEqual(30);
    });
  },
);

/** The kind with the longest key that matches: `IMPORT_OPEN#*` has items of `*` and of `*#*`. */
function kindOf({ pk, sk }: Readonly<Record<string, unknown>>): string | undefined {
  const matching = ITEMS.filter(
    ({ key }) => keyPattern(key.pk).test(String(pk)) && keyPattern(key.sk).test(String(sk)),
  );
  return matching.sort((a, b) => b.key.sk.length - a.key.sk.length)[0]?.name;
}

function faultsOf(kind: string, item: Record<string, unknown>): string[] {
  const schema = STORED_KINDS[kind];
  if (schema === undefined || schema === "no schema") return [];
  // The stub that refunds leave in the place of a sale that has not come, and a row of the board before its first check.
  if (kind === "event" && item["event_type"] === undefined) return [];
  if (kind === "row of the board" && item["as_of"] === undefined) return [];
  try {
    (READ_BEFORE[kind] ?? schema.parse)(item);
    return [];
  } catch (error) {
    return [`${kind}: ${String(error)}`];
  }
}
