import { randomBytes } from "node:crypto";
import { expect, inject } from "vitest";
import * as z from "zod";
import { issueKey } from "../../scripts/api-keys/keys.ts";
import { matchRoute } from "../../scripts/local/route-match.ts";
import type { Endpoint } from "../../shared/api/endpoint.ts";
import { ERROR_STATUS, type ErrorCode } from "../../shared/api/errors.ts";
import type { Route } from "../../shared/api/route.ts";
import { routes } from "../../shared/api/routes.ts";

export type Account = {
  readonly account: string;
  readonly full: string;
  readonly readOnly: string;
};

export type Answer<Body> = {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
};

/** A new account with a key of each scope; its name begins with `name`, and no two are the same. */
export async function newAccount(name = "test"): Promise<Account> {
  const account = `${name}-${randomBytes(8).toString("hex")}`;
  const now = new Date();
  return {
    account,
    full: await issueKey({ account, scope: "full", mode: "test" }, now),
    readOnly: await issueKey({ account, scope: "read-only", mode: "test" }, now),
  };
}

/**
 * Calls an endpoint of the stack. Every answer is held against its contract: a success against the
 * status and output schema of its endpoint, a refusal against the one form of an error. An answer
 * that is not JSON is a text; a redirect is not followed. `body` is sent as JSON, or, when it is a
 * string, as it is.
 */
export async function call<Body = Record<string, unknown>>(
  key: string | undefined,
  method: Route["method"],
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Body>> {
  const response = await fetch(`${inject("stack").url}${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...(key === undefined ? {} : { "X-API-Key": key }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: textOf(body) }),
  });
  const answer = await answerOf(response);
  if (answer.status >= 400) expectRefusal(answer);
  else expectSuccess(answer, await endpointAt(method, path));
  return answer as Answer<Body>;
}

const textOf = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body));

const isJson = (headers: Headers): boolean => headers.get("content-type") === "application/json";

async function answerOf(response: Response): Promise<Answer<unknown>> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, body: isJson(headers) ? JSON.parse(text) : text };
}

const rows = Object.values<Route>(routes).map((route) => ({ route }));

async function endpointAt(method: string, path: string): Promise<Endpoint> {
  const found = matchRoute(rows, method, path.split("?")[0] ?? "");
  if (!found) throw new Error(`no route for ${method} ${path}`);
  const [folder, name] = found.row.route.handler.split("/");
  const { handler } = await import(`../../functions/${folder}/${name}.ts`);
  return handler.definition;
}

function expectSuccess({ status, body, headers }: Answer<unknown>, definition: Endpoint): void {
  if (!definition.output) return;
  expect(status).toBe(definition.status ?? 200);
  expect(isJson(headers)).toBe(true);
  const parsed = definition.output.safeParse(body);
  if (!parsed.success)
    throw new Error(`not the documented answer: ${z.prettifyError(parsed.error)}`);
}

/** The one form of an error, for every endpoint. */
const ErrorBody = z.strictObject({
  error: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().min(1),
  details: z
    .array(z.strictObject({ field: z.string(), message: z.string().min(1) }))
    .min(1)
    .optional(),
  request_id: z.string().min(1),
});

function expectRefusal({ status, body, headers }: Answer<unknown>): void {
  expect(isJson(headers)).toBe(true);
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success)
    throw new Error(`not the form of an error: ${z.prettifyError(parsed.error)}`);
  expect(ERROR_STATUS[parsed.data.error]).toBe(status);
}
