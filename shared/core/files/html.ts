/** A piece of HTML in which everything that came from outside is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | readonly Html[];

/** HTML from a template: texts and numbers in it are escaped, pieces of HTML are not. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(fixed.map((text, n) => text + markupOf(parts[n] ?? "")).join(""));

function markupOf(part: Part): string {
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

/** A column of a table: its head, and what it shows of a line. */
export type PrintedColumn<Line> = {
  readonly head: string;
  readonly of: (line: Line) => string | number | null;
  /** Numbers stand on the right, figure under figure. */
  readonly isNumber?: true;
};

/** A table with its heads on every page, or a sentence where there is nothing to show. */
export function table<Line>(
  columns: readonly PrintedColumn<Line>[],
  lines: readonly Line[],
  nothing: string,
): Html {
  if (lines.length === 0) return html`<p>${nothing}</p>`;
  const heads = columns.map(({ head, isNumber }) => cell("th", head, isNumber));
  return html`<table><thead><tr>${heads}</tr></thead><tbody>
${lines.map((line) => row(columns, line))}</tbody></table>`;
}

function row<Line>(columns: readonly PrintedColumn<Line>[], line: Line): Html {
  const cells = columns.map(({ of, isNumber }) => cell("td", of(line) ?? "", isNumber));
  return html`<tr>${cells}</tr>
`;
}

function cell(tag: "th" | "td", content: string | number, isNumber = false): Html {
  const opened = new Html(isNumber ? `<${tag} class="n">` : `<${tag}>`);
  return html`${opened}${content}${new Html(`</${tag}>`)}`;
}

/** Three digits to a group, with a space that no line breaks at: no language reads it otherwise. */
export const grouped = (amount: string): string =>
  amount.replaceAll(/\d(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, "$&\u202f");
