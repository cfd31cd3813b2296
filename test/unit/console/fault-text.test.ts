import { expect, it } from "vitest";
import type * as z from "zod";
import { faultText } from "../../../console/src/loading/fault-text.ts";
import type { en } from "../../../console/src/texts/en.ts";
import { clientsIn } from "../../../shared/accounts/people/clients.ts";
import { type IsoDate, quarterOf } from "../../../shared/core/calendar/dates.ts";
import type { Fault } from "../../../shared/core/errors/errors.ts";
import { readAs } from "../../../shared/core/errors/field-errors.ts";
import type { AuthorId } from "../../../shared/core/ids.ts";
import { PaymentOrderRequest } from "../../../shared/filing/payment/schema.ts";
import { importSchemeFaults } from "../../../shared/imports/formats/import-scheme.ts";
import { RefundRequest } from "../../../shared/ledger/refunds/schema.ts";
import { WebhookRequest } from "../../../shared/notifications/webhooks/schema.ts";
import { filingOf } from "../../../shared/returns/locks/schema.ts";
import { futurePaymentFaults, PaymentRequest } from "../../../shared/returns/payment/schema.ts";
import { NewProfile } from "../../../shared/vat/seller/profile-schema.ts";
import { registrationFaults } from "../../../shared/vat/seller/registration-rules.ts";
import { NewRegistration } from "../../../shared/vat/seller/registration-schema.ts";
import { errorOf } from "../../make/refusal.ts";
import { sayIn } from "../../make/say.ts";

const inSchema = (schema: z.ZodType, given: unknown): readonly Fault[] => {
  const read = readAs(schema, given);
  return read.success ? [] : read.faults;
};

const refused = (decide: () => unknown): readonly Fault[] => errorOf(decide).details ?? [];

const TODAY = "2026-11-30" as IsoDate;
const payment = (given: object) => inSchema(PaymentRequest, { paid_on: TODAY, ...given });
const order = (creditor: object) =>
  inSchema(PaymentOrderRequest, {
    format: "epc_qr",
    creditor: { name: "Bundeskasse", iban: "DE89370400440532013000", ...creditor },
  });
const registration = (given: object) =>
  registrationFaults({
    scheme_type: "union_oss",
    member_state_identification: "DE",
    effective_from: TODAY,
    status: "active",
    ...given,
  } as Parameters<typeof registrationFaults>[0]);
const clients = (csv: string) => refused(() => clientsIn(csv));
const by = { author: "pn_1" as AuthorId, now: new Date(TODAY), today: TODAY };
const filed = (filed_at: string) => {
  const period = quarterOf("2026-Q2");
  if (!period) throw new Error("a quarter has a period");
  return refused(() => filingOf({ filed_at: filed_at as IsoDate }, period, by));
};
const webhook = (url: string) => inSchema(WebhookRequest, { url, events: ["return.locked"] });

type Key = keyof typeof en extends infer K
  ? K extends `fault.${infer Name}`
    ? Name
    : never
  : never;

/** Requests that forms of the console send, the field that the service rejects, and the text that the console shows. */
const MET: readonly (readonly [
  name: string,
  faults: () => readonly Fault[],
  field: string,
  key: Key,
])[] = [
  ["a filing before its period ended", () => filed("2026-06-15"), "filed_at", "after"],
  [
    "an amount that could not be read",
    () => payment({ amount_minor: null }),
    "amount_minor",
    "amount",
  ],
  ["no amount", () => payment({}), "amount_minor", "missing"],
  ["a payment of nothing", () => payment({ amount_minor: 0 }), "amount_minor", "least"],
  ["too large a payment", () => payment({ amount_minor: 1e12 }), "amount_minor", "most"],
  ["a payment on no day", () => payment({ paid_on: "31.2.2026" }), "paid_on", "day"],
  [
    "a payment of next year",
    () => futurePaymentFaults({ paid_on: "2027-12-01" }, TODAY),
    "paid_on",
    "dayAfter",
  ],
  ["a note that is too long", () => payment({ note: "x".repeat(201) }), "note", "tooLong"],
  ["a wrong IBAN", () => order({ iban: "DE00" }), "creditor.iban", "iban"],
  ["a wrong BIC", () => order({ bic: "x" }), "creditor.bic", "bic"],
  ["an empty holder", () => order({ name: "" }), "creditor.name", "missing"],
  [
    "a refund of nothing",
    () => inSchema(RefundRequest, { event_id: "r", supply_date: TODAY, gross_amount_minor: 0 }),
    "gross_amount_minor",
    "least",
  ],
  [
    "a refund without a readable amount",
    () => inSchema(RefundRequest, { event_id: "r", supply_date: TODAY, gross_amount_minor: null }),
    "gross_amount_minor",
    "amount",
  ],
  [
    "a registration that ends before it begins",
    () => registration({ status: "ended", effective_to: "2026-01-01" }),
    "effective_to",
    "dayBefore",
  ],
  [
    "an ended registration without its last day",
    () => registration({ status: "ended" }),
    "effective_to",
    "missing",
  ],
  [
    "a number of another state",
    () => registration({ vat_registration_number: "PL5260001246" }),
    "vat_registration_number",
    "vatNumber",
  ],
  [
    "a registration in no state",
    () =>
      inSchema(NewRegistration, {
        scheme_type: "union_oss",
        effective_from: TODAY,
        status: "active",
        member_state_identification: "US",
      }),
    "member_state_identification",
    "country",
  ],
  [
    "imported goods whose orders may travel together",
    () => importSchemeFaults(["imported_goods"], { origin_country: "CN" }),
    "one_order_is_one_consignment",
    "consigned",
  ],
  [
    "imported goods from within",
    () => importSchemeFaults(["imported_goods"], { origin_country: "FR" }),
    "origin_country",
    "outside",
  ],
  [
    "turnover of long ago",
    () =>
      inSchema(NewProfile, {
        establishment_country: "DE",
        entered_turnover: [{ year: 1990, amount_minor: 1, currency: "EUR" }],
      }),
    "entered_turnover.0.year",
    "earliest",
  ],
  [
    "a name with a control character",
    () => inSchema(NewProfile, { establishment_country: "DE", display_name: "a\u0007" }),
    "display_name",
    "characters",
  ],
  ["an address without https", () => webhook("http://shop.example/a"), "url", "https"],
  ["an address of no host", () => webhook("https://10.0.0.1/a"), "url", "url"],
  ["a spreadsheet without clients", () => clients("name;reference\n"), "csv", "noLine"],
  ["a spreadsheet with other columns", () => clients("client\nA\n"), "csv", "columns"],
  ["a client twice", () => clients("name;reference\nA;1\nB;1\n"), "csv.line_3.reference", "twice"],
];

it.for(MET)("%s is explained in words of both languages", ([, faults, field, key]) => {
  const fault = faults().find((one) => one.field === field);
  const message = fault?.message ?? `nothing is wrong with ${field}`;
  for (const language of ["en", "de"] as const) {
    const say = sayIn(language, language);
    const [start = ""] = say(`fault.${key}`).split("{found}");
    expect(faultText(message, say), message).toContain(start);
  }
});

it("days and amounts of a message are written as the reader writes them", () => {
  const say = sayIn("de", "de-DE");
  expect(faultText(filed("2026-06-15")[0]?.message ?? "", say)).toContain("30.06.2026");
  // The messages about refunds are checked in test/integration/ledger/refunds/refund-sale.test.ts.
  const most = faultText("must be at most 13040 minor units, 130.40 EUR", say);
  expect(most).toContain("130,40\u00a0€");
  expect(faultText("must not lie before the sale of 2026-07-01", say)).toContain("01.07.2026");
});
