import type { NamedPeriod, NeutralReturn, NeutralSupply } from "../neutral-return.ts";
import { Establishments, establishmentIn, withoutPrefix } from "../request.ts";
import { returnFormat } from "../return-format.ts";
import { zeroAmountFindings } from "../row-findings.ts";
import { FORMS, type PageNumber, pagesOf, type Values } from "./es-369-pages.ts";
import {
  SpanishExtras,
  SpanishFiler,
  type SpanishRequest,
  spanishDays,
  spanishFindings,
  taxNumberOf,
} from "./es-369-request.ts";

/** The Spanish form 369: one line of fields of fixed width, in pages of the scheme. */
export const ES_369 = returnFormat({
  format: "es_369",
  member_state: "ES",
  schemes: ["union_oss", "non_union_oss", "ioss"],
  version: "Record design 1.1 of form 369",
  status: "ready",
  channel: "Presentation of form 369 by file in the Sede electrónica of the AEAT",
  guide: "docs/filing/spain.md",
  limits: [
    "28 lines a page; more go on a further page marked C",
    "Names of at most 125 letters, digits and blanks",
    "Numbers of establishments of at most 15 characters",
  ],
  confidence: "high",
  unproven: [
    "No file of ours has been handed in yet; every field follows the official record design.",
    "Whether an amount of 0.00 may be written is not said; such a row is refused.",
  ],
  media_type: "text/plain",
  encoding: "iso-8859-1",
  extension: "txt",
  currency: "EUR",
  number_needed_in: ["2c"],
  takes_tax_reference: true,
  fields: {
    filer: SpanishFiler.meta({
      examples: [{ vat_number: "ESB12345678", name: "EMPRESA DE MUESTRA SL" }],
    }),
    establishments: Establishments,
    extras: SpanishExtras,
  },
  findings: (neutral) => [...zeroAmountFindings(neutral), ...spanishDays(neutral)],
  requestFindings: spanishFindings,
  print: fileOf,
});

/** Quarters are 1T to 4T in the tags, months two digits. */
const periodTag = ({ kind, number }: NamedPeriod): string =>
  kind === "quarter" ? `${number}T` : String(number).padStart(2, "0");

function fileOf(neutral: NeutralReturn, request: SpanishRequest): string {
  const { period, scheme, supplies, corrections } = neutral;
  const { first, sections, last, ...form } = FORMS[scheme];
  const tag = `${period.year}${periodTag(period)}0000>`;
  const listed = (isMeant: (row: NeutralSupply) => boolean) =>
    supplies.filter(isMeant).map((row) => supplyOf(row, request));
  const optional = (page: PageNumber, groups: readonly Values[]) =>
    groups.length === 0 ? "" : pagesOf(page, (further) => [further], groups);
  return [
    `<T3690${tag}${" ".repeat(92)}${taxNumberOf(neutral, request).padEnd(9)}${" ".repeat(210)}`,
    pagesOf("00", () => []),
    pagesOf(
      first,
      (further) => headOf(neutral, request, further),
      listed(({ section }) => section === null || section === "2a"),
    ),
    ...sections.map(([meant, page]) =>
      optional(
        page,
        listed(({ section }) => section === meant),
      ),
    ),
    optional(
      form.corrections,
      corrections.map((one) => [
        one.member_state,
        one.period.year,
        one.period.kind === "quarter" ? "T" : "M",
        one.period.number,
        one.vat_minor,
      ]),
    ),
    pagesOf(last, () => [undefined]),
    `</T3690${tag}`,
  ].join("");
}

/** The fields of the first page before its list; each scheme has some of its own. */
function headOf(neutral: NeutralReturn, request: SpanishRequest, further: "C" | undefined): Values {
  const { period, scheme, total_minor, is_nil } = neutral;
  const { filer, extras } = request;
  const {
    payment_type = total_minor > 0 ? "I" : "N",
    payment_reference,
    amount_paid_minor,
  } = extras;
  const { intermediary_number } = filer;
  const days = [period.days?.first, period.days?.last].map((day) => day?.replaceAll("-", ""));
  return [
    ...[FORMS[scheme].regime, "D", payment_type, payment_reference, amount_paid_minor, further],
    filer.country ?? "ES",
    taxNumberOf(neutral, request),
    ...(scheme === "union_oss" ? [] : [filer.vat_number]),
    filer.name,
    ...(scheme === "ioss" ? [intermediary_number ? "1" : "0", intermediary_number] : []),
    ...[period.year, period.kind === "quarter" ? "T" : "M", period.number],
    ...(scheme === "non_union_oss" ? [] : days),
    is_nil ? "1" : "0",
  ];
}

/** Cents without a sign between; the number of a state abroad is written without its prefix. */
function supplyOf(row: NeutralSupply, request: SpanishRequest): Values {
  const { vat_number, tax_reference } =
    (row.from === null ? undefined : establishmentIn(request, row.from)) ?? {};
  return [
    ...(row.from === null
      ? []
      : [row.from, vat_number ? withoutPrefix(vat_number) : tax_reference]),
    row.member_state,
    row.rate_bps,
    row.rate_type === "STANDARD" ? "S" : "R",
    row.base_minor,
    row.vat_minor,
  ];
}
