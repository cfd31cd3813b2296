import type { ShownCell } from "./table-csv.ts";

/** The cells of a table on the page, without what only those are told who do not see it. */
export const shownCells = (table: HTMLTableElement): ShownCell[][] =>
  [...table.rows].map((row) =>
    [...row.cells].map((cell) => ({
      text: seenText(cell).trim(),
      isFigure: cell.classList.contains("figure") && cell.tagName === "TD",
    })),
  );

function seenText(cell: Element): string {
  const copy = cell.cloneNode(true) as Element;
  for (const unseen of copy.querySelectorAll(".unseen")) unseen.remove();
  return copy.textContent ?? "";
}
