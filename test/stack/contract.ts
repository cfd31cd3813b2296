import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type {
  Document,
  Header,
  Operation,
  Reference,
  Response,
} from "../../scripts/openapi/openapi.ts";
import { matchRoute } from "../../shared/api/route.ts";

/*
 * Answers, and the requests that were taken, against the committed OpenAPI document: what callers
 * read is what the service does.
 */
const DOCUMENT = "docs/openapi.json";
const document: Document = JSON.parse(readFileSync(DOCUMENT, "utf8"));

// Each process compiles what it meets, and uses most of it a few times: shorter code does not pay, nor do copies of what
// many schemas refer to.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  inlineRefs: false,
  code: { optimize: false },
});
addFormats.default(ajv);
ajv.addSchema(document, DOCUMENT);

type Row = {
  readonly route: { readonly method: "GET"; readonly path: `/${string}` };
  readonly operation: Operation;
  /** JSON pointer to the operation. */
  readonly at: string;
};

const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]): Row => ({
      route: { method: method.toUpperCase() as "GET", path: path as `/${string}` },
      operation,
      at: `#/paths/${escaped(path)}/${method}`,
    }),
  ),
);

export type Exchange = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly sent: unknown;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** @throws when the document does not describe this answer, or forbids a request that was taken. */
export function expectDocumented(exchange: Exchange): void {
  const { method, path, status } = exchange;
  const [place = "", query = ""] = path.split("?");
  const row = matchRoute(rows, method, place || "/")?.row;
  if (!row) throw new Error(`${method} ${path} is not in ${DOCUMENT}: run npm run openapi`);
  const name = `${row.operation.operationId} ${status}`;
  const found = responseOf(row, status);
  if (!found) throw new Error(`${name} is not in ${DOCUMENT}`);
  expectHeaders(name, found.response, exchange.headers);
  expectBody(name, found, exchange);
  if (status < 400) expectRequest(row, exchange, query);
}

/** `fetch`, with every exchange held against the document. */
export const contractFetch: typeof fetch = async (input, init = {}) => {
  const { pathname, search } = new URL(String(input));
  const response = await fetch(input, init);
  const { status, headers } = response;
  expectDocumented({
    method: init.method ?? "GET",
    path: `${pathname.replace("//", "/")}${search}`,
    sent: init.body ?? undefined,
    status,
    headers,
    text: await response.clone().text(),
  });
  return response;
};

type Found = { readonly response: Response; readonly at: string };

function responseOf({ operation, at }: Row, status: number): Found | undefined {
  const response = operation.responses[status];
  if (!response) return undefined;
  if (!("$ref" in response)) return { response, at: `${at}/responses/${status}` };
  const { $ref } = response;
  const target = document.components.responses[$ref.split("/").at(-1) ?? ""];
  return target && { response: target, at: $ref };
}

function expectHeaders(name: string, { headers = {} }: Response, answered: Headers): void {
  const missing = Object.entries(headers)
    .filter(([header, said]) => headerOf(said).required && !answered.has(header))
    .map(([header]) => header);
  if (missing.length > 0) throw new Error(`${name}: without ${missing.join(", ")}`);
}

const headerOf = (said: Header | Reference): Header =>
  "$ref" in said ? (document.components.headers[said.$ref.split("/").at(-1) ?? ""] ?? {}) : said;

function expectBody(name: string, { response, at }: Found, { headers, text }: Exchange): void {
  const type = headers.get("content-type")?.split(";")[0] ?? "";
  if (!response.content) {
    if (text !== "") throw new Error(`${name}: a body, where none is documented`);
    return;
  }
  if (!response.content[type]) throw new Error(`${name}: ${type} is not documented`);
  const value = type === "application/json" ? JSON.parse(text) : text;
  expectValid(name, `${at}/content/${escaped(type)}/schema`, value);
}

/** What the service takes, the document must not forbid. */
function expectRequest({ operation, at }: Row, { sent }: Exchange, query: string): void {
  const { operationId, requestBody, parameters = [] } = operation;
  // Events that are looked at one by one may be anything.
  const isApart = new URLSearchParams(query).get("on_error") === "skip";
  if (requestBody?.content["application/json"] && sent !== undefined && !isApart) {
    const body = typeof sent === "string" ? JSON.parse(sent) : JSON.parse(JSON.stringify(sent));
    expectValid(`${operationId} body`, `${at}/requestBody/content/application~1json/schema`, body);
  }
  for (const [name, text] of new URLSearchParams(query)) {
    const index = parameters.findIndex(
      (parameter) => parameter.in === "query" && parameter.name === name,
    );
    if (index < 0) throw new Error(`${operationId}: no query parameter ${name} in ${DOCUMENT}`);
    const value = parameters[index]?.schema.type === "integer" ? Number(text) : text;
    expectValid(`${operationId} ${name}`, `${at}/parameters/${index}/schema`, value);
  }
}

const validators = new Map<string, ValidateFunction>();

function expectValid(name: string, pointer: string, value: unknown): void {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}${pointer}` });
  validators.set(pointer, known);
  if (!known(value)) {
    throw new Error(`${name} is not as in ${DOCUMENT}: ${ajv.errorsText(known.errors)}`);
  }
}

function escaped(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}
