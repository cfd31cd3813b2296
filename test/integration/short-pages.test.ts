import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../shared/api/route.ts";
import { type Account, type Answer, call, newAccount } from "../stack/api.ts";
import { newSeller } from "../stack/seller.ts";
import { trialOf } from "../stack/trial.ts";

/* The examples of the short pages, sent in their order by one account of each page. */

const swedish = () => newSeller("SE", { establishment_country: "SE" });

const PAGES: Readonly<Record<string, () => Promise<Account>>> = {
  "rate-limits": swedish,
  idempotency: swedish,
  versioning: swedish,
  sandbox: async () => trialOf(await newAccount("short-pages")),
  b2b: swedish,
  "digital-goods": swedish,
  checkout: swedish,
  refunds: swedish,
  quarter: swedish,
};

type Example = {
  readonly method: Route["method"];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answer: object;
};

const EXAMPLE =
  /^```json ([A-Z]+) (\S+)(?: (.+))?\n([\s\S]*?)^```$\s*^```json answer (\d+)(?: (.+))?\n([\s\S]*?)^```$/gm;

const textOf = (page: string) => readFileSync(`docs/${page}.md`, "utf8");

/** A header of a block, as `Name: value`. */
function headerIn(line: string | undefined): Readonly<Record<string, string>> {
  const [name = "", value = ""] = line?.split(": ") ?? [];
  return name === "" ? {} : { [name]: value };
}

const examplesOf = (page: string): Example[] =>
  [...textOf(page).matchAll(EXAMPLE)].map(
    ([, method, path = "", sent, body = "", status, got, answer = ""]) => ({
      method: method as Route["method"],
      path,
      headers: headerIn(sent),
      body: body.trim() === "" ? undefined : JSON.parse(body),
      status: Number(status),
      answerHeaders: headerIn(got),
      answer: JSON.parse(answer),
    }),
  );

/** Puts fields of the answer before into the path: `{transaction_id}`. */
const filled = (path: string, before: Answer<Record<string, unknown>> | undefined): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(before?.body[field]));

describe.for(Object.entries(PAGES))("docs/%s.md", ([page, account]) => {
  const examples = examplesOf(page);
  const answers: Answer<Record<string, unknown>>[] = [];

  beforeAll(async () => {
    const { full } = await account();
    for (const { method, path, body, headers } of examples) {
      answers.push(await call(full, method, filled(path, answers.at(-1)), body, headers));
    }
  });
  afterAll(() => {
    answers.length = 0;
  });

  it("has at most eighty lines, and each block of JSON is part of an example", () => {
    const text = textOf(page);
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(80);
    expect(examples.length).toBeGreaterThan(0);
    expect(text.match(/^```json /gm)).toHaveLength(examples.length * 2);
  });

  it("is linked from docs/api.md", () => {
    expect(textOf("api")).toContain(`(${page}.md)`);
  });

  it.for(examples.map((example, at) => [example.method, example.path, at, example] as const))(
    "%s %s is answered as it says, %i",
    ([, , at, { status, answer, answerHeaders }]) => {
      const given = answers[at];
      expect(given?.status, given?.text).toBe(status);
      expect(given?.body).toMatchObject(answer);
      for (const [name, value] of Object.entries(answerHeaders)) {
        const header = given?.headers.get(name);
        expect(header).toEqual(value === "*" ? expect.any(String) : value);
      }
    },
  );
});
