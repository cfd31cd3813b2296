import type { ShownCell } from "./table-csv.ts";

/** Returns the visible cells of a table, without its buttons and without texts for screen readers. */
export const shownCells = (table: HTMLTableElement): ShownCell[][] =>
  [...table.rows].map((row) =>
    [...row.cells]
      .filter((cell) => !cell.classList.contains("action"))
      .map((cell) => ({
        text: seenText(cell).trim(),
        isFigure: cell.classList.contains("figure") && cell.tagName === "TD",
      })),
  );

function seenText(cell: Element): string {
  const copy = cell.cloneNode(true) as Element;
  for (const unseen of copy.querySelectorAll(".unseen")) unseen.remove();
  // Without the places where a head may be broken.
  return (copy.textContent ?? "").replaceAll("\u00AD", "");
}
