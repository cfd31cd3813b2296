import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { DomainError } from "../../core/errors/errors.ts";
import { HttpAnswer } from "../http-answer.ts";
import { deployedFile } from "./docs-page.ts";

/** What the rows of these routes deploy with their functions. */
const FOLDER = "docs";

/** The pages of docs/ by their path within it, as Markdown. */
export type Pages = ReadonlyMap<string, string>;

let read: Pages | undefined;

/** Reads the pages once, because a function's files do not change. */
export function docsPages(): Pages {
  read ??= pagesIn(deployedFile(FOLDER));
  return read;
}

function pagesIn(folder: string): Pages {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const pages = names.filter((name) => name.endsWith(".md")).sort();
  return new Map(pages.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/**
 * Returns a page of docs/ as Markdown.
 * @throws DomainError `not_found` for any other name.
 */
export function markdownPage(pages: Pages, name: string): HttpAnswer {
  const text = pages.get(name);
  if (text === undefined) {
    throw new DomainError("not_found", "there is no such page; GET /llms.txt lists all of them");
  }
  const type = { "content-type": "text/markdown; charset=utf-8" };
  return new HttpAnswer(200, type, withServedLinks(text, name, pages));
}

const LINK = /!?\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g;

/** Links to pages stay. What is in the repository alone, such as a picture, becomes its words. */
const withServedLinks = (text: string, name: string, pages: Pages): string =>
  text.replace(LINK, (link, words, to) => {
    const target = posix.join(dirname(name), to);
    if (target === "openapi.json")
      return `[${words}](${posix.relative(dirname(name), "../openapi.json")})`;
    return pages.has(target) ? link : words;
  });

/** The chapters of the index, by folder. Agents may leave out those under "Optional". */
const CHAPTERS: readonly (readonly [folder: string, title: string])[] = [
  [".", "The service"],
  ["filing", "Filing a return"],
  ["imports", "Importing sales"],
  ["mapping", "Mapping sales to events"],
  ["connections", "Connecting shops"],
];

const HEAD = `# EU VAT compliance

> An API for the EU VAT One-Stop Shop: it takes in sales and refunds, watches the threshold of EUR 10,000, draws the
> Union, non-Union and import (IOSS) returns, and locks them. Amounts are in minor units, rates in basis points.

- [API description](openapi.json): every endpoint, field and error, as OpenAPI 3.1
`;

/** Returns the index of all pages, in the form of llmstxt.org. Its links are relative, so it works under any path prefix. */
export function llmsText(pages: Pages): HttpAnswer {
  const names = [...pages.keys()];
  const folders = CHAPTERS.map(([folder]) => folder);
  const chapters = CHAPTERS.map(([folder, title]) =>
    chapterOf(
      title,
      names.filter((name) => dirname(name) === folder),
      pages,
    ),
  );
  const others = names.filter((name) => !folders.includes(dirname(name)));
  const text = [HEAD, ...chapters, chapterOf("Optional", others, pages)].join("\n");
  return new HttpAnswer(200, { "content-type": "text/plain; charset=utf-8" }, text);
}

const chapterOf = (title: string, names: readonly string[], pages: Pages): string =>
  `## ${title}\n\n${names.map((name) => entryOf(name, pages.get(name) ?? "")).join("")}`;

function entryOf(name: string, text: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  return `- [${title.replaceAll("`", "")}](${FOLDER}/${name})\n`;
}
