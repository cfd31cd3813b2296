import { toIsoCode } from "../../../vat/reference-data/member-states.ts";
import type { TableRecord } from "../../files/csv-record.ts";
import type { AddressPlace } from "../shop-rules.ts";

/** Names of Member States in Amazon's reports that differ from the current English names. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  CZ: "CZECH REPUBLIC",
  SK: "SLOVAK REPUBLIC",
};

const NAMES = new Intl.DisplayNames("en", { type: "region" });

/** True if the VAT is that of the state of dispatch. A row of the Union scheme names the state of arrival. */
export const isRowOfHome = (row: TableRecord, { state }: AddressPlace): boolean =>
  row.cell("TAX_REPORTING_SCHEME") !== "UNION-OSS" &&
  state !== undefined &&
  isNamed(state, row.cell("TAXABLE_JURISDICTION"));

/** True if a jurisdiction names the Member State. Jurisdictions are English names in capitals. */
function isNamed(state: string, jurisdiction: string): boolean {
  const name = NAMES.of(toIsoCode(state))?.toUpperCase();
  return jurisdiction === name || jurisdiction === OLDER_NAMES[state];
}
