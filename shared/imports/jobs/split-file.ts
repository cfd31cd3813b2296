import { createHash } from "node:crypto";
import { dayOf } from "../../core/calendar/dates.ts";
import { textHash } from "../../core/hash.ts";
import type { LedgerId } from "../../core/ids.ts";
import { loadAccountSettings } from "../../ledger/settings/store-settings.ts";
import { inTemporaryFolder, SpoolFiles } from "../../platform/temp-files.ts";
import { loadVatRates } from "../../vat/rate-proposals/store-rate-proposals.ts";
import { FileFault } from "../files/csv-record.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import {
  type Correction,
  type Original,
  preferredOriginal,
  type ReadRow,
} from "../formats/outcome.ts";
import { readImport } from "../formats/read-import.ts";
import { SeenIds } from "../formats/seen-ids.ts";
import type { ImportJob, SplitFile } from "./job.ts";
import { type PartRow, partRows, partText, ROWS_PER_PART } from "./part-report.ts";
import {
  fileObject,
  openObject,
  partObject,
  readText,
  unquoted,
  writeText,
} from "./store-objects.ts";

type CorrectionRow = { readonly at: string; readonly outcome: Correction };
type KeyedOriginal = NonNullable<ReadRow["original"]>;

/**
 * Reads the file of an import to its end, and splits its rows into parts: rows without a reference first, then
 * corrections, each with its sale from anywhere in the file. Memory does not grow with the file, except for about 18
 * bytes per id. Repeating it writes the same parts.
 * @throws FileFault if the file does not fit the format
 */
export const cutImport = (ledger: LedgerId, job: ImportJob): Promise<SplitFile> =>
  inTemporaryFolder(async (folder) => {
    const parts = new PartWriter(ledger, job.id);
    const corrections = new SpoolFiles(folder, "corrections");
    const wanted = new SeenIds();
    let rows = 0;
    for await (const row of rowsOf(ledger, job)) {
      rows += 1;
      if (!isCorrection(row)) await parts.add(row);
      else {
        wanted.note(row.outcome.original_key, "");
        await corrections.add(textHash(row.outcome.original_key), row);
      }
    }
    await parts.flush();
    const row_parts = parts.count;
    if (wanted.size > 0) {
      const originals = new SpoolFiles(folder, "originals");
      await gatherOriginals(ledger, job, row_parts, { wanted, originals });
      await cutCorrections(corrections, originals, parts);
    }
    return { rows, row_parts, correction_parts: parts.count - row_parts };
  });

const isCorrection = (row: ReadRow): row is CorrectionRow => row.outcome.outcome === "correction";

async function* rowsOf(ledger: LedgerId, job: ImportJob): AsyncGenerator<ReadRow> {
  const format = IMPORT_FORMATS.find(({ name }) => name === job.format);
  if (!format) throw new RangeError(`there is no format ${job.format}`);
  const { etag, bytes } = await openObject(fileObject(ledger, job));
  if (unquoted(etag) !== unquoted(job.etag)) {
    throw new FileFault("file_changed", "Another file was uploaded after the import was started.");
  }
  const hash = createHash("sha256");
  // The day of the start, so that reading the file again gives the same result.
  const today = job.started_on ?? dayOf(new Date(job.started_at ?? job.requested_at));
  const [rates, seller] = await Promise.all([loadVatRates(), loadAccountSettings(ledger)]);
  const inUse = format.withSettings(job.settings, rates, seller);
  yield* readImport(hashed(bytes, hash), inUse, today);
  if (job.sha256 && hash.digest("hex") !== job.sha256) {
    throw new FileFault(
      "checksum_mismatch",
      "The uploaded file does not have the SHA-256 that was announced.",
    );
  }
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Collects rows, and stores them part by part. */
class PartWriter {
  readonly #account: LedgerId;
  readonly #id: string;
  #rows: PartRow[] = [];
  /** The write of the part before: the next rows are read meanwhile. */
  #written: Promise<void> = Promise.resolve();
  count = 0;

  constructor(ledger: LedgerId, id: string) {
    this.#account = ledger;
    this.#id = id;
  }

  async add(row: PartRow): Promise<void> {
    this.#rows.push(row);
    if (this.#rows.length === ROWS_PER_PART) await this.#startPart();
  }

  /** Stores the rows that are left, and waits for all parts. */
  async flush(): Promise<void> {
    await this.#startPart();
    await this.#written;
  }

  async #startPart(): Promise<void> {
    if (this.#rows.length === 0) return;
    await this.#written;
    this.count += 1;
    const text = partText(this.#rows);
    this.#rows = [];
    this.#written = writeText(partObject(this.#account, this.#id, this.count), text);
    // Its error is that of the next part, or of the last flush.
    this.#written.catch(() => {});
  }
}

const READ_AT_ONCE = 4;

type Gathering = { readonly wanted: SeenIds; readonly originals: SpoolFiles };

/** Collects the sales that corrections look up from the parts, which contain no rejected rows. */
async function gatherOriginals(
  ledger: LedgerId,
  { id }: ImportJob,
  row_parts: number,
  { wanted, originals }: Gathering,
): Promise<void> {
  for (let first = 1; first <= row_parts; first += READ_AT_ONCE) {
    const count = Math.min(READ_AT_ONCE, row_parts + 1 - first);
    const parts = Array.from({ length: count }, (_, n) => partObject(ledger, id, first + n));
    for (const text of await Promise.all(parts.map(readText))) {
      for (const { original } of partRows(text ?? "")) {
        if (original && wanted.has(original.key))
          await originals.add(textHash(original.key), original);
      }
    }
  }
}

async function cutCorrections(
  corrections: SpoolFiles,
  originals: SpoolFiles,
  parts: PartWriter,
): Promise<void> {
  for (let file = 0; file < SpoolFiles.files; file += 1) {
    const sales = new Map<string, Original>();
    for await (const value of originals.values(file)) {
      // Both spools contain entries written above.
      const { key, original } = value as KeyedOriginal;
      const before = sales.get(key);
      sales.set(key, before ? preferredOriginal(before, original) : original);
    }
    for await (const value of corrections.values(file)) {
      const row = value as CorrectionRow;
      const own = sales.get(row.outcome.original_key);
      await parts.add(own ? { ...row, own } : row);
    }
  }
  await parts.flush();
}
