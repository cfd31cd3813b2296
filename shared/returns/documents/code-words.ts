import type { Language, Texts } from "../../core/language.ts";
import { CHECK_WORDS, type CheckCode } from "../../vat/schemes/check-codes.ts";
import { WARNING_WORDS, type WarningCode } from "../../vat/schemes/warnings.ts";

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
  standard: { en: "standard", de: "Regelsatz" },
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
  before_scheme: "Geliefert vor dem Beginn der Regelung am 1. Juli 2021",
  price_far_above_intrinsic_value: "Der Preis liegt weit über dem angegebenen Sachwert",
  rate_not_in_force: "Der Steuersatz galt dort an diesem Tag nicht",
  vat_differs_from_rate: "Die Steuer weicht von Bemessungsgrundlage × Steuersatz ab",
  location_evidence_missing: "Es fehlen Nachweise des Ortes (Art. 24b DVO 282/2011)",
  deemed_supplier_differs_from_source:
    "Wer den Verkauf erklärt, weicht von den Angaben der Quelle ab",
  location_evidence_differs: "Ein Nachweis weist auf ein anderes Land",
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

/** Returns a function from a Member State to its name; the codes of returns differ from ISO 3166 in two. */
export const stateWords = (language: Language): ((code: string) => string) => {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return (code) => {
    if (code === "XI") return { en: "Northern Ireland", de: "Nordirland" }[language];
    return names.of(code === "EL" ? "GR" : code) ?? code;
  };
};
