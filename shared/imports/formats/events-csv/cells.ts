import type { TableRecord } from "../../files/record.ts";
import type { ImportedEvent } from "../outcome.ts";
import { type DecimalSeparator, minorUnitsOf } from "../parse-amount.ts";

/** Columns that are written as the field is. */
export const TEXTS = [
  "event_id",
  "event_type",
  "original_event_id",
  "original_period",
  "supply_kind",
  "customer_type",
  "consumption_country",
  "dispatch_country",
  "establishment_country",
  "origin_country",
  "rate_category",
  "supplier_role",
  "treatment",
  "tax_class_id",
  "transaction_id",
  "description",
] as const;

/** `true` and `false`; anything else is left as it is, and refused as such. */
export function truthIn(row: TableRecord, name: string): Record<string, unknown> {
  const text = row.cell(name).trim().toLowerCase();
  if (text === "") return {};
  return { [name]: text === "true" ? true : text === "false" ? false : text };
}

/** `ip:IT|bank:IT` */
export function evidenceIn(row: TableRecord): Pick<ImportedEvent, "location_evidence"> {
  const text = row.cell("location_evidence").trim();
  if (text === "") return {};
  const location_evidence = text.split("|").map((piece) => {
    const [kind = "", country = ""] = piece.split(":").map((part) => part.trim());
    return { kind, country };
  });
  return { location_evidence };
}

/** A column `metadata.channel` is the key `channel`. */
export function metadataIn(row: TableRecord): Pick<ImportedEvent, "metadata"> {
  const pairs = row.header.names
    .filter((name) => name.startsWith("metadata.") && row.cell(name) !== "")
    .map((name) => [name.slice("metadata.".length), row.cell(name)] as const);
  return pairs.length === 0 ? {} : { metadata: Object.fromEntries(pairs) };
}

/** The value of imported goods, in columns of their own. */
export function consignmentIn(
  row: TableRecord,
  separator: DecimalSeparator,
): Pick<ImportedEvent, "consignment"> {
  const value = row.cell("consignment_value").trim();
  if (value === "") return {};
  const currency = row.cell("consignment_currency").trim();
  const id = row.cell("consignment_id").trim();
  const eur = row.cell("consignment_value_eur").trim();
  return {
    consignment: {
      ...(id && { id }),
      intrinsic_value_minor: minorUnitsOf(value, currency, "consignment_value", separator),
      currency,
      ...(eur && {
        intrinsic_value_eur_minor: minorUnitsOf(eur, "EUR", "consignment_value_eur", separator),
      }),
      ...truthIn(row, "excise_goods"),
    },
  };
}
