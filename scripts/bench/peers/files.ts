import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { quarterKeyOn } from "../../../shared/core/calendar/period.ts";
import { taxationOf } from "../../../shared/vat/schemes/supply-event.ts";
import { type CopiedSale, copiedSales } from "../copied-sales.ts";
import type { Shape } from "../ledgers.ts";
import { inMemory } from "../memory.ts";
import type { PeerFiles } from "./store.ts";

/** An account that both sides have, with the same sales. */
export type Ledger = { readonly account: string; readonly shape: Shape; readonly events: number };

/** Units of a currency for one of the return's. */
export type Rates = readonly { readonly currency: string; readonly rate: string }[];

/** The key of an account at the peers. */
export const peerKey = (account: string): string => `peer_live_${account}_secret`;

/**
 * Writes what the peers are filled with: the sales that the sums of this service are made of.
 * @returns the files, and how to remove them
 */
export async function writePeerFiles(
  ledgers: readonly Ledger[],
  rates: Rates,
): Promise<{ files: PeerFiles; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(inMemory(), "vat-peer-files-"));
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755);
  const files = {
    supplies: join(folder, "supplies.csv"),
    keys: join(folder, "keys.csv"),
    rates: join(folder, "rates.csv"),
  };
  const hash = createHash("sha256").update("secret").digest("hex");
  const keys = ledgers.map(({ account }) => `${account},${hash},${account}\n`);
  const units = [{ currency: "EUR", rate: "1" }, ...rates];
  await writeFile(files.keys, keys.join(""));
  await writeFile(files.rates, units.map(({ currency, rate }) => `${currency},${rate}\n`).join(""));
  await pipeline(Readable.from(suppliesOf(ledgers)), createWriteStream(files.supplies));
  return { files, remove: () => rm(folder, { recursive: true }) };
}

async function* suppliesOf(ledgers: readonly Ledger[]): AsyncGenerator<string> {
  for (const { account, shape, events } of ledgers) {
    for (const sale of await copiedSales(shape, events)) yield `${rowOf(account, sale)}\n`;
  }
}

const rowOf = (account: string, { n, copies, record }: CopiedSale): string => {
  const { consumption_country, rate_category, vat_rate_bps } = taxationOf(record);
  return [
    account,
    copies,
    `sale-${n}`,
    quarterKeyOn(record.supply_date),
    record.supply_kind === "goods" ? "goods" : "services",
    record.dispatch_country ?? record.establishment_country,
    consumption_country,
    rate_category,
    vat_rate_bps,
    record.currency,
    record.taxable_amount_minor,
    record.vat_amount_minor,
    record.supply_date,
  ].join();
};
