import * as z from "zod";

/** A call of the public API, made with the credential of the agent's user. */
export type ApiCall = {
  readonly method?: "POST" | undefined;
  readonly path: string;
  /** The account of a session; a key opens its own account. */
  readonly account?: string | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: object | undefined;
  /** The name of a write, so that its repetition changes nothing. */
  readonly idempotencyKey?: string | undefined;
};

/**
 * A JSON document of the API, as it was parsed. Tools select fields by name, and a field that is missing stays out of
 * their answers; the shapes are those of docs/openapi.json.
 */
export type Document = ReturnType<typeof JSON.parse>;

/** @throws ApiRefusal if the API rejects the call */
export type Api = (call: ApiCall) => Promise<Document>;

/** An error response of the API. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A refusal of the tools themselves, in their own words. */
export class ToolRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The facts of an answer, before texts from outside are marked. */
type Facts = {
  readonly answer: object;
  /** The requests whose responses hold the figures. */
  readonly requests: readonly string[];
  readonly next_cursor?: string | null | undefined;
};

/** A tool that reads. */
export type ReadingTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The page of the documentation that explains the figures. */
  readonly page: `docs/${string}.md`;
  readonly read: (api: Api, input: Document) => Promise<Facts>;
};

/** Keeps the type of the input between a tool's schema and its code. */
export const reading = <I extends z.ZodObject>(
  tool: Omit<ReadingTool, "input" | "read"> & {
    readonly input: I;
    readonly read: (api: Api, input: z.output<I>) => Promise<Facts>;
  },
): ReadingTool => tool;

/** Inputs that several tools share. */
export const account = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .describe(
    "Id of a client's account, from list_clients. Needed with a session; leave out with an API key",
  );
export const cursor = z
  .string()
  .max(4000)
  .optional()
  .describe("next_cursor of the previous answer, to read on");
export const period = z
  .string()
  .regex(/^\d{4}-(?:Q[1-4]|\d\d)$/)
  .describe(
    "Tax period: a quarter such as 2026-Q3, or a month such as 2026-09 for the import scheme",
  );
const scheme = z
  .enum(["union-oss", "non-union-oss", "ioss"])
  .default("union-oss")
  .describe("Special scheme");
const registration_id = z
  .int()
  .min(1)
  .optional()
  .describe("Id of a registration, where two follow one another in the period");

/** The inputs that name one return. */
export const returnInput = { account, scheme, period, registration_id };

type NamedReturn = {
  readonly scheme: string;
  readonly period: string;
};

/** Returns the path of a return. */
export const pathOf = ({ scheme, period }: NamedReturn): string =>
  `/v1/returns/${scheme}/${encodeURIComponent(period)}`;

/** Selects fields of a document, in this order; a field that the document lacks is left out. */
export const picked = (from: Document, fields: readonly string[]): Document =>
  Object.fromEntries(
    fields.filter((field) => from?.[field] !== undefined).map((field) => [field, from[field]]),
  );

export const pickedAll = (items: readonly Document[], fields: readonly string[]): Document[] =>
  items.map((item) => picked(item, fields));
