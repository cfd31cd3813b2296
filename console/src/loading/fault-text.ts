import type { TextKey } from "../texts/en.ts";
import type { Say } from "../texts/say.ts";

/** The message of the service about a field, and the text for people. Its messages are for programmers and in English. */
const TEXTS: readonly (readonly [RegExp, TextKey])[] = [
  [/commit a complete one/, "fault.incomplete"],
  [/VAT number|number of the registration|has not the form of/, "fault.vatNumber"],
  [/ISO 3166|EU Member State|country/, "fault.country"],
  [/must not lie before/, "fault.dayBefore"],
  [/must not lie after|in the future/, "fault.dayAfter"],
  [/calendar day|YYYY-MM-DD/, "fault.day"],
  [/https:\/\//, "fault.https"],
  [/ISO 4217|currency/, "fault.currency"],
  [/time zone/, "fault.timeZone"],
  [/needed|required|must be at least 1/, "fault.missing"],
  [/at most|too long|no more than/, "fault.tooLong"],
  [/has no account for (.+)/, "fault.noAccount"],
  [/account_length|account number/, "fault.accountLength"],
  [/first day of the fiscal year/, "fault.fiscalYear"],
];

/** Returns what is wrong with a value, in the reader's language. */
export function faultText(message: string, say: Say): string {
  for (const [form, key] of TEXTS) {
    const found = form.exec(message);
    if (found) return say(key, { found: found[1] ?? "" });
  }
  return say("fault.unknown", { message });
}
