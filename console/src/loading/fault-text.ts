import type { TextKey } from "../texts/en.ts";
import type { Say } from "../texts/say.ts";

/**
 * The message of the service about a field, and the text for people. Its messages are for programmers and in English. The
 * first form that fits counts.
 */
const TEXTS: readonly (readonly [RegExp, TextKey])[] = [
  [/commit a complete one/, "fault.incomplete"],
  [/no number is stored for this caller/, "fault.noNumber"],
  [/^(?:is )?(?:required|needed)|must not be empty/, "fault.missing"],
  [/^is (?:named|listed|given) (?:twice|more)|^is that of /, "fault.twice"],
  [/must be at most \d+ minor units, ([\d.]+ [A-Z]{3})/, "fault.refundMost"],
  [/must not reverse more/, "fault.reversed"],
  [/minor units|must be a decimal number/, "fault.amount"],
  [/must be a (?:whole )?number/, "fault.number"],
  [/must be true for imported_goods/, "fault.consigned"],
  [/must lie outside the Union/, "fault.outside"],
  [/another Member State|is not the number of/, "fault.otherNumber"],
  [/VAT number|number of the registration|has not the form of/, "fault.vatNumber"],
  [/ISO 3166|Member State; |EU Member State|country code|two capitals/, "fault.country"],
  [/must lie between (\S+), /, "fault.between"],
  [/must lie after ([\d-]+)/, "fault.after"],
  [/must lie before (\S+)/, "fault.before"],
  [/must not lie before the sale of (\S+)/, "fault.beforeSale"],
  [/must not (?:lie|be) before (?:effective_)?from/, "fault.dayBefore"],
  [/must not (?:lie|be) before (\d[\d-]*)/, "fault.earliest"],
  [/must not lie after (\S+), a year ahead/, "fault.latest"],
  [/must not lie after|must not (?:lie|be) in the future/, "fault.dayAfter"],
  [/must lie in the future/, "fault.past"],
  [/calendar|YYYY-MM-DD|must be of a year/, "fault.day"],
  [/begin with https:\/\//, "fault.https"],
  [/must be a URL|public host|name a host|no user name|no fragment|on port/, "fault.url"],
  [/ISO 4217|currency of a Member State/, "fault.currency"],
  [/time zone/, "fault.timeZone"],
  [/IBAN/, "fault.iban"],
  [/BIC/, "fault.bic"],
  [/must not hold (.+): (?:banks|SIE)/, "fault.bankCharacters"],
  [/control characters|invisible|Unicode|can be read/, "fault.characters"],
  [/account_length|has \d+ digits|account number/, "fault.accountLength"],
  [/(?:have|hold) (?:at most|fewer than) \d|too long/, "fault.tooLong"],
  [/must have at least \d+ char/, "fault.tooShort"],
  [/must be (?:at most|less than) [\d.]+/, "fault.most"],
  [
    /above zero|must not be (?:zero|negative)|must be (?:at least|more than) [\d.-]+/,
    "fault.least",
  ],
  [/has no account for (.+)/, "fault.noAccount"],
  [/first day of the fiscal year/, "fault.fiscalYear"],
  [/no line below its header/, "fault.noLine"],
  [/has more than (\d+) lines/, "fault.lines"],
  [/needs the columns? |not readable as CSV/, "fault.columns"],
  [/which begins with (\S+)/, "fault.begins"],
  [/such as (\S+?)[.;,]?$|must look like (\S+)/, "fault.suchAs"],
  [/^must be ((?:\w+, )*\w+ or \w+)$/, "fault.oneOf"],
  [/(?:digits|characters|capitals|letters)\b/, "fault.form"],
];

/** Returns what is wrong with a value, in the reader's language. */
export function faultText(message: string, say: Say): string {
  for (const [form, key] of TEXTS) {
    const found = form.exec(message);
    if (found) return say(key, { found: shown(found[1] ?? found[2] ?? "", say.locale) });
  }
  return say("fault.unknown", { message });
}

/** Formats a day or an amount of a message for the reader; returns other texts unchanged. */
function shown(found: string, locale: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(found)) {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
    return day.format(new Date(found));
  }
  const [, amount, currency] = /^([\d.]+) ([A-Z]{3})$/.exec(found) ?? [];
  if (!amount || !currency) return found;
  const minimumFractionDigits = amount.split(".")[1]?.length ?? 0;
  const style = { style: "currency", currency, minimumFractionDigits } as const;
  return new Intl.NumberFormat(locale, style).format(amount as Intl.StringNumericLiteral);
}
