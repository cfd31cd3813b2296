import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { memberStateOf } from "../../vat/reference-data/member-states.ts";
import { declaredKinds } from "../../vat/schemes/declared-kinds.ts";
import type { Placed, Scheme } from "../../vat/schemes/scheme.ts";
import type { OpeningRow } from "./opening-schema.ts";
import { repeatedFaults } from "./repeated.ts";
import type { GivenRow } from "./schema.ts";

/** Which return the rows are of. */
type Filed = { readonly scheme: Scheme; readonly member_state_identification: string };

/** Rows as returns of this service have them, and what keeps them from being such rows. */
type ReadRows = { readonly rows: readonly OpeningRow[]; readonly faults: readonly Fault[] };

/** Reads the rows of a return that was filed elsewhere by the rules of its scheme. */
export function openingRows(given: readonly GivenRow[], filed: Filed): ReadRows {
  const rows = given.map((row) => rowOf(row, filed));
  const keys = rows.map(({ taxable_amount_minor, vat_amount_minor, ...key }) => key);
  return {
    rows,
    faults: [
      ...given.flatMap((row, n) => rowFaults(row, filed, `rows.${n}`)),
      ...repeatedFaults("rows", keys),
    ],
  };
}

/** A kind that is left out is that of the scheme, where it has one alone. */
function placeOf(row: GivenRow, { scheme, member_state_identification }: Filed): Placed {
  const [onlyKind = "goods"] = declaredKinds(scheme);
  return {
    supply_kind: row.supply_kind ?? onlyKind,
    from_country: row.from_member_state ?? member_state_identification,
    consumption_country: row.member_state_of_consumption,
  };
}

function rowOf(row: GivenRow, filed: Filed): OpeningRow {
  const placed = placeOf(row, filed);
  const { section, from_member_state } = filed.scheme.sectionOf(
    placed,
    filed.member_state_identification,
  );
  return {
    section,
    member_state_of_consumption: row.member_state_of_consumption,
    supply_kind: placed.supply_kind,
    from_member_state,
    rate_category: row.rate_category,
    vat_rate_bps: row.vat_rate_bps,
    taxable_amount_minor: row.taxable_amount_minor,
    vat_amount_minor: row.vat_amount_minor,
  };
}

function rowFaults(row: GivenRow, filed: Filed, at: string): Fault[] {
  const { scheme } = filed;
  const kinds = declaredKinds(scheme);
  if (row.supply_kind === undefined && kinds.size > 1) {
    return [{ field: `${at}.supply_kind`, message: "required" }];
  }
  const { supply_kind, section, from_member_state } = rowOf(row, filed);
  const from = row.from_member_state ?? null;
  const isFrom = [null, from_member_state, filed.member_state_identification].includes(from);
  const said = row.section ?? section;
  const name = section ?? "null";
  return [
    ...faultIf(
      !kinds.has(supply_kind),
      `${at}.supply_kind`,
      `no return of ${scheme.slug} has ${supply_kind}`,
    ),
    ...faultIf(
      !isFrom,
      `${at}.from_member_state`,
      `no return of ${scheme.slug} says so of ${supply_kind}`,
    ),
    ...faultIf(said !== section, `${at}.section`, `must be ${name}, by what the row says else`),
    ...consumptionFaults(placeOf(row, filed), filed, `${at}.member_state_of_consumption`),
  ];
}

/** Supplies to this Member State stand in no return to that one, or in none at all. */
function consumptionFaults(placed: Placed, filed: Filed, field: string): Fault[] {
  const { scheme, member_state_identification } = filed;
  const isForGoods = memberStateOf(placed.consumption_country)?.goods_only === true;
  return [
    ...faultIf(
      isForGoods && placed.supply_kind === "services",
      field,
      `${placed.consumption_country} is a Member State for goods only`,
    ),
    ...faultIf(
      scheme.exclusionUnder(placed, member_state_identification) !== undefined,
      field,
      `no return to ${member_state_identification} declares such ${placed.supply_kind}`,
    ),
  ];
}
