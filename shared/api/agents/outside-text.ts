/** A text that somebody outside the service wrote: a customer, a shop, a client. */
type OutsideText = { readonly untrusted_text: string };

/** Ids, codes, days and amounts: one token without blanks, which is short and in ASCII. */
const TOKEN = /^[\w.:/+*@#-]{0,64}$/;

/** Fields whose sentences and links the service writes itself. */
const OWN_SENTENCES: ReadonlySet<string> = new Set([
  "articles",
  "confirm_at",
  "disclaimer",
  "message",
  "rate_note",
  "read_next",
  "reference_form",
  "rule",
  "statement",
  "status_detail",
  "treatment_reason",
]);

/** Objects whose keys are chosen by callers: the whole object is a text from outside. */
const FREE_FIELDS: ReadonlySet<string> = new Set(["metadata"]);

const LONGEST_TEXT = 500;

/** Characters that a person does not see, but a model reads: controls, joiners, directions, tags and private ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;

/** Marks a text as data: unseen characters become blanks, and the text is cut. */
const marked = (text: string): OutsideText => ({
  untrusted_text: text.replaceAll(UNSEEN, " ").slice(0, LONGEST_TEXT),
});

/**
 * Prepares a response of the API for a model: drops what is null, and marks every text from outside. A sentence is the
 * service's own only in a field that is listed for it; any other text that is no single token is marked.
 */
export function withMarkedTexts(value: unknown, field = ""): unknown {
  if (typeof value === "string") {
    return TOKEN.test(value) || OWN_SENTENCES.has(field) ? value : marked(value);
  }
  if (Array.isArray(value)) return value.map((item) => withMarkedTexts(item, field));
  if (typeof value !== "object" || value === null) return value;
  if (FREE_FIELDS.has(field)) return marked(JSON.stringify(value));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([key, part]) => [key, withMarkedTexts(part, key)]),
  );
}
