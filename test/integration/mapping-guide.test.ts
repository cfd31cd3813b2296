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

let seller: Account;
beforeAll(async () => {
  seller = await newSeller("SE", { establishment_country: "SE" });
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

  const ROW = /^\| `(\w+)` \| `(.+)` \| (.+) \| (?:`(.+)`|nothing) \|$/gm;
  const rows = [...readFileSync(GUIDE, "utf8").matchAll(ROW)].map(
    ([, field = "", sent = "", expected = "", send = "null"]) => ({ field, sent, expected, send }),
  );

  it("has a table of what is sent wrongly", () => {
    expect(rows).toHaveLength(6);
  });

  it.for(rows)(
    "$field $sent is expected, and $send is accepted",
    async ({ field, sent, expected, send }) => {
      const path = "/v1/supply-events?dry_run=true";
      const trying = async (value: unknown) =>
        call(seller.full, "POST", path, { ...(examples[0]?.body as object), [field]: value });
      const refused = await trying(JSON.parse(sent));
      expect(refused).toMatchObject({
        status: 400,
        body: { details: [{ field, message: expected }] },
      });
      expect((await trying(JSON.parse(send) ?? undefined)).status).not.toBe(400);
    },
  );
});
