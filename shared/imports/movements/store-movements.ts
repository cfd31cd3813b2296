import type { LedgerId } from "../../core/ids.ts";
import { batchGet, batchPut, pages } from "../../platform/dynamodb/client.ts";
import {
  MOVEMENT_ITEM,
  movementKey,
  movementsInMonth,
  placeOfMovement,
} from "../../platform/table/imports.ts";
import { versionOf } from "../../platform/table/item.ts";
import { isWanted, type Movement, type MovementFilter, StoredMovement } from "./movement.ts";

/** The import that brings movements, or takes its own back. */
type ByImport = { readonly import_id: string; readonly source_id: string; readonly now: Date };

/** Stores movements. One that another import has brought stays that import's. */
export async function saveMovements(
  ledger: LedgerId,
  movements: readonly Movement[],
  by: ByImport,
): Promise<void> {
  const placed = byPlace(movements);
  const known = await storedAmong(ledger, placed);
  const own = [...placed].filter(([place]) => {
    const stored = known.get(place);
    return !stored || stored["undone"] === true || stored["import_id"] === by.import_id;
  });
  await putAll(ledger, own, by);
}

/** Takes back the movements that an import has brought. */
export async function undoMovements(
  ledger: LedgerId,
  movements: readonly Movement[],
  by: ByImport,
): Promise<void> {
  const placed = byPlace(movements);
  const known = await storedAmong(ledger, placed);
  const own = [...placed].filter(([place]) => known.get(place)?.["import_id"] === by.import_id);
  await putAll(ledger, own, by, { undone: true });
}

async function storedAmong(ledger: LedgerId, movements: ReadonlyMap<string, Movement>) {
  const items = await batchGet(
    [...movements.values()].map((movement) => movementKey(ledger, movement)),
  );
  return new Map(items.map((item) => [String(item["sk"]), item]));
}

/** Returns the movements by their place; a batch may name an item only once. */
const byPlace = (movements: readonly Movement[]): ReadonlyMap<string, Movement> =>
  new Map(movements.map((movement) => [placeOfMovement(movement), movement]));

/**
 * Writes movements without conditions, because a report has many. Of two imports that bring the same movement at the
 * same moment either may keep it.
 */
const putAll = (
  ledger: LedgerId,
  movements: readonly (readonly [place: string, movement: Movement])[],
  { import_id, source_id, now }: ByImport,
  state: { readonly undone?: true } = {},
): Promise<void> =>
  batchPut(
    movements.map(([, movement]) => ({
      ...movementKey(ledger, movement),
      ...versionOf(MOVEMENT_ITEM),
      ...movement,
      import_id,
      source_id,
      recorded_at: now.toISOString(),
      ...state,
    })),
  );

/** Yields the movements of a month in the order of their days, after the place of one of them. */
export async function* movementsIn(
  ledger: LedgerId,
  month: string,
  after?: string,
): AsyncGenerator<StoredMovement> {
  for await (const items of pages({
    ...movementsInMonth(ledger, month, after),
    ConsistentRead: true,
  })) {
    for (const item of items) {
      if (item["undone"] !== true) yield StoredMovement.parse(item);
    }
  }
}

/** Reads the first `limit` wanted movements of a month after a place. */
export async function listMovements(
  ledger: LedgerId,
  { month, after, ...filter }: MovementFilter & { month: string; after?: string | undefined },
  limit: number,
): Promise<StoredMovement[]> {
  const found: StoredMovement[] = [];
  for await (const movement of movementsIn(ledger, month, after)) {
    if (isWanted(movement, filter)) found.push(movement);
    if (found.length >= limit) break;
  }
  return found;
}
