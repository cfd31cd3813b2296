/** A piece of HTML in which all external text is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type HtmlPart = string | number | Html | readonly Html[];

/** Builds HTML from a template. Escapes texts and numbers; inserts pieces of HTML unchanged. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(fixed.map((text, n) => text + markupOf(parts[n] ?? "")).join(""));

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === "object") return part.map(({ markup }) => markup).join("");
  return escaped(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

/** A column of a table: its head, and the value that it prints for a line. */
export type PrintedColumn<Line> = {
  readonly head: string;
  readonly of: (line: Line) => string | number | null;
  /** True for numbers, which are right-aligned. */
  readonly isNumber?: true;
};

/**
 * Builds a table that repeats its heads on every page, or a sentence when there are no lines. `total` are the cells of a
 * last line.
 */
export function table<Line>(
  columns: readonly PrintedColumn<Line>[],
  lines: readonly Line[],
  nothing: string,
  total?: readonly (string | number | null)[],
): Html {
  if (lines.length === 0) return html`<p>${nothing}</p>`;
  const heads = columns.map(({ head, isNumber }) => cell("th", breakable(head), isNumber));
  const sums = total?.map((sum, n) => cell("th", sum ?? "", columns[n]?.isNumber));
  // A row of the body: a foot would be repeated on every page.
  const last = sums
    ? html`<tr class="total">${sums}</tr>
`
    : "";
  return html`<table><thead><tr>${heads}</tr></thead><tbody>
${lines.map((line) => row(columns, line))}${last}</tbody></table>`;
}

/** Marks where long German words of a head may be broken, which else make a table wider than the paper. */
const breakable = (head: string): string =>
  head.replaceAll(/(?<=\p{L}{4})(?=grundlage|betrag|leistungen|nummer|staat|satz)/gu, "\u00AD");

function row<Line>(columns: readonly PrintedColumn<Line>[], line: Line): Html {
  const cells = columns.map(({ of, isNumber }) => cell("td", of(line) ?? "", isNumber));
  return html`<tr>${cells}</tr>
`;
}

function cell(tag: "th" | "td", content: string | number, isNumber = false): Html {
  const opened = new Html(isNumber ? `<${tag} class="n">` : `<${tag}>`);
  return html`${opened}${content}${new Html(`</${tag}>`)}`;
}

/** Groups digits by three with a mark between them. */
export const grouped = (amount: string, mark: string): string =>
  amount.replaceAll(/\d(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, `$&${mark}`);
