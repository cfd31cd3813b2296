import { expect } from "vitest";
import { expectTie, type ListedFigure } from "../../../make/source-figure.ts";
import type { Account } from "../../../stack/api.ts";
import { got } from "./sellers.ts";

/** Every event of a figure, page after page, and the figure of the first page. */
export async function listed(seller: Account, path: string, figure: object, limit = 200) {
  const texts = Object.entries(figure)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => [field, String(value)]);
  const items: ListedFigure["items"] = [];
  let first: ListedFigure["figure"] | undefined;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const more = cursor ? [["cursor", cursor]] : [];
    const query = new URLSearchParams([...texts, ["limit", String(limit)], ...more]);
    const page: ListedFigure = await got<ListedFigure>(seller, `${path}/events?${query}`);
    expect(page.figure === null).toBe(first !== undefined);
    first ??= page.figure;
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  if (!first) throw new Error("the first page has no figure");
  return { items, figure: first };
}

/** The events of a figure, which add up to it. */
export async function tied(seller: Account, path: string, asked: object) {
  const { items, figure } = await listed(seller, path, asked);
  expectTie(items, figure);
  return { items, figure };
}
