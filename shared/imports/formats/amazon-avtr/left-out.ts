import { toIsoCode } from "../../../vat/reference-data/member-states.ts";
import type { TableRecord } from "../../files/record.ts";
import { excluded, type RowOutcome, rejected, unresolved } from "../outcome.ts";
import { RowRefusal } from "../row-refusal.ts";

/** Rows without a sale: goods that move, and what the channel writes for itself. */
const MOVEMENT = /^(?:FC_TRANSFER|INBOUND|COMMINGLING_\w+|LIQUIDATION_\w+|DONATION)$/;

/** The platform is deemed the supplier, or collects the VAT of a third country. */
const BY_MARKETPLACE = /^(?:DEEMED_RESELLER.*|UK_VOEC.*|CH_VOEC|NO_VOEC)$/;

/** Names of Member States as Amazon writes them, where they are not today's English ones. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  CZ: "CZECH REPUBLIC",
  SK: "SLOVAK REPUBLIC",
};

const NAMES = new Intl.DisplayNames("en", { type: "region" });

/** What no money moved for. */
export function withoutMoney(row: TableRecord): RowOutcome | undefined {
  const type = row.cell("TRANSACTION_TYPE");
  if (row.cell("SALES_CHANNEL") === "AMAZON_FEE") return excluded("channel_fee");
  if (MOVEMENT.test(type) || row.cell("TAX_REPORTING_SCHEME") === "COMMINGLE_VAT") {
    return excluded("stock_movement");
  }
  if (type === "RETURN") return excluded("goods_return_without_money");
  if (type === "SALE" || type === "REFUND") return incomplete(row);
  throw new RowRefusal(
    "unknown_transaction_type",
    "TRANSACTION_TYPE",
    `"${type}" is no type of transaction that is known here.`,
  );
}

/** A row that the end of the file has cut off looks like one of another scheme, or without a place. */
function incomplete(row: TableRecord): RowOutcome | undefined {
  const hasPlace = row.cell("SALE_ARRIVAL_COUNTRY") !== "";
  const hasVat = row.cell("TOTAL_ACTIVITY_VALUE_VAT_AMT") !== "";
  if (row.isOpenEnd && row.cell("TAX_REPORTING_SCHEME") === "" && (hasVat || !hasPlace)) {
    const message = "The file ends in the middle of this row: download it again.";
    return rejected({ reason: "row_cut_off", column: "TAX_REPORTING_SCHEME", message });
  }
  if (hasPlace) return undefined;
  const message = "The row does not say where the goods went.";
  return rejected({ reason: "missing_value", column: "SALE_ARRIVAL_COUNTRY", message });
}

type Route = { readonly from: string | undefined; readonly to: string | undefined };

/** Why a sale or refund makes no event; the first reason that fits. */
export function notUnionScheme(row: TableRecord, { from, to }: Route): RowOutcome | undefined {
  const scheme = row.cell("TAX_REPORTING_SCHEME");
  if (row.cell("TAX_COLLECTION_RESPONSIBILITY") === "MARKETPLACE" || BY_MARKETPLACE.test(scheme)) {
    return excluded("deemed_by_marketplace");
  }
  if (scheme === "IMPORT-OSS") return unresolved("consignment_value_missing");
  if (row.cell("EXPORT_OUTSIDE_EU") === "YES" || to === undefined) return excluded("export");
  const vat = row.cell("TOTAL_ACTIVITY_VALUE_VAT_AMT");
  if (vat === "") {
    const message = "The row has no VAT: Amazon's VAT calculation service was off.";
    return rejected({
      reason: "vat_not_calculated",
      column: "TOTAL_ACTIVITY_VALUE_VAT_AMT",
      message,
    });
  }
  const isUntaxed = Number(vat) === 0;
  if (isUntaxed && row.cell("BUYER_VAT_NUMBER_COUNTRY") !== "") return excluded("b2b_customer");
  if (scheme === "UNION-OSS" && from !== undefined) return undefined;
  return besideTheScheme(row, { from, to });
}

function besideTheScheme(row: TableRecord, { from, to }: Route): RowOutcome {
  if (from === to) return excluded("domestic_goods");
  return from !== undefined && isNamed(from, row.cell("TAXABLE_JURISDICTION"))
    ? excluded("taxed_in_dispatch_country")
    : excluded("not_under_union_scheme");
}

/** Jurisdictions are English names in capitals. */
function isNamed(state: string, jurisdiction: string): boolean {
  const name = NAMES.of(toIsoCode(state))?.toUpperCase();
  return jurisdiction === name || jurisdiction === OLDER_NAMES[state];
}
