import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { SellerFacts } from "../../shared/imports/formats/home-sale.ts";
import type { ImportFormat } from "../../shared/imports/formats/import-format.ts";
import {
  type Correction,
  type Original,
  preferredOriginal,
  type RowOutcome,
} from "../../shared/imports/formats/outcome.ts";
import { readImport } from "../../shared/imports/formats/read-import.ts";
import type { RowFacts } from "../../shared/imports/formats/row-facts.ts";
import { BUILT_IN_RATES } from "./built-in-rates.ts";

const TODAY = "2026-11-22" as IsoDate;

export type ReadResult = {
  readonly at: string;
  /** Of a row that makes no event. */
  readonly day?: IsoDate | undefined;
  readonly facts?: RowFacts | undefined;
  readonly outcome: RowOutcome;
};

/** Bytes in pieces of `size`, as a network brings them. */
export async function* inChunks(bytes: Uint8Array, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/**
 * Reads a file as the job does: all rows first, then the corrections, each with its sale out of
 * `originals`, which an earlier file may have filled.
 */
export async function importInMemory(
  format: ImportFormat,
  settings: Record<string, unknown>,
  bytes: Uint8Array,
  {
    originals = new Map<string, Original>(),
    chunk = 64 * 1024,
    seller,
  }: { originals?: Map<string, Original>; chunk?: number; seller?: SellerFacts } = {},
): Promise<ReadResult[]> {
  const inUse = format.withSettings(format.settings.parse(settings), BUILT_IN_RATES, seller);
  const read: (Pick<ReadResult, "at" | "day" | "facts"> & { outcome: RowOutcome | Correction })[] =
    [];
  for await (const { original, ...row } of readImport(inChunks(bytes, chunk), inUse, TODAY)) {
    read.push(row);
    if (!original) continue;
    const known = originals.get(original.key);
    const stands = known ? preferredOriginal(known, original.original) : original.original;
    originals.set(original.key, stands);
  }
  return read.map(({ outcome, ...row }) => ({
    ...row,
    outcome:
      outcome.outcome === "correction"
        ? inUse.resolve(outcome, originals.get(outcome.original_key))
        : outcome,
  }));
}
