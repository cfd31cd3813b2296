import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import document from "../../docs/openapi.json" with { type: "json" };
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { EVENTS_PER_REQUEST } from "../../shared/ledger/events/schema.ts";
import { OUTSIDE } from "../../shared/notifications/webhooks/http-client.ts";
import { FORMER_SECRET_HOURS } from "../../shared/notifications/webhooks/webhook.ts";

/* Numbers in sentences are those of the code: a row fails when only one of the two is changed. */

const pages = new Map<string, string>();
function textOf(page: string): string {
  const text = pages.get(page) ?? readFileSync(page, "utf8").replaceAll(/\s+/g, " ");
  pages.set(page, text);
  return text;
}

/** The value of a constant that its file does not export: a product of whole numbers. */
function constantIn(file: string, name: string): number {
  const product = new RegExp(`const ${name}(?:: \\w+)? = ([\\d_ *]+);`).exec(textOf(file))?.[1];
  expect(product, `${name} of ${file}`).toBeDefined();
  return (product ?? "")
    .replaceAll("_", "")
    .split("*")
    .reduce((value, factor) => value * Number(factor), 1);
}

const WORDS = "none one two three four five six seven eight nine ten".split(" ");
const inWords = (number: number): string => WORDS[number] ?? String(number);

const DOCUMENT = "docs/openapi.json";
const WEBHOOKS = "docs/webhooks.md";
const IDEMPOTENCY = "shared/api/middleware/idempotency.ts";
const STORED = "shared/api/store-idempotency.ts";
const BODY = "shared/api/middleware/parsed-input.ts";
const VIES = "shared/ledger/vat-numbers/check-vat-number.ts";
const BEGIN = OUTSIDE.beginMs / 1000;

const hoursStored = () => constantIn(STORED, "STORED_SECONDS") / 3600;

const ROWS: readonly (readonly [page: string, phrase: () => string])[] = [
  [DOCUMENT, () => `begin your answer, 2xx, within ${BEGIN} seconds`],
  [DOCUMENT, () => `unless a 2xx begins within ${BEGIN} seconds`],
  [WEBHOOKS, () => `Begin your answer, 2xx, within ${inWords(BEGIN)} seconds`],
  [WEBHOOKS, () => `For ${FORMER_SECRET_HOURS} hours each message has two signatures`],
  [DOCUMENT, () => `Each message has two signatures for ${FORMER_SECRET_HOURS} hours`],
  [
    DOCUMENT,
    () =>
      `at most ${constantIn(IDEMPOTENCY, "LONGEST_KEY")} characters, kept ${hoursStored()} hours`,
  ],
  [
    DOCUMENT,
    () => `where no key is asked for, of ${constantIn(BODY, "PUBLIC_BODY_BYTES") / 1024} KB`,
  ],
  [
    DOCUMENT,
    () =>
      `of at most ${Math.round(constantIn("shared/api/middleware/json-responses.ts", "MOST_BYTES") / 1_048_576)} MB`,
  ],
  [
    DOCUMENT,
    () => `The response comes within ${inWords(constantIn(VIES, "WHOLE_MS") / 1000)} seconds`,
  ],
  [DOCUMENT, () => `Supply events to commit, at most ${EVENTS_PER_REQUEST}`],
  [
    DOCUMENT,
    () =>
      `several goods, 1 to ${constantIn("shared/ledger/calculate/schema.ts", "MOST_LINES")}, in place of one price`,
  ],
  [
    "docs/api.md",
    () =>
      `or of up to ${constantIn("shared/ledger/calculate/schema.ts", "MOST_ITEMS")}, at the rate`,
  ],
  ["docs/api.md", () => `or up to ${EVENTS_PER_REQUEST} |`],
  [
    WEBHOOKS,
    () =>
      `GET /v1/webhooks/{id}/deliveries\` covers ${constantIn("shared/notifications/webhooks/delivery.ts", "LOG_DAYS")} days`,
  ],
];

it("the quotas on docs/rate-limits.md are those of a stage and of npm start", () => {
  const { account } = JSON.parse(textOf("infra/stages/prod.example.json")).throttle;
  const LIMIT = "shared/api/middleware/rate-limit.ts";
  const [, calls, seconds] =
    /GENEROUS = \{ calls: ([\d_]+), seconds: (\d+) \}/.exec(textOf(LIMIT)) ?? [];
  const most = Number(calls?.replaceAll("_", ""));
  expect(textOf("docs/rate-limits.md")).toContain(
    `| calls of an account | ${account.calls} in ${account.seconds} seconds, ${account.burst} at once | ${most} in ${seconds} seconds, ${most / Number(seconds)} at once |`,
  );
});

describe("a number in a sentence is that of the code", () => {
  it.for(ROWS.map(([page, phrase]) => [page, phrase(), phrase] as const))(
    "%s: %s",
    ([page, text]) => {
      expect(textOf(page)).toContain(text);
    },
  );

  it("also that of the retries of webhooks", () => {
    const [, waits = ""] =
      /const WAITS = \[(.*?)\] as const/.exec(
        textOf("shared/notifications/webhooks/delivery.ts"),
      ) ?? [];
    const minutes = waits.split(",").flatMap((wait) => {
      const [, factor = "1", unit] = /(?:(\d+) \* )?(MINUTE|HOUR)/.exec(wait) ?? [];
      return unit ? [Number(factor) * (unit === "HOUR" ? 60 : 1)] : [];
    });
    const listed = (all: readonly number[]) => `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
    const short = listed(minutes.filter((wait) => wait < 60));
    const long = listed(minutes.filter((wait) => wait >= 60).map((wait) => wait / 60));
    expect(minutes).toHaveLength(10);
    for (const page of [DOCUMENT, WEBHOOKS]) {
      expect(textOf(page)).toContain(`${short} minutes, then ${long} hours`);
    }
  });

  it("also that of the routes whose calls are counted one by one", () => {
    const keyed = Object.values<Route>(routes).filter(({ scope }) =>
      ["read", "write"].includes(scope),
    ).length;
    const row = /\| custom metrics \|.*?\| 0 to \d+ \|/.exec(textOf("docs/operations.md"))?.[0];
    expect(row).toContain(`| ${keyed} routes with a key × 2 status classes × 2 × 0.30`);
    expect(row).toContain(`| 0 to ${Math.round(keyed * 2 * 2 * 0.3)} |`);
  });
});

describe("the document", () => {
  it("says of no receiver's answer that it may take longer", () => {
    const receivers = Object.values(document.webhooks).map(({ post }) => post.description);
    expect(receivers.length).toBeGreaterThan(0);
    expect(receivers.filter((text) => !text.includes(`within ${BEGIN} seconds`))).toEqual([]);
  });
});
