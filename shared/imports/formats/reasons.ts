/** The reasons to exclude a row correctly, each with a sentence for the user. */
export const EXCLUSIONS = {
  stock_movement:
    "Goods were moved between warehouses, disposed of or given away: no sale to a consumer.",
  goods_return_without_money: "Goods came back; the money has a row of its own.",
  invoice_reissued: "The invoice was written anew with another name or address; the amounts stay.",
  cancelled: "The order was cancelled.",
  voided: "The invoice or credit note was voided.",
  not_paid: "The order is not paid.",
  test_order: "A test order.",
  draft: "A draft, which nobody has to pay.",
  nothing_charged: "Nothing was charged, so there is nothing to declare.",
  gift_card: "A gift card is taxed when it is spent.",
  local_pickup: "The customer collected the goods, so nothing was dispatched across a border.",
  deemed_by_marketplace: "The marketplace is the deemed supplier and declares the sale (Art. 14a).",
  export: "The goods left the Union.",
  outside_eu: "The customer is outside the VAT territory of the Union.",
  outside_eu_with_vat:
    "The customer is outside the VAT territory of the Union, and VAT of a Member State was charged: who states VAT owes it (Art. 203).",
  no_supply: "A tip, a deposit or a voucher alone: no supply.",
  b2b_customer: "The customer is a business and accounts for the VAT.",
  domestic_goods: "The goods stayed in the state they were dispatched from: domestic return.",
  services_taxed_at_establishment:
    "The service is taxed where you are established: domestic return.",
  taxed_in_dispatch_country:
    "Taxed where the goods left, or where the service is supplied from, and not booked as a sale below the EUR 10,000: a business bought it, you are not established in that state alone (Art. 59c), or an earlier version left this order out.",
  not_under_union_scheme: "Declared in a domestic return of the state of arrival.",
  consignment_value_exceeded:
    "The goods are worth more than EUR 150, so VAT is due at import and not in the import scheme (Art. 369l).",
  original_left_out: "The sale that this corrects was left out, too.",
  duty_alone: "Customs duty was given back, which the import scheme does not tax.",
  channel_fee: "A fee of the sales channel: no sale.",
  duplicate: "The same row stands in the file before.",
} as const;

/** The reasons that need a decision or another file. Importing the file again afterwards resolves the row. */
export const OPEN_QUESTIONS = {
  country_missing:
    "Nothing says in which country this is: the code of the country is missing, or is none of ISO 3166-1.",
  establishment_missing:
    "Services need the country from which they are supplied: add `establishment_country`.",
  no_vat_charged: "No VAT was charged, and nothing says why.",
  partly_paid: "The order is paid in part: VAT is due on what was received (Art. 65).",
  payment_unknown: "Nothing says whether the order is paid, and when: the field is missing.",
  delivery_day_missing:
    "The order was delivered and is not paid, and nothing says when: VAT is due with the delivery (Art. 63).",
  cancelled_with_payment:
    "The order is paid and cancelled, and nothing says that the money went back (Art. 90).",
  original_not_found:
    "The sale that this corrects is neither in this file nor in an earlier import of this source.",
  refund_without_vat_split: "The refund does not say which rate it belongs to.",
  net_not_split: "The net amounts per rate cannot be told from the file.",
  taxed_at_home_under_scheme:
    "The VAT of your own country was charged, and a registration in the Union scheme covers the day: VAT is due in the customer's country (Art. 59c(3)). Correct the tax in the shop, and enter the sale with the VAT that is due.",
  rate_not_in_force:
    "The VAT that was charged fits no rate that was in force in the customer's country.",
  lines_missing:
    "The lines of the order are not there, or only the first of several kinds of supply.",
  unknown_tax_code:
    "Nothing says what kind of supply this tax code is: add it to `tax_code_kinds`.",
  customs_rate_missing:
    "The value of the consignment in euro needs the customs rate of the month: add it to `customs_rates`.",
  consignment_value_missing:
    "The import scheme asks for the value of the consignment, which the report lacks.",
} as const;

export const ROW_FAULTS = [
  "vat_not_calculated",
  "bad_date",
  "future_date",
  "not_a_number",
  "too_many_decimals",
  "not_a_member_state",
  "unknown_currency",
  "negative_amount",
  "event_id_used_twice",
  "not_json",
  "doubled_key",
  "unknown_field",
  "missing_value",
  "invalid_value",
  "unknown_transaction_type",
  "parts_do_not_add_up",
  "wrong_number_of_cells",
  "row_cut_off",
  "row_without_order",
] as const;

/** The remarks on a row that is imported anyway. */
export const REMARKS = {
  net_derived: "The net amounts per rate were computed from the VAT.",
  vat_derived: "The VAT of the refund was computed from its amount.",
  duty_left_out:
    "Customs duty is outside the taxable amount of the import scheme, and was left out.",
  vat_on_duty:
    "VAT was charged on customs duty, which the import scheme does not tax: it was left out. Ask an adviser.",
  rate_derived: "The rate was taken from the VAT and the rates in force.",
  rate_in_both:
    "The rate is in force in the customer's country and in yours: `rates_in_both` says whose VAT it is.",
  maybe_in_entered_turnover:
    "Taxed in your own country and booked, so it counts towards the EUR 10,000. The profile has `entered_turnover` of that year: if the sale is in it, lower it by the sale.",
  maybe_in_two_sources:
    "Another source has an order of this number with the same country and amount: if it is the same sale, it counts twice. Compare both sources, and undo one of the imports.",
  zero_rate_taken:
    "A line without VAT was booked at zero, which the customer's country has for some of such supplies.",
  total_rounded:
    "The lines do not add up to the total by roundings of the shop: the difference was added to the largest amount.",
  tip_left_out: "A tip without VAT is no part of the price, and was left out.",
  no_supply_left_out:
    "A deposit, a voucher or a rounding without VAT is no supply, and was left out.",
  refund_not_importable:
    "The file says that something was refunded, but not when and with which VAT: book it yourself.",
  refund_apart:
    "The shop gave money back. It tells its refunds apart from its orders: unless this file or another import has them, the sale counts in full.",
  "excluded_by_ledger:b2b_customer":
    "The ledger keeps it, and no return has it: the customer is a business.",
} as const;

export type ExclusionReason = keyof typeof EXCLUSIONS;
export type OpenQuestion = keyof typeof OPEN_QUESTIONS;
export type RowFaultReason = (typeof ROW_FAULTS)[number];
export type Remark = keyof typeof REMARKS;
