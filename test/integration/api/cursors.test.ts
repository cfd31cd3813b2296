import { beforeAll, describe, expect, it, test } from "vitest";
import type * as z from "zod";
import { describedEndpoints } from "../../../scripts/openapi/endpoints.ts";
import { withMarkedCursor } from "../../../shared/api/middleware/filter-mark.ts";
import { OTHER_FILTERS } from "../../../shared/api/middleware/parsed-input.ts";
import { call, newAccount } from "../../stack/api.ts";
import { newOperator, newPerson, newPractice } from "../../stack/people.ts";

type Refusal = {
  readonly details?: readonly { readonly field: string; readonly message: string }[];
};
type Page = { readonly items: readonly unknown[]; readonly next_cursor: string | null };

const lists = (await describedEndpoints()).filter(
  ({ definition }) => "cursor" in ((definition.query as z.ZodObject | undefined)?.shape ?? {}),
);

let organisation: string;
const credentials: Record<string, Readonly<Record<string, string>>> = {};

beforeAll(async () => {
  const owner = await newPerson();
  organisation = (await newPractice(owner)).id;
  const key = { "X-API-Key": (await newAccount()).full };
  credentials["person"] = owner.session;
  credentials["operator"] = (await newOperator()).session;
  credentials["read"] = credentials["write"] = key;
  credentials["public"] = {};
});

/** Returns what a list says of a cursor that it has not made, with the mark of some filters. */
async function faultOf({ route }: (typeof lists)[number], filters: Record<string, string>) {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pathParameters = Object.fromEntries(
    names.map((name) => [name, name === "organisation" ? organisation : "x"]),
  );
  const marked = withMarkedCursor(
    { pathParameters, queryStringParameters: filters },
    { next_cursor: "invented" },
  );
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => pathParameters[name] ?? "");
  const headers = credentials[route.role === "operator" ? "operator" : route.scope];
  const asked = `${path}?limit=7&cursor=${marked.next_cursor}`;
  const { body } = await call<Refusal>(undefined, "GET", asked, undefined, headers);
  return body.details?.find(({ field }) => field === "cursor")?.message;
}

describe("a cursor", () => {
  it.for(lists.map((list) => [list.name, list] as const))(
    "of other filters is refused by %s",
    async ([, list]) => {
      expect(await faultOf(list, { other: "1" })).toBe(OTHER_FILTERS);
      expect(await faultOf(list, {})).toBe("is not a cursor of this list");
    },
  );
});

/** Answers that are one whole: the sums of their items, or the numbers of an account. */
const WHOLE = ["getIdentifiers", "getReconciliation", "checkReturnFiles"];

test("every other answer with items pages", async () => {
  const unpaged = (await describedEndpoints()).filter(({ route, definition }) => {
    const { shape = {} } = (definition.output ?? {}) as { shape?: Record<string, unknown> };
    return route.method === "GET" && "items" in shape && !("next_cursor" in shape);
  });
  expect(unpaged.map(({ name }) => name)).toEqual(WHOLE);
});

test.for<[path: string, filters: string, others: readonly string[]]>([
  ["/v1/tax-rates", "country=SE", ["", "country=DE", "country=SE&from=2025-01-01"]],
  ["/v1/tax-classes", "country=SE", ["", "country=DE", "country=SE&group=general"]],
])("%s goes on with its own filters alone", async ([path, filters, others]) => {
  const { body } = await call<Page>(undefined, "GET", `${path}?limit=1&${filters}`);
  const page = (query: string) =>
    call<Page>(undefined, "GET", `${path}?cursor=${body.next_cursor}&limit=2&${query}`);
  const [next, ...refused] = await Promise.all([filters, ...others].map(page));
  expect(next?.body.items).toHaveLength(2);
  expect(refused.map(({ status }) => status)).toEqual(others.map(() => 400));
});
