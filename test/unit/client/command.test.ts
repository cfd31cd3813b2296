import { expect, it } from "vitest";
import { isSafe } from "../../../client/src/cli/listen.ts";
import { PAGES } from "../../../client/src/cli/open.ts";
import { pageAt } from "../../../console/src/shell/page.ts";

it.for([
  ["http://127.0.0.1:4242/webhooks", true],
  ["http://127.1:4242", true],
  ["http://127.8.9.10/x", true],
  ["http://localhost:3000/x", true],
  ["http://[::1]:3000/x", true],
  ["https://example.com/x", true],
  ["http://example.com/x", false],
  ["http://127.0.0.1.example.com/x", false],
  ["http://localhost.example.com/x", false],
  ["http://127.0.0.1@example.com/x", false],
  ["http://192.168.0.4/x", false],
  ["http://0.0.0.0/x", false],
  ["ftp://127.0.0.1/x", false],
  ["127.0.0.1:4242", false],
] as const)("vat listen takes %s: %s", ([to, isTaken]) => {
  expect(isSafe(to)).toBe(isTaken);
});

it("vat open names pages that the console has", () => {
  expect(PAGES.map((page) => pageAt(`#/${page}`).name)).toEqual(PAGES);
});
