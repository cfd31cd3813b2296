import { globSync } from "node:fs";
import { resolve } from "node:path";
import { familyAt } from "../stack/item-families.ts";
import { declarationAt, type Node, usedBy } from "./reachable-codes.ts";

/*
 * The uses of the table, `<operation> <family>`, that the code behind a declaration can send. A use is found where an
 * operation meets the key of an item: in a declaration that has both, of its own or from those that it uses. What meets
 * nothing there waits for the declarations that use it: a helper sends an operation whatever the key, and a constant names
 * a key. So more is found than can happen, and never less, as long as keys are built in one folder and operations are
 * commands of the SDK.
 */
type Found = {
  /** Each use, with the declaration in which it was found. */
  readonly uses: ReadonlyMap<string, string>;
  /** Operations that still want a key, and keys that still want an operation. */
  readonly operations: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
};

const COMMANDS: Readonly<Record<string, string>> = {
  GetCommand: "GetItem",
  BatchGetCommand: "BatchGetItem",
  QueryCommand: "Query",
  ScanCommand: "Scan",
  PutCommand: "PutItem",
  UpdateCommand: "UpdateItem",
  DeleteCommand: "DeleteItem",
  BatchWriteCommand: "BatchWriteItem",
};

/** The parts of transactions. */
const PARTS: Readonly<Record<string, string>> = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
};

/** The read that is signed without the SDK's client. */
const TARGET = /^DynamoDB_\d+\.(\w+)$/;

const TABLE = "shared/platform/table/";
const EDGE = ["shared/api/account-endpoint.ts", "shared/api/secret-endpoint.ts"];

/** Stands for any parameter of a key: itself a text, and so are all its properties. */
const anyText = (text: string): unknown => {
  const made: unknown = new Proxy(() => text, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => text : made),
  });
  return made;
};

/** The families of the keys and queries that the folder of keys exports, by file and name. */
const KEYS = new Map<string, string>();
for (const file of globSync(`${TABLE}*.ts`)) {
  for (const [name, value] of Object.entries(await import(resolve(file)))) {
    const family = familyBehind(value, "0") ?? familyBehind(value, "0#0");
    if (family) KEYS.set(`${file} ${name}`, family);
  }
}

/** Returns `item <family>` of a key, and `list <family>` of a query. */
function familyBehind(value: unknown, text: string): string | undefined {
  try {
    const made = typeof value === "function" ? value(...Array(5).fill(anyText(text))) : value;
    const { pk, sk, KeyConditionExpression: condition, ExpressionAttributeValues: values } = made;
    const index = condition?.startsWith("gsi1pk") ? "gsi1" : undefined;
    const family = values
      ? familyAt({ pk: values[":pk"], sk: String(Object.values(values)[1] ?? "") }, true, index)
      : familyAt({ pk, sk }, false);
    return family && `${values ? "list" : "item"} ${family}`;
  } catch {
    // A function of the folder that builds no key.
    return undefined;
  }
}

const nameOf = (part: unknown) => String((part as Node)["name"]);

/** Returns the operations that a piece of syntax sends, or names as parts of a transaction. */
function operationsIn({ type, ...parts }: Node): (string | undefined)[] {
  if (type === "NewExpression") return [COMMANDS[nameOf(parts["callee"])]];
  if (type === "Literal") return [TARGET.exec(String(parts["value"]))?.[1]];
  if (type !== "ObjectExpression") return [];
  return (parts["properties"] as Node[]).map(({ key }) => PARTS[nameOf(key ?? {})]);
}

/** Operations on keys that no code behind the declaration builds: an index names them, or the caller has them. */
const KEYS_FROM_ELSEWHERE: Readonly<Record<string, string>> = {
  "shared/ledger/events/store-event-list.ts: listEvents": "BatchGetItem events",
  "shared/ledger/events/store-event-list.ts: readEvents": "BatchGetItem events",
  "shared/ledger/events/store-event-list.ts: readEventsCountedIn": "BatchGetItem events",
  "shared/ledger/calculate/store-transactions.ts: load": "BatchGetItem transactions",
  "shared/ledger/order-names/store-order-names.ts: listOrdersNamed": "BatchGetItem order_names",
  "shared/accounts/people/store-sessions.ts: loadSessionsOf": "GetItem sessions",
  "shared/platform/queues/store-leases.ts: endLease": "UpdateItem worker_leases",
  "shared/imports/jobs/store-open-rows.ts: keepOpenRows": "PutItem open_import_rows",
};

const NOTHING: Found = { uses: new Map(), operations: new Set(), keys: new Set() };
const NOT_YET: Found = { ...NOTHING };
const found = new Map<string, Found>();

/** Declarations that use each other. Of those that ask anything of the table, the one visited last would lack some of it. */
const inCircles = new Set<string>();

/** Returns what the code behind a declaration does. */
export function usesBehind(file: string, name: string): Found {
  const id = `${file} ${name}`;
  const known = found.get(id);
  if (known === NOT_YET) inCircles.add(id);
  if (known) return known;
  found.set(id, NOT_YET);
  const made = findUses(file, name);
  found.set(id, made);
  return made;
}

/** Returns the declarations, of those visited so far, that use each other and the table. */
export const circlesAtTheTable = (): string[] =>
  [...inCircles].filter((id) => {
    const { uses, operations, keys } = found.get(id) ?? NOTHING;
    return uses.size + operations.size + keys.size > 0;
  });

function findUses(file: string, name: string): Found {
  const key = KEYS.get(`${file} ${name}`);
  if (key) return { ...NOTHING, keys: new Set([key]) };
  const node =
    file.startsWith(TABLE) || EDGE.includes(file) ? undefined : declarationAt(file, name);
  if (!node) return NOTHING;
  const operations = new Set<string>();
  const added = new Set<string>();
  const used = usedBy(node, file, (part) => {
    for (const operation of operationsIn(part)) if (operation) operations.add(operation);
    for (const one of keyBuildersOfAdditions(part)) added.add(one);
  })
    .filter(([from, one]) => from !== file || one !== name)
    .map(([from, one]) => {
      const behind = usesBehind(from, one);
      return added.has(one) ? { ...behind, keys: new Set([...behind.keys].map(asAdded)) } : behind;
    });
  return met(`${file}: ${name}`, {
    uses: new Map(used.flatMap(({ uses }) => [...uses])),
    operations: new Set([...operations, ...used.flatMap((one) => [...one.operations])]),
    keys: new Set(used.flatMap(({ keys }) => [...keys])),
  });
}

/** Returns what builds the key of an item that is added with a change (versioned-item.ts): it is put, and never read. */
function keyBuildersOfAdditions({ type, ...parts }: Node): string[] {
  if (type !== "ObjectExpression") return [];
  const properties = new Map(
    (parts["properties"] as Node[]).map(({ key, value }) => [key && nameOf(key), value as Node]),
  );
  if (!properties.has("definition") || !properties.has("item")) return [];
  return [nameOf(properties.get("key")?.["callee"] ?? {})];
}

const asAdded = (key: string): string => key.replace("item ", "added ");

/** Pairs operations and keys. What has met something waits no more. */
function met(place: string, { uses, operations, keys }: Found): Found {
  const named = KEYS_FROM_ELSEWHERE[place];
  if (named) operations = operations.difference(new Set(named.split(" ")));
  const pairs = [...operations].flatMap((operation) =>
    [...keys].filter((key) => areTogether(operation, key)).map((key) => ({ operation, key })),
  );
  const here = pairs.map(
    ({ operation, key }) => [`${operation} ${key.split(" ")[1]}`, place] as const,
  );
  return {
    uses: new Map([...here, ...(named ? [[named, place] as const] : []), ...uses]),
    operations: operations.difference(new Set(pairs.map(({ operation }) => operation))),
    keys: keys.difference(new Set(pairs.map(({ key }) => key))),
  };
}

/** True if the operation can be sent for what the key names. */
function areTogether(operation: string, key: string): boolean {
  const [kind] = key.split(" ");
  if (kind === "added") return operation === "PutItem";
  return (operation === "Query") === (kind === "list");
}
