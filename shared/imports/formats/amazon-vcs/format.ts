import * as z from "zod";
import type { TableRecord } from "../../files/record.ts";
import { importFormat } from "../import-format.ts";
import { SourceId } from "../settings.ts";
import { VCS_FILE } from "./file.ts";
import { readVcs, vcsAmount, vcsDay, vcsOrder } from "./read.ts";

const VcsSettings = z.strictObject({
  source_id: SourceId,
  supply_kind: z.literal("goods").default("goods"),
});

export type VcsSettings = z.output<typeof VcsSettings>;

export const AMAZON_VCS = importFormat<TableRecord, VcsSettings>({
  isBeta: false,
  file: VCS_FILE,
  settings: VcsSettings,
  columns: {
    event_id: "Transaction ID",
    transaction_id: "Order ID",
    supply_date: "Tax Calculation Date",
    currency: "Currency",
    taxable_amount_minor: "OUR_PRICE Tax Exclusive Selling Price",
    vat_amount_minor: "OUR_PRICE Tax Amount",
    vat_rate_bps: "Tax Rate",
  },
  read: readVcs,
  dayOf: vcsDay,
  orderOf: vcsOrder,
  amountOf: vcsAmount,
});
