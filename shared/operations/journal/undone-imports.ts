import type { JournalRecord } from "./journal-record.ts";
import { plainItem } from "./typed-value.ts";
import { isUndo, undoneWith } from "./undone.ts";

/**
 * Events that were undone beside what says that their imports were: the service writes that first. Kept apart until the journal
 * is read, since it may tell of them in either order.
 */
export type UndoneImports = {
  /** By account and import: the key by which it was undone, and one that an event names with it. */
  readonly recorded: Map<string, unknown>;
  readonly events: Map<string, { readonly where: string; readonly key_id: unknown }[]>;
};

export const newUndoneImports = (): UndoneImports => ({ recorded: new Map(), events: new Map() });

/** Events of one import that are named when it was never undone. */
const MOST_NAMED = 5;

/** Takes in a change, if it is of an undo. */
export function withUndone(into: UndoneImports, { pk, sk, old, new: now }: JournalRecord): void {
  const [kind, account = ""] = pk.split("#");
  if (!now) return;
  const after = plainItem(now);
  if (kind === "IMPORT_UNDOS") into.recorded.set(`${account} ${sk}`, after["key_id"]);
  if (kind !== "EVENT" || !old || !isUndo(plainItem(old), after)) return;
  const { id, key_id } = undoneWith(after);
  const name = `${account} ${id}`;
  const named = into.events.get(name) ?? [];
  const isKnown = named.some((one) => one.key_id === key_id);
  if (named.length < MOST_NAMED || !isKnown) named.push({ where: `${pk} ${sk}`, key_id });
  into.events.set(name, named);
}

/** Events that were taken out of the ledger although nobody has undone their import, or somebody else has. */
export const undoneImportFaults = ({ recorded, events }: UndoneImports): string[] =>
  [...events].flatMap(([name, named]) =>
    named
      .filter(({ key_id }) => !recorded.has(name) || recorded.get(name) !== key_id)
      .map(({ where }) =>
        recorded.has(name)
          ? `${where}: undone by another key than its import`
          : `${where}: undone, and nobody has undone its import`,
      ),
  );
