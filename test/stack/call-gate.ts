import { setTimeout as wait } from "node:timers/promises";
import { forward, handOn, startProxy } from "./forward.ts";

/** What another process asks: of the table the operation, and its body as one text; of files the method alone. */
type Asked = (operation: string, body: string, method: string) => boolean;

/** A call that waits on its way to the engine; whoever sent it waits as well. */
type WaitingCall = {
  /** Lets the engine carry it out, and tells nobody. */
  readonly carryOut: () => Promise<void>;
  /** Lets it go on: the sender gets its answer. */
  readonly release: () => Promise<void>;
  /** Breaks the connection: the sender never hears of it. */
  readonly drop: () => void;
};

export type CallGate = {
  readonly endpoint: string;
  /** Holds the next call of a kind; until it has come, `isIt` is asked about each call. */
  readonly next: (isIt: Asked) => Promise<WaitingCall>;
  /** Settles when nothing is under way of a process that has ended. */
  readonly quiet: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Stands before the engine, or the S3 server, for another process, and makes certain between which calls that is stopped. */
export async function startCallGate(engine: string): Promise<CallGate> {
  const waiting = new Map<Asked, (call: WaitingCall) => void>();
  let underWay = 0;
  const proxy = await startProxy(async (incoming, body, outgoing) => {
    const operation = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
    const carryOut = async () => {
      underWay += 1;
      return forward(engine, incoming, body).finally(() => {
        underWay -= 1;
      });
    };
    const text = body.toString();
    const [isIt, come] =
      [...waiting].find(([isIt]) => isIt(operation, text, incoming.method ?? "")) ?? [];
    if (!isIt || !come) return handOn(outgoing, await carryOut());
    waiting.delete(isIt);
    come({
      carryOut: async () => void (await carryOut()),
      release: async () => handOn(outgoing, await carryOut()),
      drop: () => handOn(outgoing, undefined),
    });
  });
  return {
    ...proxy,
    next: (isIt) => new Promise((resolve) => waiting.set(isIt, resolve)),
    // What a process has sent arrives though it is dead by then.
    quiet: async () => {
      while (underWay > 0 || (await proxy.connections()) > 0) await wait(5);
    },
  };
}
