import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import type { Action } from "../../shared/platform/dynamodb/sharded-counter.ts";
import type { Key } from "../../shared/platform/table/keys.ts";

type Item = Readonly<Record<string, unknown>>;
type Update = NonNullable<Action["Update"]>;

/** The effect of a transaction that moves one event, which all events of one kind and day have in common. */
type Move = {
  readonly set: Item;
  readonly sums: readonly { readonly key: Key; readonly added: Readonly<Record<string, number>> }[];
};

/** The fields of an event that a change sets besides `version`, and those of its condition. */
const CONDITIONS = ["version", "seen", "taken", "gained", "links", "none"];

/**
 * The transactions of a recount on a made-up ledger, in a file that survives kill -9. Each is one line, written before
 * its answer: a kill leaves all of a transaction or nothing of it.
 */
export class MadeUpMoves {
  /** The state of the recount as stored; undefined before its first write. */
  state: Item | undefined;
  moved = 0;
  /** Number of moves that each kind of move has. */
  readonly counts: number[] = [];
  readonly moves: Move[] = [];
  readonly #indexes = new Map<string, number>();
  /** The move of each event, counted from 1; 0 for an event that has not moved. */
  readonly #moveOf: Uint16Array;
  readonly #file: number;

  constructor(path: string, events: number) {
    this.#moveOf = new Uint16Array(events);
    if (existsSync(path)) this.#restore(path);
    this.#file = openSync(path, "a");
  }

  close(): void {
    closeSync(this.#file);
  }

  #restore(path: string): void {
    const text = readFileSync(path, "latin1");
    const whole = text.lastIndexOf("\n") + 1;
    truncateSync(path, whole);
    for (let at = 0; at < whole; ) {
      const end = text.indexOf("\n", at);
      this.#apply(JSON.parse(text.slice(at, end)));
      at = end + 1;
    }
  }

  #apply(line: { state?: Item; move?: Move; moved?: [n: number, move: number] }): void {
    if (line.state) this.state = line.state;
    if (line.move) this.#learn(line.move);
    if (!line.moved) return;
    const [n, move] = line.moved;
    this.#moveOf[n] = move + 1;
    this.moved += 1;
    this.counts[move] = (this.counts[move] ?? 0) + 1;
  }

  #learn(move: Move): number {
    this.#indexes.set(JSON.stringify(move), this.moves.push(move) - 1);
    return this.moves.length - 1;
  }

  #write(...lines: object[]): void {
    writeSync(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  /** Stores the state of the recount in place of the one before it. */
  put(state: Item): void {
    if (state["version"] !== Number(this.state?.["version"] ?? 0) + 1) throw new Error("stale");
    this.#write({ state });
    this.state = state;
  }

  /** The item as the moves have left it. */
  itemOf(n: number, made: Item): Item {
    const move = this.moves[(this.#moveOf[n] ?? 0) - 1];
    return move ? { ...made, ...move.set, version: 2 } : made;
  }

  /** Moves one event and its sums. An event moves once. */
  move(n: number, event: Update, others: readonly Update[]): void {
    if (this.#moveOf[n] !== 0 || event.ExpressionAttributeValues?.[":seen"] !== 1) {
      throw new Error(`event ${n} has moved before`);
    }
    const move = { set: setBy(event), sums: others.map(addedBy) };
    const known = this.#indexes.get(JSON.stringify(move));
    const index = known ?? this.#learn(move);
    const moved: [number, number] = [n, index];
    this.#write(...(known === undefined ? [{ move }] : []), { moved });
    this.#apply({ moved });
  }
}

const setBy = ({ ExpressionAttributeValues = {} }: Update): Item =>
  Object.fromEntries(
    Object.entries(ExpressionAttributeValues)
      .map(([name, value]) => [name.slice(1), value] as const)
      .filter(([name, value]) => !CONDITIONS.includes(name) && value !== undefined),
  );

/** Returns the numbers that an update of a sum or a marker adds to. */
function addedBy({ Key: key, UpdateExpression = "", ...update }: Update) {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = update;
  const added = UpdateExpression.split(" ADD ")[1] ?? "";
  const pairs = added.split(", ").map((pair) => pair.split(" ") as [string, string]);
  return {
    key: key as Key,
    added: Object.fromEntries(
      pairs.map(([name, value]) => [names[name] ?? name, values[value] as number]),
    ),
  };
}
