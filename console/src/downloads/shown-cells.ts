import type { ShownCell } from "./table-csv.ts";

/** Returns the visible cells of a table, without buttons and bars, and without texts for screen readers. */
export function shownCells(table: HTMLTableElement): ShownCell[][] {
  const bars = new Set(
    [...table.querySelectorAll<HTMLTableCellElement>("td:has(.bar)")].map((cell) => cell.cellIndex),
  );
  return [...table.rows].map((row) =>
    [...row.cells]
      .filter((cell) => !cell.classList.contains("action") && !bars.has(cell.cellIndex))
      .map((cell) => ({
        text: seenText(cell).replaceAll(/\s+/g, " ").trim(),
        isFigure: cell.classList.contains("figure") && cell.tagName === "TD",
      })),
  );
}

function seenText(cell: Element): string {
  const copy = cell.cloneNode(true) as Element;
  for (const unseen of copy.querySelectorAll(".unseen")) unseen.remove();
  // Parts that stand below each other would run together.
  for (const part of copy.querySelectorAll("*")) part.before(" ");
  // Without the places where a head may be broken.
  return (copy.textContent ?? "").replaceAll("\u00AD", "");
}
