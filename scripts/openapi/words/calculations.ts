/** Fields of a requested calculation, alone or as an item of a batch. */
const ASKED = {
  country: "Country where the customer is",
  currency: "Currency of all amounts of the request, ISO 4217",
  lines: "Lines of an order of several goods, 1 to 200, in place of one price",
  price_includes_vat: "True if the amounts include VAT, as a shop's prices for consumers do",
  tax_class_id: "Tax class of what is sold: its rate on the day is applied",
  "lines.tax_class_id": "Tax class of the line, from the catalogue",
  "lines.gross_amount_minor":
    "The line's price for its whole quantity, discounts taken off, in minor units",
};

const requestedOf = (component: string): Record<string, string> =>
  Object.fromEntries(Object.entries(ASKED).map(([path, says]) => [`${component}.${path}`, says]));

/** Fields of a calculation, kept or not. */
const ANSWERED = {
  created_at: "Time of the calculation, UTC",
  currency: "Currency of all amounts, ISO 4217",
  vat_amount_minor: "The VAT in the amount, in minor units",
  "lines.vat_amount_minor": "The VAT in the line, in minor units",
  supply: "The supply as it was placed, when the request had one",
  "supply.customer_type": "Type of the customer, as the caller gave it",
  "supply.supplier_role": "Role of the seller; `deemed_supplier`: a marketplace (Art. 14a)",
  "supply.dispatch_country": "Country that the goods leave from",
  "supply.establishment_country": "Country where the seller is established",
  treatment: "Tax treatment of the supply; present if the request has `supply`",
};

const answeredOf = (component: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ANSWERED).map(([path, says]) => [`${component}.${path}`, says]),
  );

/** Descriptions of calculations, transactions and their commit. */
export const CALCULATION_WORDS: Readonly<Record<string, string>> = {
  ...requestedOf("CalculationRequest"),
  ...requestedOf("CalculationItem"),
  ...answeredOf("Transaction"),
  ...answeredOf("Quote"),
  "QuotedItems.items.transaction": "The calculation, as it would be answered alone",
  "CalculatedItems.items.transaction": "The calculation, as it would be answered alone",
  line_id: "Your id of the line, returned unchanged",
  "CommitTransaction.event_id":
    "The `event_id` in the ledger. An order with several rates becomes an event for each: `<event_id>-<vat_rate_bps>`",
  "CommitTransaction.description": "Description for people, stored with the event",
  "SupplyToPlace.customer_type":
    "Type of the customer; `b2b` needs a VAT number, else it is treated as `b2c`; `b2c` unless given",
  transaction_id: "The service's id of the calculation",
  transaction_date: "The tax point that rates were looked up for",
  price_includes_vat: "True if the amounts of the request included VAT",
  tax_class_id: "The tax class whose rate was taken; null with a rate of the caller's own",
  gross_amount_minor: "Amount with VAT in minor units; always the sum of net and VAT",
  net_amount_minor: "Amount without VAT, in minor units",
  "shipping.gross_amount_minor": "Shipping of the line with VAT, in minor units",
  "shipping.net_amount_minor": "Shipping of the line without VAT, in minor units",
  "shipping.vat_amount_minor": "VAT in the shipping of the line, in minor units",
  customer_vat_number_masked: "The customer's VAT number, masked",
  customer_vat_number_warning:
    "Warning that the check digits of the customer's number are wrong; absent without one",
  intrinsic_value_eur_minor: "The consignment's intrinsic value in EUR minor units",
  treatment_reason: "Reason why the supply is taxed there, with the rule",
  "listTransactions.source_id": "Only calculations with this source tag",
  "getTransaction.id": "The `transaction_id` of a calculation",
  "commitTransaction.id": "The `transaction_id` of a calculation",
};
