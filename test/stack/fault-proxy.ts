import type { IncomingMessage, ServerResponse } from "node:http";
import { type Fault, faultAt, noFaults, type Shares } from "./fault-dice.ts";
import { forward, handOn, startProxy } from "./forward.ts";
import { HeldItems, itemsOf } from "./held-items.ts";

/** Shares of all transactions, and what else may happen. */
export type Faults = Shares & {
  /** Shares of all other calls. */
  readonly plain?: Shares;
  /** How long a transaction holds its items; whoever wants to write them meanwhile is refused. */
  readonly hold_ms?: number;
};

export type FaultProxy = {
  readonly endpoint: string;
  readonly injected: Readonly<Record<Fault, number>>;
  /** Changes what happens from now on. */
  readonly inject: (faults: Faults) => void;
  readonly close: () => Promise<void>;
};

/**
 * Stands in front of the engine, which never conflicts, throttles or loses an answer, and makes
 * calls fail as they do on AWS. `random` gives numbers from 0 to 1.
 */
export async function startFaultProxy(
  engine: string,
  faults: Faults,
  random: () => number,
): Promise<FaultProxy> {
  const unreliable = new UnreliableEngine(engine, faults, random);
  const proxy = await startProxy((...call) => unreliable.answer(...call));
  return {
    ...proxy,
    injected: unreliable.injected,
    inject: (next) => {
      unreliable.faults = next;
    },
  };
}

class UnreliableEngine {
  faults: Faults;
  readonly injected = noFaults();
  readonly #engine: string;
  readonly #random: () => number;
  readonly #held = new HeldItems();

  constructor(engine: string, faults: Faults, random: () => number) {
    this.#engine = engine;
    this.faults = faults;
    this.#random = random;
  }

  async answer(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<void> {
    const call = this.#callOf(incoming, body);
    const conflicts = this.#conflictsOf(call);
    const fault = conflicts.includes(true) ? "conflict" : call.fault;
    if (fault) this.injected[fault] += 1;
    if (fault === "no_answer") return;
    const refusal = fault && refusalOf(fault, call, conflicts);
    if (refusal) return refuse(outgoing, ...refusal);
    const answer = await this.#held.during(call.held, this.faults.hold_ms ?? 0, () =>
      forward(this.#engine, incoming, body),
    );
    if (fault !== "silence") handOn(outgoing, fault === "lost_answer" ? undefined : answer);
  }

  #callOf({ headers }: IncomingMessage, body: Buffer): Call {
    const target = String(headers["x-amz-target"]).split(".")[1] ?? "";
    const isTransaction = target === "TransactWriteItems";
    const { plain = {}, hold_ms, ...shares } = this.faults;
    const fault = faultAt(this.#random(), isTransaction ? shares : plain);
    const items = itemsOf(target, body);
    return {
      isTransaction,
      items,
      held: isTransaction ? items : [],
      // A read meets no conflict.
      fault: fault === "conflict" && items.length === 0 ? undefined : fault,
    };
  }

  /** For each item whether another one holds it, or the dice say so. */
  #conflictsOf({ items, fault }: Call): boolean[] {
    return this.#held.areHeld(items).map((one, n) => one || (n === 0 && fault === "conflict"));
  }
}

type Call = {
  readonly isTransaction: boolean;
  /** What it wants to write. */
  readonly items: readonly string[];
  /** What nobody else may write meanwhile. */
  readonly held: readonly string[];
  readonly fault: Fault | undefined;
};

const NAMESPACE = "com.amazonaws.dynamodb.v20120810";
type Refusal = readonly [status: number, answer: object];

const refusalOf = (
  fault: Fault,
  { isTransaction }: Call,
  conflicts: readonly boolean[],
): Refusal | undefined => {
  if (fault === "conflict") return [400, isTransaction ? cancelled(conflicts) : CONFLICT];
  if (fault === "throttle") return [400, { __type: `${NAMESPACE}#ThrottlingException` }];
  if (fault === "server_error") return [500, { __type: `${NAMESPACE}#InternalServerError` }];
  return undefined;
};

const CONFLICT = {
  __type: `${NAMESPACE}#TransactionConflictException`,
  message: "Transaction is ongoing for the item",
};

/** Conflicts on some items of the transaction, in the form DynamoDB gives it. */
const cancelled = (conflicts: readonly boolean[]) => ({
  __type: `${NAMESPACE}#TransactionCanceledException`,
  Message: "Transaction cancelled, please refer cancellation reasons for specific reasons",
  CancellationReasons: conflicts.map((one) =>
    one ? { Code: "TransactionConflict", Message: "conflict" } : { Code: "None" },
  ),
});

function refuse(outgoing: ServerResponse, status: number, answer: object): void {
  outgoing.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
  outgoing.end(JSON.stringify(answer));
}
