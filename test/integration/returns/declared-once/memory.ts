import { MemoryTable } from "../../../stack/memory-table.ts";
import { putBackLater } from "../../../stack/put-back.ts";

/** What happens to a call on its way to the table; it may fail instead, before or after `send`. */
export type OnTheWay = (send: () => Promise<unknown>) => Promise<unknown>;

/** From now on the store of this process has its table in memory, and keeps no files. */
export async function storeInMemory(onTheWay: OnTheWay = (send) => send()): Promise<MemoryTable> {
  process.env["TABLE_NAME"] = "memory";
  const { dynamo } = await import("../../../../shared/platform/dynamodb/client.ts");
  const { s3 } = await import("../../../../shared/platform/s3/client.ts");
  const table = new MemoryTable();
  // A spy would keep each call with its answer: gigabytes in a soak.
  const send = (command: object) => onTheWay(() => table.send(command as never));
  Object.assign(dynamo, { send });
  Object.assign(s3, { send: async () => ({}) });
  putBackLater(() => {
    Reflect.deleteProperty(dynamo, "send");
    Reflect.deleteProperty(s3, "send");
  });
  return table;
}
