import type { LifeSums } from "./order-life.ts";
import {
  type StripeDocument,
  stripeCreditNote,
  stripeEvent,
  stripeInvoice,
} from "./stripe-document.ts";

/*
 * Invoices of Stripe that live through what the judge tells apart: of a country that nobody can place, with credit notes of
 * a part, of a VAT that fits no rate, in the form of an older version, voided ones, and voided invoices. What is to be booked
 * is computed here by hand, without the product.
 */
const RATES = { FR: [2_000, 550], NL: [2_100, 900] } as const;
const PLACES = ["FR", "FR", "NL", "NL", "XX"] as const;

type Event = ReturnType<typeof stripeEvent>;
type Document = Event["data"]["object"];
type Taxed = StripeDocument["taxes"][number] & { readonly rate: number };

type NoteKind = "clear" | "odd" | "former";
type Note = { readonly kind: NoteKind; readonly taxed: Taxed; readonly isVoided: boolean };

type Invoice = {
  readonly id: string;
  readonly country: (typeof PLACES)[number];
  readonly taxes: readonly Taxed[];
  readonly notes: readonly Note[];
  readonly isVoided: boolean;
};

const DAY = Date.parse("2026-10-05T08:00:00Z") / 1000;
/** Seconds between the changes of an invoice. */
const STEP = 3_600;

const vatOf = (net: number, rate: number): number => Math.round((net * rate) / 10_000);

function newInvoice(n: number, below: (n: number) => number): Invoice {
  const country = PLACES[below(PLACES.length)] ?? "FR";
  const [standard, reduced] = RATES[country === "XX" ? "FR" : country];
  const rates = below(3) === 0 ? [standard, reduced] : [standard];
  const taxes = rates.map((rate) => {
    const net = 100 * (20 + below(200));
    return { rate, net, vat: vatOf(net, rate) };
  });
  const [first = { rate: standard, net: 0, vat: 0 }] = taxes;
  const notes = Array.from({ length: below(3) }, (): Note => {
    const kind = (["clear", "clear", "odd", "former"] as const)[below(4)] ?? "clear";
    const net = 100 * (1 + below(9));
    const vat = kind === "odd" ? Math.round(net * 0.33) : vatOf(net, first.rate);
    return { kind, taxed: { rate: first.rate, net, vat }, isVoided: below(4) === 0 };
  });
  return { id: `in_${1_001 + n}`, country, taxes, notes, isVoided: below(8) === 0 };
}

/** A credit note in the form before version 2025-03-31. */
const inFormerForm = ({ total_taxes, ...note }: ReturnType<typeof stripeCreditNote>) => ({
  ...note,
  tax_amounts: total_taxes.map(({ amount }) => ({ amount, inclusive: false })),
});

function noteDocument(
  { id: invoice }: Invoice,
  { kind, taxed, isVoided }: Note,
  n: number,
): Document {
  const at = DAY + (n + 1) * STEP;
  const note = stripeCreditNote({
    id: `cn_${invoice.slice(3)}_${n}`,
    invoice,
    taxes: [taxed],
    at,
    ...(isVoided && { voided_at: at + STEP / 2 }),
  });
  return kind === "former" ? inFormerForm(note) : note;
}

const issued = (note: Document): Document => ({ ...note, status: "issued", voided_at: null });

/** The documents of an invoice as Stripe has them in the end, and the events that tell of them. */
function documentsOf(invoice: Invoice) {
  const { id, country, taxes, notes, isVoided } = invoice;
  const finalized = stripeInvoice({ id, country, taxes, at: DAY });
  const voidedAt = DAY + 24 * STEP;
  const voided = {
    ...finalized,
    status: "void",
    status_transitions: { finalized_at: DAY, voided_at: voidedAt },
  };
  const credits = notes.map((note, n) => noteDocument(invoice, note, n));
  const event = (type: string, object: Document, at: number) => ({
    ...stripeEvent(type, object, at - DAY),
    id: `evt_${String(object["id"])}_${type}`,
  });
  return {
    invoices: [isVoided ? voided : finalized],
    credits,
    events: [
      event("invoice.finalized", finalized, DAY),
      ...(isVoided ? [event("invoice.voided", voided, voidedAt)] : []),
      ...credits.flatMap((credit, n) => [
        event("credit_note.created", issued(credit), DAY + (n + 1) * STEP),
        ...(notes[n]?.isVoided
          ? [event("credit_note.voided", credit, Number(credit["voided_at"]))]
          : []),
      ]),
    ],
  };
}

function wantedOf({ country, taxes, notes, isVoided }: Invoice): LifeSums | undefined {
  if (isVoided) return {};
  const standing = notes.filter((note) => !note.isVoided);
  if (country === "XX" || standing.some(({ kind }) => kind !== "clear")) return undefined;
  const sums = taxes.map(({ rate, net, vat }): [string, [number, number]] => {
    const given = standing.filter(({ taxed }) => taxed.rate === rate).map(({ taxed }) => taxed);
    const back = (of: "net" | "vat") => given.reduce((sum, taxed) => sum + taxed[of], 0);
    return [`${country} ${rate}`, [net - back("net"), vat - back("vat")]];
  });
  return Object.fromEntries(sums.filter(([, [net, vat]]) => net !== 0 || vat !== 0));
}

const grossOf = (taxes: readonly Taxed[]): number =>
  taxes.reduce((sum, { net, vat }) => sum + net + vat, 0);

const givenBack = ({ notes }: Invoice): number =>
  grossOf(notes.filter(({ isVoided }) => !isVoided).map(({ taxed }) => taxed));

/** Makes invoices: their events, the lists of Stripe in the end, and what is to be booked of each. */
export function invoiceLives(count: number, random: () => number) {
  const below = (n: number) => Math.floor(random() * n);
  const made = Array.from({ length: count }, (_, n) => newInvoice(n, below));
  const documents = made.map(documentsOf);
  const inShop = made.map((invoice) => {
    const gross = invoice.isVoided ? 0 : grossOf(invoice.taxes) - givenBack(invoice);
    return [invoice.id, { state: 1, wanted: wantedOf(invoice), gross }] as const;
  });
  return {
    events: documents.flatMap(({ events }) => events),
    lists: {
      invoices: documents.flatMap(({ invoices }) => invoices),
      credit_notes: documents.flatMap(({ credits }) => credits),
      events: [],
    },
    inShop: new Map(inShop),
  };
}
