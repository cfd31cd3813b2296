import type { IncomingMessage, ServerResponse } from "node:http";
import { type Fault, FaultDeck, noFaults, ScriptedFaults, type Shares } from "./fault-deck.ts";
import { forward, handOn, startProxy } from "./forward.ts";
import { HeldItems, itemsOf } from "./held-items.ts";

/** Shares of all transactions, and what else may happen. */
export type Faults = Shares & {
  /** Shares of all other calls. */
  readonly plain?: Shares;
  /** How long a transaction holds its items; whoever wants to write them meanwhile is refused. */
  readonly hold_ms?: number;
};

/** A plain write is one item; whatever else is no transaction counts as a read. */
type Kind = "transaction" | "write" | "read";

export type FaultProxy = {
  readonly endpoint: string;
  readonly injected: Readonly<Record<Fault, number>>;
  /** The items that each transaction wanted to write, in the order in which they came. */
  readonly transactions: readonly (readonly string[])[];
  /** Changes what happens from now on. */
  readonly inject: (faults: Faults) => void;
  /** The next calls of a kind meet these, whatever the shares; settles when the last of them has. */
  readonly next: (kind: Kind, ...faults: readonly Fault[]) => Promise<void>;
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
  const unreliable = new UnreliableEngine(engine, random);
  unreliable.inject(faults);
  const proxy = await startProxy((...call) => unreliable.answer(...call));
  return {
    ...proxy,
    injected: unreliable.injected,
    transactions: unreliable.transactions,
    inject: (next) => unreliable.inject(next),
    next: (kind, ...next) => unreliable.scripted[kind].next(...next),
  };
}

class UnreliableEngine {
  readonly injected = noFaults();
  readonly transactions: (readonly string[])[] = [];
  readonly scripted: Readonly<Record<Kind, ScriptedFaults>> = {
    transaction: new ScriptedFaults(),
    write: new ScriptedFaults(),
    read: new ScriptedFaults(),
  };
  readonly #engine: string;
  readonly #random: () => number;
  readonly #held = new HeldItems();
  #decks: Readonly<Partial<Record<Kind, FaultDeck>>> = {};
  #holdMs = 0;

  constructor(engine: string, random: () => number) {
    this.#engine = engine;
    this.#random = random;
  }

  inject({ plain = {}, hold_ms = 0, ...shares }: Faults): void {
    // A read meets no conflict.
    const { conflict, ...ofReads } = plain;
    this.#holdMs = hold_ms;
    this.#decks = {
      transaction: new FaultDeck(shares, this.#random),
      write: new FaultDeck(plain, this.#random),
      read: new FaultDeck(ofReads, this.#random),
    };
  }

  async answer(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<void> {
    const call = callOf(incoming, body);
    if (call.kind === "transaction") this.transactions.push(call.items);
    const held = this.#held.areHeld(call.items);
    const fault = held.includes(true) ? "conflict" : this.#faultFor(call);
    if (fault) this.injected[fault] += 1;
    if (fault === "no_answer") return;
    const refusal = fault && errorOf(fault, call, held);
    if (refusal) return refuse(outgoing, ...refusal);
    const holds = call.kind === "transaction" ? call.items : [];
    const answer = await this.#held.during(holds, this.#holdMs, () =>
      forward(this.#engine, incoming, body),
    );
    if (fault !== "silence") handOn(outgoing, fault === "lost_answer" ? undefined : answer);
  }

  #faultFor({ kind }: Call): Fault | undefined {
    return this.scripted[kind].deal() ?? this.#decks[kind]?.deal();
  }
}

type Call = {
  readonly kind: Kind;
  /** What it wants to write. */
  readonly items: readonly string[];
};

function callOf({ headers }: IncomingMessage, body: Buffer): Call {
  const target = String(headers["x-amz-target"]).split(".")[1] ?? "";
  const items = itemsOf(target, body);
  if (target === "TransactWriteItems") return { kind: "transaction", items };
  return { kind: items.length > 0 ? "write" : "read", items };
}

const NAMESPACE = "com.amazonaws.dynamodb.v20120810";
type Refusal = readonly [status: number, answer: object];

const errorOf = (fault: Fault, { kind }: Call, held: readonly boolean[]): Refusal | undefined => {
  if (fault === "conflict") return [400, kind === "transaction" ? cancelled(held) : CONFLICT];
  if (fault === "throttle") return [400, { __type: `${NAMESPACE}#ThrottlingException` }];
  if (fault === "server_error") return [500, { __type: `${NAMESPACE}#InternalServerError` }];
  return undefined;
};

const CONFLICT = {
  __type: `${NAMESPACE}#TransactionConflictException`,
  message: "Transaction is ongoing for the item",
};

/** Conflicts on the items that are held, or else on all of them, in the form DynamoDB gives it. */
const cancelled = (held: readonly boolean[]) => ({
  __type: `${NAMESPACE}#TransactionCanceledException`,
  Message: "Transaction cancelled, please refer cancellation reasons for specific reasons",
  CancellationReasons: held.map((one) =>
    one || !held.includes(true)
      ? { Code: "TransactionConflict", Message: "conflict" }
      : { Code: "None" },
  ),
});

function refuse(outgoing: ServerResponse, status: number, answer: object): void {
  outgoing.writeHead(status, { "content-type": "application/x-amz-json-1.0" });
  outgoing.end(JSON.stringify(answer));
}
