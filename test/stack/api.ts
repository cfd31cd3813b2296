import { randomBytes } from "node:crypto";
import { expect, inject } from "vitest";
import * as z from "zod";
import { ErrorBody, STANDALONE_OUTPUTS } from "../../shared/api/docs/docs-answers.ts";
import type { Endpoint } from "../../shared/api/endpoint.ts";
import { matchRoute, type Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { ERROR_STATUS } from "../../shared/core/errors/errors.ts";
import { XLSX_TYPE } from "../../shared/core/files/xlsx.ts";
import type { LedgerId } from "../../shared/core/ids.ts";
import { readWorkbook } from "../make/workbook-reader.ts";
import { expectDocumented } from "./contract.ts";
import { copyAccount, type Settings } from "./copied-account.ts";
import { noteSecrets, numbersIn, secretOf } from "./kept-logs.ts";

export type Account = {
  readonly account: LedgerId;
  readonly full: string;
  readonly readOnly: string;
};

export type Answer<Body> = {
  readonly status: number;
  readonly body: Body;
  /** The body as it came. */
  readonly text: string;
  readonly headers: Headers;
};

/** A new account with a key of each scope; its name begins with `name`, and no two are the same. */
export async function newAccount(name = "test", settings?: Settings): Promise<Account> {
  const account = `${name}-${randomBytes(8).toString("hex")}` as LedgerId;
  const { full, readOnly } = await copyAccount(account, settings);
  noteSecrets([full, readOnly].map(secretOf));
  return { account, full, readOnly };
}

/**
 * Calls an endpoint of the stack. Every answer is held against its contract: against the committed
 * OpenAPI document, a success also against the status and output schema of its endpoint, a refusal
 * against the one form of an error. An answer that is not JSON is a text; a redirect is not followed. `body` is sent as JSON, or, when it is a
 * string or bytes, as it is.
 */
export const call = <Body = Record<string, unknown>>(...request: Request): Promise<Answer<Body>> =>
  callAt<Body>(inject("stack").url, ...request);

type Request = [
  key: string | undefined,
  method: Route["method"],
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

/** The same at another server of the same routes. */
export async function callAt<Body = Record<string, unknown>>(
  url: string,
  ...[key, method, path, body, headers = {}]: Request
): Promise<Answer<Body>> {
  noteSecrets(numbersIn(body));
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(key === undefined ? {} : { "X-API-Key": key }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: bytesOf(body) }),
  });
  const answer = await answerOf(response);
  expectDocumented({ method, path, sent: body, ...answer });
  expectSecured(answer);
  if (answer.status >= 400) expectRefusal(answer);
  else expectSuccess(answer, await endpointAt(method, path));
  return answer as Answer<Body>;
}

/** Statuses of the gateway itself, which no function answers. */
const OF_THE_GATEWAY = new Set([413, 431]);

/** Every answer of a function keeps browsers to HTTPS, and to the type that it says, and says how long it took. */
function expectSecured({ status, headers }: Answer<unknown>): void {
  if (OF_THE_GATEWAY.has(status)) return;
  expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}$/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("server-timing")).toMatch(/^app;dur=\d+(\.\d)?$/);
}

const bytesOf = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === "string" || isBytes(body) ? body : JSON.stringify(body);

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array;

const isJson = (headers: Headers): boolean => headers.get("content-type") === "application/json";

/** Media types of files that are no JSON, with how they are to be taken. */
const FILES: Readonly<Record<string, RegExp>> = {
  "text/csv; charset=utf-8; header=present": /^attachment; filename="[\w-]+\.csv"$/,
  [XLSX_TYPE]: /^attachment; filename="[\w-]+\.xlsx"$/,
  "text/html; charset=utf-8": /^inline; filename="[\w-]+\.html"$/,
};

const isFile = (headers: Headers): boolean =>
  FILES[headers.get("content-type") ?? ""]?.test(headers.get("content-disposition") ?? "") ?? false;

/** What a workbook says, so that tests of every route can look for words in it. */
const cellsOf = (bytes: ArrayBuffer): string =>
  JSON.stringify([...readWorkbook(new Uint8Array(bytes))]);

async function answerOf(response: Response): Promise<Answer<unknown>> {
  const { status, headers } = response;
  const isWorkbook = headers.get("content-type") === XLSX_TYPE;
  const text = isWorkbook ? cellsOf(await response.arrayBuffer()) : await response.text();
  return { status, headers, text, body: isJson(headers) ? JSON.parse(text) : text };
}

const rows = Object.values<Route>(routes).map((route) => ({ route }));

async function endpointAt(method: string, path: string): Promise<Endpoint> {
  const found = matchRoute(rows, method, path.split("?")[0] || "/");
  if (!found) throw new Error(`no route for ${method} ${path}`);
  const [folder, name] = found.row.route.handler.split("/");
  const { handler } = await import(`../../functions/${folder}/${name}.ts`);
  return handler.definition;
}

function expectSuccess({ status, body, headers }: Answer<unknown>, definition: Endpoint): void {
  // Where a redirect leads, its tests ask.
  if (status === 302) return;
  const output = definition.output ?? STANDALONE_OUTPUTS.get(definition.route);
  if (!output) return;
  // The document, against which the response is held too, says where work may go on after it.
  if (status !== 202) expect(status).toBe(definition.status ?? 200);
  // A table or a page has no schema; the tests of exports read them.
  if (isFile(headers)) return;
  expect(isJson(headers)).toBe(true);
  const parsed = output.safeParse(body);
  if (!parsed.success)
    throw new Error(`not the documented answer: ${z.prettifyError(parsed.error)}`);
}

function expectRefusal({ status, body, headers }: Answer<unknown>): void {
  expect(isJson(headers)).toBe(true);
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success)
    throw new Error(`not the form of an error: ${z.prettifyError(parsed.error)}`);
  expect(ERROR_STATUS[parsed.data.error]).toBe(status);
}
