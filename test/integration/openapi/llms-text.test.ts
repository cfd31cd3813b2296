import { readFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
import { call } from "../../stack/api.ts";

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to]) => `${to}`);

const get = (path: string) => call(undefined, "GET", path);

it("every link of llms.txt, and every link of the pages behind it, leads to something that is there", async () => {
  const { url } = inject("stack");
  const seen = new Set<string>();
  const left = ["/llms.txt"];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { status, text, headers } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    const isDocument = !headers.get("content-type")?.startsWith("application/json");
    if (isDocument) left.push(...linksIn(text).map((to) => new URL(to, url + path).pathname));
  }
  expect(seen).toContain("/docs/filing/germany.md");
  expect(seen).toContain("/docs/imports/shopify_csv.md");
  expect(seen.size).toBeGreaterThan(100);
});

it("a page is Markdown, as in the repository but for links that leave it", async () => {
  const { text, headers } = await get("/docs/idempotency.md");
  expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(text).toBe(readFileSync("docs/idempotency.md", "utf8"));
  const console = await get("/docs/console.md");
  expect(console.text).not.toContain(".png)");
});

it.for([
  ["a page that there is not", "/docs/nothing.md"],
  ["a page of another folder", "/docs/..%2FREADME.md"],
  ["a file that is no page", "/docs/console/return.png"],
])("%s is 404, and the answer names the list", async ([, path = ""]) => {
  const { status, body } = await get(path);
  expect([status, body["message"]]).toEqual([404, expect.stringContaining("GET /llms.txt")]);
});
