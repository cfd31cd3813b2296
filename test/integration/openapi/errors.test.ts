import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describedEndpoints } from "../../../scripts/openapi/endpoints.ts";
import type { Examples } from "../../../scripts/openapi/examples.ts";
import type { Route } from "../../../shared/api/route.ts";
import { errorsOf } from "../../../shared/api/route-errors.ts";
import { call } from "../../stack/api.ts";
import { newOperator } from "../../stack/people.ts";
import { everyTurn, turn } from "../../stack/soak.ts";
import { ANYWHERE, AT, ELSEWHERE, practised, type Sample, type Send } from "./provocations.ts";

/*
 * Every error that the document promises of an operation is one that a caller can get. The other way
 * round, every refusal in every test is held against the document.
 */
const { operations }: Examples = JSON.parse(readFileSync("docs/openapi-examples.json", "utf8"));
const endpoints = await describedEndpoints();

const promised = endpoints.flatMap(({ name, route, definition }) =>
  errorsOf(name, definition).map((code) => ({ name, code, route })),
);

const provocationOf = ({ name, code }: (typeof promised)[number]) =>
  AT[name]?.[code] ?? ANYWHERE[code];

/**
 * All in a soak. In `npm test` what an operation provokes in its own way, of what several provoke in the same way each third
 * one, and of what all operations share through the middleware each eighteenth one, others at each turn. Each code is tried at one.
 */
function isTried(one: (typeof promised)[number]): boolean {
  if (ELSEWHERE[one.code]) return false;
  if (everyTurn) return true;
  const own = AT[one.name]?.[one.code];
  if (!own)
    return isOneOf(
      18,
      promised.filter(({ code }) => code === one.code),
      one,
    );
  const alike = promised.filter(
    (other) => AT[other.name]?.[one.code] === own && other.code === one.code,
  );
  return isOneOf(3, alike, one);
}

const isOneOf = <Row>(every: number, rows: readonly Row[], row: Row): boolean =>
  (rows.indexOf(row) + turn) % Math.min(every, rows.length) === 0;

const sampleOf = (name: string): Sample => {
  const { path, query, body } = operations[name]?.[0] ?? {};
  return {
    ...(path && { path }),
    ...(query && { query }),
    ...(body === undefined ? {} : { body }),
  };
};

/** Where only persons may ask: the session of an owner in place of a key, at the owner's organisation. */
async function asPerson(route: Route, key: string | null, path: Readonly<Record<string, string>>) {
  if (route.scope !== "person" || key === null) return { path, session: undefined };
  if (route.role === "operator") return { path, session: (await newOperator()).session };
  const { practice, owner } = await practised();
  const isExample = /^or_/.test(path["organisation"] ?? "");
  const there = isExample ? { ...path, organisation: practice.id } : path;
  return { path: there, session: owner.session };
}

describe.concurrent("each error of the document is provoked:", () => {
  it.for(promised.filter(isTried))("$name $code", async ({ name, code, route }) => {
    const provoke = provocationOf({ name, code, route });
    if (!provoke) throw new Error(`provocations.ts does not say what makes ${name} answer ${code}`);
    const send: Send = async (key, sample, headers = {}) => {
      const { path, session } = await asPerson(route, key, sample.path ?? {});
      const place = route.path.replaceAll(/\{(\w+)\}/g, (_, part) =>
        encodeURIComponent(path[part] ?? ""),
      );
      const search = new URLSearchParams(sample.query).toString();
      const url = search ? `${place}?${search}` : place;
      const known = session ? undefined : (key ?? undefined);
      return call(known, route.method, url, sample.body, { ...session, ...headers });
    };
    const { body } = await provoke(send, sampleOf(name), route);
    expect(body["error"]).toBe(code);
  });
});

it("are all of them tried at some operation, but for those that need a stack of their own", () => {
  const codes = promised.map(({ code }) => code).filter((code) => !ELSEWHERE[code]);
  expect(new Set(promised.filter(isTried).map(({ code }) => code))).toEqual(new Set(codes));
});

it("those that need a stack of their own have a test that names them", () => {
  for (const [code, file] of Object.entries(ELSEWHERE)) {
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, "utf8")).toContain(code);
  }
});
