import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, call } from "../stack/api.ts";
import { newSeller } from "../stack/seller.ts";

/*
 * The examples of the mapping guide, sent in their order by one shop: the later ones build on the earlier.
 */
const GUIDE = "docs/mapping/README.md";

type Example = {
  readonly chapter: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: unknown;
  readonly answer: object;
};

const chapters = readFileSync(GUIDE, "utf8").split(/^## /m).slice(1);

const EXAMPLE = /^```json (GET|POST) (\S+)\n([\s\S]*?)^```$\s*^```json answer\n([\s\S]*?)^```$/gm;

const examples = chapters.flatMap((text): Example[] =>
  [...text.matchAll(EXAMPLE)].map(([, method, path = "", body = "", answer = ""]) => ({
    chapter: text.slice(0, text.indexOf("\n")),
    method: method as Example["method"],
    path,
    body: body.trim() === "" ? undefined : JSON.parse(body),
    answer: JSON.parse(answer),
  })),
);

const answers: { readonly status: number; readonly body: unknown }[] = [];

beforeAll(async () => {
  const seller: Account = await newSeller("SE", { establishment_country: "SE" });
  for (const { method, path, body } of examples) {
    answers.push(await call(seller.full, method, path, body));
  }
});

describe("the mapping guide", () => {
  it("has an example in every chapter, and each block is part of one", () => {
    expect([...new Set(examples.map(({ chapter }) => chapter))]).toEqual(
      chapters.map((text) => text.slice(0, text.indexOf("\n"))),
    );
    const blocks = readFileSync(GUIDE, "utf8").match(/^```json /gm) ?? [];
    expect(blocks).toHaveLength(examples.length * 2);
  });

  it.for(examples.map((example, at) => [example.chapter, example.path, at, example] as const))(
    "%s: %s answers as it says",
    ([, , at, { answer }]) => {
      expect(answers[at]?.status).toBe(200);
      expect(answers[at]?.body).toMatchObject(answer);
    },
  );
});
