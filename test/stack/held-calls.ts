import type { ApiServer } from "../../scripts/local/api-server.ts";
import type { dynamo as client } from "../../shared/platform/dynamodb/client.ts";
import { startApiHere } from "./api-here.ts";
import { atEachCall } from "./put-back.ts";
import { tableOfOwn } from "./table-of-own.ts";

/** What this process asks of the table: the operation, and its keys and items as one text. */
type Asked = (operation: string, input: string) => boolean;

/** A call that waits on its way to the table. */
export type HeldCall = {
  /** Settles when the call is on its way. */
  readonly reached: Promise<void>;
  /** Lets it go on; before it has come, it will not be held. */
  readonly release: () => void;
};

type CallHolder = { readonly next: (isIt: Asked) => HeldCall };

/** The API in this process. */
export type HeldApi = { readonly api: ApiServer; readonly calls: CallHolder };

/** Starts the whole API in this process, on a table of its own, so that its calls of the table can be held. */
export async function startHeldApi(): Promise<HeldApi> {
  await tableOfOwn();
  const api = await startApiHere();
  const { dynamo } = await import("../../shared/platform/dynamodb/client.ts");
  return { api, calls: callHolder(dynamo) };
}

type Waiting = { readonly isIt: Asked; readonly come: () => void; readonly until: Promise<void> };

/**
 * Makes what happens between two calls of this process to the table certain: holds the next call of a
 * kind until it is released, while other requests go on.
 */
export function callHolder(dynamo: typeof client): CallHolder {
  const waiting = new Set<Waiting>();
  atEachCall(dynamo, (next, { commandName = "" }) => async (args) => {
    const operation = commandName.replace(/Command$/, "");
    const input = JSON.stringify(args.input);
    const held = [...waiting].find(({ isIt }) => isIt(operation, input));
    if (held) {
      waiting.delete(held);
      held.come();
      await held.until;
    }
    return next(args);
  });
  return {
    next: (isIt) => {
      const reached = Promise.withResolvers<void>();
      const until = Promise.withResolvers<void>();
      waiting.add({ isIt, come: reached.resolve, until: until.promise });
      return { reached: reached.promise, release: until.resolve };
    },
  };
}
