/*
 * The part of the client that is the same for every operation. print-client.ts puts it, as it stands,
 * below the types that it prints; nothing else reads this file.
 */
import {
  type Client,
  type ErrorBody,
  type ErrorCode,
  OPERATIONS,
} from "../../../docs/client/eu-vat-client.ts";

//--- from here on part of the client ---

export type ClientOptions = {
  /** Such as `http://127.0.0.1:3000`. */
  baseUrl: string;
  /** Not needed for public operations. */
  apiKey?: string;
  /** Instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch;
};

/** A refusal. `code` is undefined when it does not come from the service but from what is before it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** Every fault of the request. */
  readonly details: readonly { readonly field: string; readonly message: string }[];
  readonly requestId: string | undefined;
  /** How long to wait before trying again; of 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, body: Partial<ErrorBody>) {
    super(body.message ?? `the service answered ${response.status}`);
    this.name = "ApiError";
    this.status = response.status;
    this.code = body.error;
    this.details = body.details ?? [];
    this.requestId = body.request_id;
    const wait = response.headers.get("retry-after");
    this.retryAfterSeconds = wait === null ? undefined : Number(wait);
  }
}

/** A file in the encoding of whoever reads it: write its bytes as they are. */
export type FileAnswer = {
  bytes: Uint8Array;
  fileName: string;
  /** How many warnings there are to be read beside it. */
  warnings: number;
  /** Fields of the request whose number has wrong check digits. */
  numbersWithWarning: string[];
};

/** A client with a method for every operation. A method throws ApiError when it is refused. */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(OPERATIONS).map(([name, operation]) => [
    name,
    (given: Given = {}) => send(options, operation, given),
  ]);
  return Object.fromEntries(methods) as Client;
}

type Text = string | number | boolean;

type Given = {
  path?: Record<string, Text>;
  query?: Record<string, Text | undefined>;
  body?: unknown;
  idempotencyKey?: string;
  sourceId?: string;
};

type Operation = { readonly method: string; readonly path: string; readonly file?: true };

async function send(options: ClientOptions, operation: Operation, given: Given) {
  const { body } = given;
  const call = options.fetch ?? fetch;
  const response = await call(urlOf(options.baseUrl, operation.path, given), {
    method: operation.method,
    headers: headersOf(options, given),
    // A link to a file is for the caller to follow: without the key.
    redirect: "manual",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const type = response.headers.get("content-type") ?? "";
  const isJson = type.startsWith("application/json");
  if (operation.file && response.ok && !isJson) return fileOf(response);
  const text = await response.text();
  if (response.status >= 400) throw new ApiError(response, isJson ? JSON.parse(text) : {});
  if (response.type === "opaqueredirect") {
    throw new ApiError(response, { message: "a browser does not tell where this redirect leads" });
  }
  if (response.status === 302) return { location: response.headers.get("location") ?? "" };
  return isJson ? JSON.parse(text) : text;
}

async function fileOf(response: Response): Promise<FileAnswer> {
  const named = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "");
  const numbers = response.headers.get("x-return-number-warnings") ?? "none";
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    fileName: named?.[1] ?? "",
    warnings: Number(response.headers.get("x-return-warnings")),
    numbersWithWarning: numbers === "none" ? [] : numbers.split(", "),
  };
}

function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: Given): string {
  const place = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name] ?? "")),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${baseUrl.replace(/\/$/, "")}${place}${search.size > 0 ? `?${search}` : ""}`;
}

function headersOf({ apiKey }: ClientOptions, given: Given): Record<string, string> {
  const { body, idempotencyKey, sourceId } = given;
  return {
    ...(apiKey === undefined ? {} : { "X-API-Key": apiKey }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    ...(sourceId === undefined ? {} : { "X-Source-ID": sourceId }),
  };
}
