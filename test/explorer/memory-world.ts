import { dynamo } from "../../shared/platform/dynamodb/client.ts";
import { s3, s3ForLargeFiles } from "../../shared/platform/s3/client.ts";
import { MemoryTable } from "../stack/memory-table.ts";
import { MemoryObjects } from "./memory-objects.ts";
import { MemoryStream } from "./memory-stream.ts";
import { inTurn, type Touch } from "./schedule.ts";

type Key = { readonly pk: string; readonly sk: string };
type Action = { readonly Key?: Key; readonly Item?: Key };
type Input = Action & {
  readonly TransactItems?: readonly Readonly<Record<string, Action>>[];
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Key[] }>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
  readonly Bucket?: string;
};
export type Command = { readonly input: object };

/** A defect that is planted between the service and the table, to see that it is found. */
export type Planted = (
  command: Command,
  send: (command: Command) => Promise<unknown>,
) => Promise<unknown>;

/** The table and the objects of this process, in memory, whose calls take turns by a schedule. */
export class MemoryWorld {
  readonly table = new MemoryTable();
  readonly stream = new MemoryStream(this.table);
  readonly objects = new MemoryObjects();
  planted: Planted | undefined;

  /** Puts this world in the place of the clients. */
  static install(): MemoryWorld {
    const world = new MemoryWorld();
    process.env["TABLE_NAME"] = "memory";
    process.env["BUCKET_NAME"] = "locked";
    process.env["IMPORT_BUCKET_NAME"] = "imports";
    const toTable = (command: Command) => world.#send(command, world.table);
    const toObjects = (command: Command) => world.#send(command, world.objects);
    Object.assign(dynamo, { send: toTable });
    Object.assign(s3, { send: toObjects });
    Object.assign(s3ForLargeFiles, { send: toObjects });
    return world;
  }

  /** Keeps the world, and returns what brings it back. */
  snapshot(): () => void {
    const restores = [this.table, this.stream, this.objects].map((one) => one.snapshot());
    return () => {
      for (const restore of restores) restore();
    };
  }

  #send(command: Command, to: MemoryTable | MemoryObjects): Promise<unknown> {
    const send = (command: Command) =>
      inTurn({ touches: () => this.#touchesOf(command), carryOut: () => to.send(command) });
    return this.planted ? this.planted(command, send) : send(command);
  }

  /** Returns what a command touches: items, and the partitions that list them. */
  #touchesOf({ input, constructor: { name } }: Command): readonly Touch[] {
    const { TransactItems, RequestItems, ExpressionAttributeValues, Bucket, ...own } =
      input as Input;
    if (Bucket)
      return [
        {
          name: `object ${(own.Key as unknown as string) ?? ""}`,
          isWrite: name === "PutObjectCommand",
        },
      ];
    if (name === "QueryCommand") {
      return [{ name: `list ${ExpressionAttributeValues?.[":pk"]}`, isWrite: false }];
    }
    if (RequestItems) {
      const keys = Object.values(RequestItems).flatMap(({ Keys }) => Keys);
      return keys.map((key) => ({ name: nameOf(key), isWrite: false }));
    }
    if (TransactItems) {
      return TransactItems.flatMap((item) =>
        Object.entries(item).flatMap(([kind, action]) =>
          this.#touchesOfOne(action, kind !== "ConditionCheck"),
        ),
      );
    }
    return this.#touchesOfOne(own, name !== "GetCommand");
  }

  #touchesOfOne({ Key, Item }: Action, isWrite: boolean): Touch[] {
    const key = (Key ?? Item) as Key;
    const own = { name: nameOf(key), isWrite };
    if (!isWrite) return [own];
    const listed = [key.pk, this.table.at(key)?.["gsi1pk"], (Item as { gsi1pk?: string })?.gsi1pk];
    const lists = new Set(listed.filter((one) => one !== undefined));
    return [own, ...[...lists].map((one) => ({ name: `list ${one}`, isWrite }))];
  }
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** Returns a test of calls: true for those that meet one of these touches, of which one is a write. */
export function meets(touched: readonly Touch[]): (own: readonly Touch[]) => boolean {
  const known = new Map<string, boolean>();
  for (const { name, isWrite } of touched) known.set(name, isWrite || known.get(name) === true);
  return (own) =>
    own.some(({ name, isWrite }) => known.has(name) && (isWrite || known.get(name) === true));
}
