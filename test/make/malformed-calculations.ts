import type { Malformed } from "./malformed-bodies.ts";

const GOOD = {
  country: "DE",
  currency: "EUR",
  tax_class_id: "standard",
  gross_amount_minor: 100,
  price_includes_vat: true,
};
const { tax_class_id: _class, ...UNRATED } = GOOD;
const { gross_amount_minor: _amount, ...UNPRICED } = GOOD;
const { country: _country, ...NOWHERE } = GOOD;
const { currency: _currency, ...UNCOINED } = GOOD;
const { price_includes_vat: _flag, ...UNSAID } = GOOD;

const LINES = { country: "DE", currency: "EUR", price_includes_vat: false };
const LINE = { tax_class_id: "standard", gross_amount_minor: 1 };
const GOODS = { supply_kind: "goods", dispatch_country: "DE" };

const lines = (...given: readonly unknown[]) => ({ ...LINES, lines: given });
const supply = (changes: object) => ({ ...GOOD, supply: { ...GOODS, ...changes } });
const service = (changes: object) => ({
  ...GOOD,
  supply: { supply_kind: "tbe_services", establishment_country: "DE", ...changes },
});

export const MALFORMED_CALCULATIONS: readonly Malformed[] = [
  ["a list", [], [""]],
  ["null", null, [""]],
  ["a text", '"standard"', [""]],
  [
    "empty",
    {},
    ["country", "currency", "price_includes_vat", "gross_amount_minor", "tax_class_id"],
  ],
  ["an unknown field", { ...GOOD, discount: 1 }, ["discount"]],
  ["no country", NOWHERE, ["country"]],
  ["a country in small letters", { ...GOOD, country: "de" }, ["country"]],
  ["a country that is none", { ...GOOD, country: "XX" }, ["country"]],
  ["a country with three letters", { ...GOOD, country: "DEU" }, ["country"]],
  ["a country a number", { ...GOOD, country: 276 }, ["country"]],
  ["no currency", UNCOINED, ["currency"]],
  ["a currency that is none", { ...GOOD, currency: "EURO" }, ["currency"]],
  ["a currency null", { ...GOOD, currency: null }, ["currency"]],
  ["no price", UNPRICED, ["gross_amount_minor"]],
  ["a price as text", { ...GOOD, gross_amount_minor: "100" }, ["gross_amount_minor"]],
  ["a price with a fraction", { ...GOOD, gross_amount_minor: 1.5 }, ["gross_amount_minor"]],
  ["a price too large", { ...GOOD, gross_amount_minor: 1e12 + 1 }, ["gross_amount_minor"]],
  ["a credit too large", { ...GOOD, gross_amount_minor: -1e12 - 1 }, ["gross_amount_minor"]],
  ["a price beyond all numbers", { ...GOOD, gross_amount_minor: 1e300 }, ["gross_amount_minor"]],
  ["not whether VAT is included", UNSAID, ["price_includes_vat"]],
  ["that as text", { ...GOOD, price_includes_vat: "yes" }, ["price_includes_vat"]],
  ["neither class nor rate", UNRATED, ["tax_class_id"]],
  ["class and rate", { ...GOOD, vat_rate_bps: 1_900 }, ["vat_rate_bps"]],
  ["a class that is none", { ...GOOD, tax_class_id: "gold" }, ["tax_class_id"]],
  ["a class in capitals", { ...GOOD, tax_class_id: "STANDARD" }, ["tax_class_id"]],
  ["a class that is a key of objects", { ...GOOD, tax_class_id: "__proto__" }, ["tax_class_id"]],
  ["a class a number, alone", { ...GOOD, tax_class_id: 1 }, ["tax_class_id"]],
  ["a rate below zero", { ...UNRATED, vat_rate_bps: -1 }, ["vat_rate_bps"]],
  ["a rate above 100 %", { ...UNRATED, vat_rate_bps: 10_001 }, ["vat_rate_bps"]],
  ["a rate with a fraction", { ...UNRATED, vat_rate_bps: 19.5 }, ["vat_rate_bps"]],
  ["a day that is none", { ...GOOD, transaction_date: "2025-02-30" }, ["transaction_date"]],
  ["a day in another notation", { ...GOOD, transaction_date: "1.8.2025" }, ["transaction_date"]],
  ["a time", { ...GOOD, transaction_date: "2025-08-01T00:00:00Z" }, ["transaction_date"]],
  [
    "a day before the rates",
    { ...GOOD, tax_class_id: "books", transaction_date: "2021-06-30" },
    ["transaction_date"],
  ],
  ["a class without a rate there", { ...GOOD, country: "US" }, ["tax_class_id"]],
  [
    "a class without a rate in XI",
    { ...GOOD, country: "XI", tax_class_id: "food" },
    ["tax_class_id"],
  ],
  ["shipping without lines", { ...GOOD, shipping_amount_minor: 1 }, ["shipping_amount_minor"]],
  ["lines and a price", { ...GOOD, lines: [LINE] }, ["tax_class_id", "gross_amount_minor"]],
  ["lines and a rate", { ...LINES, vat_rate_bps: 1, lines: [LINE] }, ["vat_rate_bps"]],
  ["no line", lines(), ["lines"]],
  ["201 lines", lines(...Array.from({ length: 201 }, () => LINE)), ["lines"]],
  ["lines as a text", { ...LINES, lines: "a" }, ["lines", "tax_class_id"]],
  ["a line null", lines(LINE, null), ["lines.1"]],
  ["a line without a price", lines({ tax_class_id: "standard" }), ["lines.0.gross_amount_minor"]],
  ["a line without a rate", lines(LINE, { gross_amount_minor: 1 }), ["lines.1.tax_class_id"]],
  ["a line with class and rate", lines({ ...LINE, vat_rate_bps: 1 }), ["lines.0.vat_rate_bps"]],
  ["a line with an unknown field", lines({ ...LINE, sku: "x" }), ["lines.0.sku"]],
  ["a line with an empty id", lines({ ...LINE, line_id: "" }), ["lines.0.line_id"]],
  [
    "a line with a class that is none",
    lines({ ...LINE, tax_class_id: "x" }),
    ["lines.0.tax_class_id"],
  ],
  ["a line without a rate there", { ...lines(LINE), country: "US" }, ["lines.0.tax_class_id"]],
  ["a supply a text", { ...GOOD, supply: "goods" }, ["supply"]],
  ["a supply without a kind", { ...GOOD, supply: {} }, ["supply.supply_kind"]],
  ["a kind that is none", supply({ supply_kind: "wares" }), ["supply.supply_kind"]],
  [
    "a kind that is not placed",
    supply({ supply_kind: "assembly_installation" }),
    ["supply.supply_kind"],
  ],
  ["an unknown field of a supply", supply({ colour: "red" }), ["supply.colour"]],
  ["dispatch from outside", supply({ dispatch_country: "CN" }), ["supply.dispatch_country"]],
  ["dispatch of a service", service({ dispatch_country: "DE" }), ["supply.dispatch_country"]],
  ["a service from XI", service({ establishment_country: "XI" }), ["supply.establishment_country"]],
  [
    "a marketplace of services",
    service({ supplier_role: "deemed_supplier" }),
    ["supply.supplier_role"],
  ],
  ["a customer that is none", supply({ customer_type: "b2g" }), ["supply.customer_type"]],
  [
    "a consumer's VAT number",
    supply({ customer_vat_number: "FR83404833048" }),
    ["supply.customer_vat_number"],
  ],
  [
    "a VAT number too long",
    supply({ customer_type: "b2b", customer_vat_number: "F".repeat(41) }),
    ["supply.customer_vat_number"],
  ],
  [
    "a postcode too long",
    supply({ customer_postcode: "1".repeat(21) }),
    ["supply.customer_postcode"],
  ],
  [
    "a value of goods at home",
    supply({ intrinsic_value_eur_minor: 1 }),
    ["supply.intrinsic_value_eur_minor"],
  ],
  [
    "a value below zero",
    { ...GOOD, supply: { supply_kind: "imported_goods", intrinsic_value_eur_minor: -1 } },
    ["supply.intrinsic_value_eur_minor"],
  ],
  ["neither class nor rate with a supply", { ...UNRATED, supply: GOODS }, ["tax_class_id"]],
  [
    "a line with neither, and a supply",
    { ...lines({ gross_amount_minor: 1 }), supply: GOODS },
    ["lines.0.tax_class_id"],
  ],
  [
    "goods from nowhere",
    { ...GOOD, supply: { supply_kind: "goods" } },
    ["supply.dispatch_country"],
  ],
  [
    "services from nowhere",
    { ...GOOD, supply: { supply_kind: "other_services" } },
    ["supply.establishment_country"],
  ],
  [
    "a supply of other rules",
    { ...supply({}), transaction_date: "2021-06-30" },
    ["transaction_date"],
  ],
];
