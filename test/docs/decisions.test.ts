import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = "docs/decisions";
const MOST_PAGES = 70;

const pages = globSync(`${FOLDER}/[0-9]*.md`)
  .map((file) => basename(file))
  .sort();

/** The targets of links in a page, without anchors and external addresses. */
const linksIn = (page: string): string[] =>
  [...readFileSync(join(FOLDER, page), "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(
    ([, target = ""]) => target,
  );

it("has few pages, each with a number of its own", () => {
  expect(pages.length).toBeLessThanOrEqual(MOST_PAGES);
  expect(new Set(pages.map((page) => page.slice(0, 4))).size).toBe(pages.length);
});

it("names every page once in the index, and no other", () => {
  expect(linksIn("README.md").sort()).toEqual(pages);
});

describe.for(pages)("%s", (page) => {
  it("has its number and a statement as its title", () => {
    const [title = ""] = readFileSync(join(FOLDER, page), "utf8").split("\n");
    expect(title).toMatch(new RegExp(`^# ${page.slice(0, 4)}: \\S`));
    expect(title).not.toMatch(/: (?:What|Who|Whose|When|Where|Whether|How|Which)\b/);
  });

  it("links to files that exist", () => {
    const missing = linksIn(page).filter((target) => !existsSync(join(FOLDER, target)));
    expect(missing).toEqual([]);
  });
});
