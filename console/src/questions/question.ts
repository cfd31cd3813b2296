import type { OpenImportRows, ReturnQuestion } from "../../../client/src/eu-vat-client.ts";
import type { Matter } from "../parts/matter.ts";
import type { Words } from "../session/console-context.ts";
import type { Page, ReturnPlace } from "../shell/page.ts";
import type { TextKey } from "../texts/en.ts";

type Question = Pick<
  ReturnQuestion,
  | "kind"
  | "code"
  | "count"
  | "amounts"
  | "unread_count"
  | "source_id"
  | "import_id"
  | "month"
  | "remedy"
>;

/** Returns the question of rows or orders that are not in the ledger, as a return has it. */
const questionOfRows = ({ row_count, ...rows }: OpenImportRows): Question => ({
  ...rows,
  ...(rows.import_id === null
    ? { kind: "orders", remedy: "decide_orders" }
    : { kind: "import_rows", remedy: "complete_rows" }),
  code: "open_import_rows",
  count: row_count,
});

export const isOfRows = ({ kind }: Pick<ReturnQuestion, "kind">): boolean =>
  kind === "import_rows" || kind === "orders";

/** Returns the text of an open question, with its source and its known amounts. */
function questionText(question: Question, words: Words): string {
  const { say, format } = words;
  const { kind, code, count, source_id, month } = question;
  const details = [...(source_id === null ? [] : [source_id]), ...amountsIn(question, words)];
  const more = details.length > 0 ? ` (${details.join(", ")})` : "";
  switch (kind) {
    case "import_rows":
    case "orders":
      return month === null
        ? say.many("question.rowsWithoutDay", count) + more
        : say.many("question.rows", count, { month: format.period(month) }) + more;
    case "exclusion":
    case "check":
      return `${say.many("question.events", count)}${more}: ${say.code(code)}`;
    case "negative_row":
      return say.many("checks.negativeRows", count) + more;
    default:
      return say.many(`question.${kind}`, count) + more;
  }
}

/** Returns the known amounts with VAT, or of VAT alone, and of how many they are where others are not known. */
function amountsIn({ amounts, unread_count, count }: Question, { say, format }: Words): string[] {
  const texts = (amounts ?? []).flatMap(({ currency, gross_amount_minor, vat_amount_minor }) => {
    const minor = gross_amount_minor ?? vat_amount_minor;
    return minor === null ? [] : [format.amount(minor, currency)];
  });
  if (texts.length === 0 || unread_count === 0) return texts;
  const known = format.count(count - unread_count);
  return [say("question.known", { amounts: texts.join(", "), known })];
}

type Answer = { readonly to: Page; readonly action: TextKey };

/** Returns the page on which a question is answered. */
export function answerOf(
  { kind, code, remedy, import_id }: Pick<Question, "kind" | "code" | "remedy" | "import_id">,
  place: ReturnPlace,
): Answer {
  const toReturn: Answer = {
    to: { name: "period", ...place },
    action: "notifications.open.return",
  };
  // No event of such a return waits: it shows what each is left out for.
  if (kind === "nothing_included") return toReturn;
  switch (remedy) {
    case "complete_rows":
      return {
        to: { name: "imports", id: import_id ?? undefined },
        action: "notifications.open.import",
      };
    case "decide_orders":
      return { to: { name: "connections" }, action: "notifications.open.connection" };
    case "change_registrations":
      return { to: { name: "settings" }, action: "action.settings" };
    case "record_opening":
    case "add_exchange_rate":
    case "review_figures":
    case "adjust_rounding":
      return toReturn;
    default:
      return {
        to: { name: "review", kind: kindOf(code), period: place.period },
        action: "next.review",
      };
  }
}

/** Returns the kind of Review that lists the events of a question. */
export const kindOf = (code: string): string =>
  code === "needs_review_excluded" ? "needs_review" : code;

/** Returns a question as a matter that needs attention. */
export const matterOf = (question: Question, place: ReturnPlace, words: Words): Matter => ({
  level: "warn",
  text: questionText(question, words),
  ...answerOf(question, place),
});

/** Returns rows or orders that are not in the ledger as a matter that needs attention. */
export const matterOfRows = (rows: OpenImportRows, words: Words): Matter =>
  matterOf(questionOfRows(rows), { scheme: "union-oss", period: undefined }, words);
