import type { Language, Texts } from "../../core/language.ts";
import {
  CHECK_WORDS,
  type CheckCode,
  WARNING_WORDS,
  type WarningCode,
} from "../../vat/schemes/warnings.ts";

const SECTIONS = {
  "2a": {
    en: "Services from the Member State of identification, or from outside the Union",
    de: "Dienstleistungen aus dem Mitgliedstaat der Identifizierung oder von außerhalb der Union",
  },
  "2b": {
    en: "Goods from the Member State of identification",
    de: "Waren aus dem Mitgliedstaat der Identifizierung",
  },
  "2c": {
    en: "Services from fixed establishments in other Member States",
    de: "Dienstleistungen aus festen Niederlassungen in anderen Mitgliedstaaten",
  },
  "2d": { en: "Goods from other Member States", de: "Waren aus anderen Mitgliedstaaten" },
} as const satisfies Readonly<Record<string, Texts>>;

/** The short words of codes in cells. */
const SHORT: Readonly<Record<string, Texts>> = {
  goods: { en: "goods", de: "Waren" },
  services: { en: "services", de: "Dienstleistungen" },
  standard: { en: "standard", de: "Regelsteuersatz" },
  reduced: { en: "reduced", de: "ermäßigt" },
  open: { en: "open", de: "offen" },
  locked: { en: "locked", de: "festgeschrieben" },
  filed: { en: "filed", de: "eingereicht" },
  ready: { en: "ready to file", de: "bereit zur Einreichung" },
  nil_return: { en: "nil return", de: "Nullmeldung" },
  review_required: { en: "to be checked", de: "zu prüfen" },
  blocking: { en: "blocking", de: "hält auf" },
  warning: { en: "warning", de: "Warnung" },
  info: { en: "info", de: "Hinweis" },
  former_registration: { en: "former registration", de: "frühere Registrierung" },
  former_currency: { en: "former currency", de: "frühere Währung" },
  after_three_years: { en: "after three years", de: "nach drei Jahren" },
};

const GERMAN_WARNINGS: Readonly<Record<WarningCode, string>> = {
  registration_missing_excluded: "Keine Registrierung der Regelung gilt im Zeitraum",
  registration_overlap_excluded: "Mehr als eine Registrierung gilt im Zeitraum",
  energy_not_yet_in_scheme_excluded: "Energie aus der Zeit, bevor sie zur Regelung gehörte",
  needs_review_excluded: "Wartet auf die Entscheidung, ob der Vorgang in die Erklärung gehört",
  classification_excluded:
    "Gehört in keine Erklärung der Regelung; wird anderswo oder nicht erklärt",
  taxed_at_home_under_scheme_excluded:
    "Im Mitgliedstaat des Verkäufers versteuert, obwohl an dem Tag eine Registrierung galt: Die Steuer ist im Mitgliedstaat des Verbrauchs geschuldet (Art. 59c Abs. 3)",
  unsupported_rate_category_excluded:
    "Nullsatz oder steuerfrei: die Erklärung hat keine Zeile dafür",
  unsupported_supply_kind_excluded: "Diese Art von Umsatz gehört nicht zur Regelung",
  excise_goods_excluded:
    "Verbrauchsteuerpflichtige Waren werden nicht in der Einfuhrregelung erklärt (Art. 369l)",
  consignment_value_exceeded_excluded: "Die Sendung ist mehr als 150 Euro wert (Art. 369l)",
  consignment_value_unverified_excluded: "Der Wert der Sendung in Euro ist nicht sicher",
  missing_origin_excluded: "Es ist nicht angegeben, woher die Waren kommen",
  correction_reference_missing_excluded: "Der berichtigte Verkauf ist nicht erfasst",
  correction_reference_invalid_excluded: "Der genannte Verkauf lässt sich so nicht berichtigen",
  correction_opening_missing_excluded:
    "Der genannte Zeitraum ist nicht als anderswo eingereicht erfasst",
  outside_registration_window_excluded:
    "Von einem Tag, an dem die Registrierung nicht galt (Art. 57d, 59 DVO 282/2011)",
  correction_after_three_years_excluded:
    "Mehr als drei Jahre nach der Fälligkeit der Erklärung ihres Verkaufs geändert: direkt im Mitgliedstaat des Verbrauchs zu erklären (Art. 61 Abs. 2 DVO 282/2011)",
  correction_to_former_state_excluded:
    "In einem früheren Mitgliedstaat der Identifizierung erklärt: die Berichtigung geht direkt an den Mitgliedstaat des Verbrauchs (Art. 61a DVO 282/2011)",
  missing_exchange_rate_excluded: "Für die Währung ist kein Wechselkurs bekannt",
};

const GERMAN_CHECKS: Readonly<Record<CheckCode, string>> = {
  rate_given_in_percent: "Der Steuersatz sieht aus, als wäre er in Prozent angegeben",
  rate_category_mismatch: "Der Mitgliedstaat hat diesen Steuersatz nicht in dieser Kategorie",
  vat_on_zero_category: "Steuer auf einem Umsatz zum Nullsatz oder steuerfreien Umsatz",
  vat_on_b2b_sale: "Steuer auf einem Verkauf an ein Unternehmen, das sie selbst schuldet",
  vat_on_untaxed_sale:
    "Steuer auf einer Ausfuhr oder einem anderen Umsatz, der in der Union nicht besteuert wird",
  currency_differs_from_sale: "Eine Erstattung hat eine andere Währung als ihr Verkauf",
  refund_above_sale: "Es wurde mehr erstattet als verkauft",
  refund_vat_differs_from_sale:
    "Eine Erstattung nimmt von der Steuer einen anderen Teil zurück als vom Verkauf",
  before_scheme: "Geliefert vor dem Beginn der Regelung am 1. Juli 2021",
  price_far_above_intrinsic_value: "Der Preis liegt weit über dem angegebenen Sachwert",
  rate_not_in_force: "Der Steuersatz galt dort an diesem Tag nicht",
  rate_of_other_form:
    "Die Steuerklasse hat diesen Satz nur für körperliche oder nur für elektronische Lieferungen, und der Umsatz ist von der anderen Art",
  vat_differs_from_rate: "Die Steuer weicht von Bemessungsgrundlage × Steuersatz ab",
  refund_before_sale: "Eine Erstattung ist vor ihrem Verkauf datiert",
  currency_replaced_by_euro: "Der Euro hatte die Währung am Tag des Verkaufs abgelöst",
  location_evidence_missing: "Es fehlen Nachweise des Ortes (Art. 24b DVO 282/2011)",
  deemed_supplier_differs_from_source:
    "Wer den Verkauf erklärt, weicht von den Angaben der Quelle ab",
  location_evidence_differs: "Ein Nachweis weist auf ein anderes Land",
  location_evidence_single:
    "Ein einziger Nachweis des Ortes: er genügt bis 100.000 EUR im Jahr (Art. 24b DVO 282/2011)",
};

/** Returns the short word of a code; the code itself if it has none. */
export const shortWord = (code: string, language: Language): string =>
  SHORT[code]?.[language] ?? code;

export const sectionWord = (section: keyof typeof SECTIONS, language: Language): string =>
  SECTIONS[section][language];

export const warningWord = (code: WarningCode, language: Language): string =>
  language === "de" ? GERMAN_WARNINGS[code] : WARNING_WORDS[code];

export const checkWord = (code: CheckCode, language: Language): string =>
  language === "de" ? GERMAN_CHECKS[code] : CHECK_WORDS[code];

/** The names of the sheets, each one word: a name of several words breaks the library's print titles. */
const SHEETS = {
  sheet_summary: { en: "Summary", de: "Zusammenfassung" },
  sheet_rows: { en: "Rows", de: "Zeilen" },
  sheet_corrections: { en: "Corrections", de: "Berichtigungen" },
  sheet_balances: { en: "Balances", de: "Salden" },
  sheet_since: { en: "Since", de: "Seither" },
  sheet_rates: { en: "Rates", de: "Kurse" },
  sheet_checks: { en: "Checks", de: "Prüfungen" },
  sheet_exclusions: { en: "Exclusions", de: "Ausschlüsse" },
  sheet_bridge: { en: "Bridge", de: "Überleitung" },
  sheet_events: { en: "Events", de: "Vorgänge" },
  sheet_legend: { en: "Legend", de: "Legende" },
} as const satisfies Readonly<Record<string, Texts>>;

const HEADS = {
  section: { en: "Section", de: "Abschnitt" },
  state: { en: "Member State of consumption", de: "Mitgliedstaat des Verbrauchs" },
  kind: { en: "Goods or services", de: "Waren oder Dienstleistungen" },
  from: { en: "From Member State", de: "Aus Mitgliedstaat" },
  category: { en: "Rate category", de: "Art des Steuersatzes" },
  rate_pct: { en: "VAT rate (%)", de: "Steuersatz (%)" },
  taxable: { en: "Taxable amount", de: "Bemessungsgrundlage" },
  vat: { en: "VAT", de: "Steuer" },
  events: { en: "Events", de: "Vorgänge" },
  corrected: { en: "Corrected period", de: "Berichtigter Zeitraum" },
  late_taxable: {
    en: "Of this late changes: taxable amount",
    de: "Davon spätere Änderungen: Bemessungsgrundlage",
  },
  late_vat: { en: "Of this late changes: VAT", de: "Davon spätere Änderungen: Steuer" },
  late_events: {
    en: "Late events, came less left",
    de: "Spätere Vorgänge, neue abzüglich entfallener",
  },
  current_vat: { en: "VAT of the period", de: "Steuer des Zeitraums" },
  correction_vat: { en: "VAT of corrections", de: "Steuer der Berichtigungen" },
  balance: { en: "Balance", de: "Saldo" },
  in_total: { en: "Part of the total payable", de: "Teil des Zahlbetrags" },
  converted: { en: "Period converted", de: "Umgerechneter Zeitraum" },
  currency: { en: "Currency", de: "Währung" },
  effect: { en: "Effect", de: "Wirkung" },
  line: { en: "Line", de: "Zeile" },
  rows_or_events: { en: "Rows or events", de: "Zeilen oder Vorgänge" },
  gross: { en: "Amount with VAT", de: "Betrag mit Steuer" },
  per_euro: { en: "Units per euro", de: "Einheiten je Euro" },
  published: { en: "Published on", de: "Veröffentlicht am" },
  code: { en: "Code", de: "Schlüssel" },
  severity: { en: "Severity", de: "Gewicht" },
  how_many: { en: "How many", de: "Anzahl" },
  how_many_now: { en: "How many now", de: "Anzahl heute" },
  meaning: { en: "Meaning", de: "Bedeutung" },
  to_resolve: { en: "To be resolved before filing", de: "Vor der Einreichung zu klären" },
  reason: { en: "Reason", de: "Grund" },
  figure: { en: "Figure", de: "Zahl" },
  lists_them: { en: "What lists them", de: "Abruf der Vorgänge" },
  moved_since_lock: {
    en: "Moved since the lock (requests above list the events of today)",
    de: "Seit der Festschreibung geändert (Abrufe oben zeigen heutige Vorgänge)",
  },
  declared_taxable: { en: "Declared: taxable amount", de: "Erklärt: Bemessungsgrundlage" },
  declared_vat: { en: "Declared: VAT", de: "Erklärt: Steuer" },
  now_taxable: { en: "Ledger now: taxable amount", de: "Buchbestand heute: Bemessungsgrundlage" },
  now_vat: { en: "Ledger now: VAT", de: "Buchbestand heute: Steuer" },
  difference_taxable: { en: "Difference: taxable amount", de: "Differenz: Bemessungsgrundlage" },
  difference_vat: { en: "Difference: VAT", de: "Differenz: Steuer" },
  difference_events: { en: "Difference: events", de: "Differenz: Vorgänge" },
  return: { en: "Return", de: "Erklärung" },
  value: { en: "Value", de: "Wert" },
  total: { en: "Total", de: "Summe" },
  payable: { en: "Total payable, nothing set off", de: "Zahlbetrag, ohne Verrechnung" },
} as const satisfies Readonly<Record<string, Texts>>;

/** The names of the lines of the summary. */
const FACTS = {
  client: { en: "Client", de: "Mandant" },
  number: { en: "Identification number (masked)", de: "Identifikationsnummer (verkürzt)" },
  intermediary: { en: "Intermediary", de: "Vermittler" },
  scheme: { en: "Scheme", de: "Regelung" },
  period: { en: "Period", de: "Zeitraum" },
  first_day: { en: "First day", de: "Erster Tag" },
  last_day: { en: "Last day", de: "Letzter Tag" },
  due: { en: "To be filed by", de: "Einzureichen bis" },
  identification: {
    en: "Member State of identification",
    de: "Mitgliedstaat der Identifizierung",
  },
  registration: { en: "Registration", de: "Registrierung" },
  return_currency: { en: "Currency of the return", de: "Währung der Erklärung" },
  made_at: { en: "Made at (UTC)", de: "Erstellt am (UTC)" },
  recount: {
    en: "Recount pending, figures may change",
    de: "Neuberechnung läuft, Zahlen können sich ändern",
  },
  status: { en: "Status of the return", de: "Stand der Erklärung" },
  prepared: { en: "Prepared by", de: "Vorbereitet von" },
  reviewed: { en: "Reviewed by", de: "Geprüft von" },
  locked: { en: "Locked by", de: "Festgeschrieben von" },
  filed: { en: "Filed on", de: "Eingereicht am" },
  filed_by: { en: "Filing recorded by", de: "Einreichung vermerkt von" },
  reference: { en: "Reference of the filing", de: "Referenz der Einreichung" },
  filing_state: { en: "Filing state", de: "Zustand" },
  filing_state_at_lock: {
    en: "Filing state when it was locked",
    de: "Zustand bei der Festschreibung",
  },
  explanation: { en: "Explanation", de: "Erläuterung" },
  nil: { en: "Nil return", de: "Nullmeldung" },
  rows_taxable: { en: "Taxable amount of the rows", de: "Bemessungsgrundlage der Zeilen" },
  rows_vat: { en: "VAT of the rows", de: "Steuer der Zeilen" },
  period_events: { en: "Events of the period", de: "Vorgänge des Zeitraums" },
  events_in: { en: "Of these in the return", de: "Davon in der Erklärung" },
  events_out: { en: "Of these left out", de: "Davon nicht in der Erklärung" },
  changed: { en: "Changed since the lock", de: "Seit der Festschreibung geändert" },
  declared_in: { en: "Changes declared in", de: "Änderungen erklärt in" },
  selection: { en: "Selection", de: "Auswahl" },
  selection_text: {
    en: "All events of the scheme and period under this registration, from every source; what is left out is in the sheet Exclusions.",
    de: "Alle Vorgänge der Regelung und des Zeitraums unter dieser Registrierung, aus allen Quellen; was nicht in der Erklärung ist, steht im Blatt Ausschlüsse.",
  },
  conversion: { en: "Conversion", de: "Umrechnung" },
  scope: { en: "Scope", de: "Inhalt" },
} as const satisfies Readonly<Record<string, Texts>>;

/** Words within cells and sentences. */
const CELLS = {
  yes: { en: "yes", de: "ja" },
  no: { en: "no", de: "nein" },
  unknown: { en: "cannot be compared", de: "nicht vergleichbar" },
  nobody: { en: "nobody has marked these figures", de: "niemand hat diese Zahlen gekennzeichnet" },
  not_yet: { en: "not yet", de: "noch nicht" },
  no_return: { en: "in no return", de: "in keiner Erklärung" },
  nothing_to_declare: { en: "nothing to declare", de: "nichts zu erklären" },
  key: { en: "API key", de: "API-Schlüssel" },
  all_events: { en: "All events of the return", de: "Alle Vorgänge der Erklärung" },
  correction_of: { en: "correction of", de: "Berichtigung von" },
  negative_row: {
    en: "Rows below zero, which portals refuse",
    de: "Zeilen unter null, die kein Portal annimmt",
  },
  correction_below_zero: {
    en: "Corrections that take back more VAT than was declared",
    de: "Berichtigungen, die mehr Steuer zurücknehmen als erklärt war",
  },
} as const satisfies Readonly<Record<string, Texts>>;

/** The words of the page to print alone. */
const PAGE = {
  title: { en: "VAT return", de: "Mehrwertsteuererklärung" },
  totals: { en: "Totals", de: "Summen" },
  amount: { en: "Amount", de: "Betrag" },
  of: { en: "Of", de: "Von" },
  state_short: { en: "State", de: "Staat" },
  no_rows: { en: "No rows.", de: "Keine Zeilen." },
  no_corrections: { en: "No corrections.", de: "Keine Berichtigungen." },
  no_balances: { en: "No balances.", de: "Keine Salden." },
  nothing_left_out: { en: "Nothing is left out.", de: "Nichts ist ausgeschlossen." },
  nothing_converted: { en: "Nothing was converted.", de: "Nichts wurde umgerechnet." },
  no_changes: { en: "Nothing has changed.", de: "Nichts hat sich geändert." },
  corrections_earlier: {
    en: "Corrections of earlier periods",
    de: "Berichtigungen früherer Zeiträume",
  },
  balances_by_state: {
    en: "Balance of each Member State of consumption",
    de: "Saldo je Mitgliedstaat des Verbrauchs",
  },
  left_out: { en: "Left out of the return", de: "Nicht in der Erklärung" },
  from_shop: { en: "From the shop to the return", de: "Vom Shop zur Erklärung" },
  since_lock: {
    en: "Changes since the lock: ledger today less declared",
    de: "Änderungen seit der Festschreibung: Buchbestand heute abzüglich Erklärtem",
  },
  preview_of_locked: {
    en: "The return is locked. This report shows the ledger of today; the locked return declares a total payable of",
    de: "Die Erklärung ist festgeschrieben. Dieser Bericht zeigt den Buchbestand von heute; die festgeschriebene Erklärung hat als Zahlbetrag",
  },
  unregistered: {
    en: "Supplies of schemes without a registration",
    de: "Umsätze von Regelungen ohne Registrierung",
  },
  assumed_not_submitted: {
    en: "This is the last return of its registration, its due day is over, and neither a lock nor a day of submission is recorded. It is assumed not to be submitted yet. If it was, lock it with the day of its submission: corrections dated later then go directly to the Member States of consumption (Art. 61a CIR 282/2011).",
    de: "Dies ist die letzte Erklärung ihrer Registrierung, ihre Frist ist vorbei, und weder eine Festschreibung noch ein Tag der Abgabe ist erfasst. Sie gilt hier als noch nicht abgegeben. Wurde sie abgegeben, schreiben Sie sie mit dem Tag der Abgabe fest: Spätere Berichtigungen gehen dann unmittelbar an die Mitgliedstaaten des Verbrauchs (Art. 61a DVO 282/2011).",
  },
  directly: {
    en: "To be declared to the Member States directly",
    de: "Direkt gegenüber den Mitgliedstaaten zu erklären",
  },
  exchange_rates: { en: "Exchange rates", de: "Wechselkurse" },
  by_state: { en: "By Member State of consumption", de: "Nach Mitgliedstaaten des Verbrauchs" },
} as const satisfies Readonly<Record<string, Texts>>;

/** The notes of a German paper by kind of period; an English one has those of the manifest. */
export const GERMAN_NOTES = {
  quarter: {
    conversion:
      "EZB-Referenzkurse des letzten Tages des Quartals oder, wenn an diesem Tag keine veröffentlicht wurden, des nächsten Veröffentlichungstags; Berichtigungen zu den Kursen ihres ursprünglichen Quartals.",
    scope:
      "Zeilen: Umsätze des Quartals, mit ihren Änderungen im selben Quartal verrechnet. Berichtigungen: Änderungen von Umsätzen, die für ein früheres Quartal erklärt wurden. Eine Änderung ohne erklärten Umsatz ist ausgeschlossen.",
  },
  month: {
    conversion:
      "EZB-Referenzkurse des letzten Tages des Monats oder, wenn an diesem Tag keine veröffentlicht wurden, des nächsten Veröffentlichungstags; Berichtigungen zu den Kursen ihres ursprünglichen Monats.",
    scope:
      "Zeilen: Einfuhren des Monats, mit ihren Änderungen im selben Monat verrechnet. Berichtigungen: Änderungen von Einfuhren, die für einen früheren Monat erklärt wurden. Eine Änderung ohne erklärten Umsatz ist ausgeschlossen.",
  },
} as const;

const PAPER_WORDS = { ...SHEETS, ...HEADS, ...FACTS, ...CELLS, ...PAGE };
export type PaperWord = keyof typeof PAPER_WORDS;

export type Say = (word: PaperWord) => string;

export const sayIn =
  (language: Language): Say =>
  (word) =>
    PAPER_WORDS[word][language];
