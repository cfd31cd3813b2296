import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2 as HttpResponse,
} from "aws-lambda";
import type { StoredKey } from "../accounts/keys.ts";
import type { ErrorCode } from "../core/errors/errors.ts";
import type { ImportFolders, QueueName } from "../platform/jobs/jobs.ts";
import type { TableAccess } from "../platform/table/access.ts";
import type { ResponseHeaders } from "./response-headers.ts";
import type { FallbackRow } from "./route-match.ts";

/** public: no key; read: a full or a read-only key; write: a full key. */
export type Scope = "public" | "read" | "write";

/**
 * The parts of the API. The functions of a part form a nested stack, which holds 500 resources at most: a part has
 * room for some fifty routes (docs/operations.md, "Parts of the API").
 */
export const PARTS = [
  "public",
  "accounts",
  "calculations",
  "ledger",
  "returns",
  "locks",
  "imports",
  "notifications",
] as const;

export type Part = (typeof PARTS)[number];

export type Route = {
  /** The part whose nested stack holds the function. Another part gives the function another name. */
  readonly part: Part;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: `/${string}`;
  /** Of a GET: the methods of the other rows at its path, for the Allow header of a 405. */
  readonly beside?: readonly ("POST" | "PATCH" | "PUT" | "DELETE")[];
  readonly scope: Scope;
  readonly table: TableAccess;
  /** What it does with the artifact bucket: store artifacts, or hand out links to them. */
  readonly artifacts?: "put" | "presign";
  /** What it does with the bucket of imports; a link can do what its signer may. */
  readonly imports?: ImportFolders;
  /** Its page uploads to the bucket of imports, and is told under which origin that is. */
  readonly uploads?: true;
  /** Its requests hold what must not be kept, so no answer is remembered for a repetition. */
  readonly keepsNothing?: true;
  /** The queue it writes to. */
  readonly sends?: QueueName;
  /** Files of the project that its function reads; they are deployed beside its bundle. */
  readonly files?: readonly string[];
  /** True where responses contain the descriptions of schemas, which bundles leave out otherwise. */
  readonly describes?: true;
  /** A file under functions/, without its ending. */
  readonly handler: string;
  readonly summary: string;
};

/** Who calls: the key that the X-API-Key header stands for, and what it opens. */
export type Caller = {
  /** The ledger that it opens: its account's own, or the sandbox of that. */
  readonly account: string;
  /** The account that the key is of. */
  readonly holder: string;
  readonly keyId: string;
  readonly scope: StoredKey["scope"];
};

/** The HTTP API event, with what the middleware has found out about it. */
export type Call = APIGatewayProxyEventV2 & {
  /** Of a call with an Idempotency-Key: what to do with its answer. */
  remember?: (answer: HttpResponse) => Promise<void>;
  caller?: Caller;
  /** What runs beside it, and has to end before it does; none of it fails. */
  beside?: readonly Promise<void>[];
  /** What its answer says of the account's share. */
  quotaHeaders?: ResponseHeaders;
  /** What it was refused with. */
  errorCode?: ErrorCode;
  /** What went wrong inside, for the log. */
  failure?: unknown;
  /** The body as it came, once it is read as JSON. */
  given?: unknown;
  input: Input;
  sourceTag?: string;
};

/** The parsed parts of a request; a part without a schema is an empty object. */
type Input = { readonly path: object; readonly query: object; readonly body: object };

type Methods = Pick<Route, "method" | "beside">;

/** HEAD is there wherever GET is (RFC 9110, 9.1). */
export const methodsOf = ({ method }: Pick<Route, "method">): readonly string[] =>
  method === "GET" ? ["GET", "HEAD"] : [method];

/** The Allow header of a path with these rows. */
export const allowed = (rows: readonly Methods[]): string =>
  [...new Set(rows.flatMap((row) => [...methodsOf(row), ...(row.beside ?? [])]))].sort().join(", ");

/**
 * The route of API Gateway that leads to a row. Behind ANY stands what is behind no other method of
 * the path: so HEAD needs no route of its own, of which a stack can hold only so many, and what the
 * path does not take is refused by the row's function in the form of all errors.
 */
export const gatewayMethod = ({ method }: Pick<Route | FallbackRow, "method">) =>
  method === "GET" ? "ANY" : method;

/** What API Gateway calls that route. */
export const gatewayKey = (row: Pick<Route, "method" | "path"> | FallbackRow): string =>
  row.path === "$default" ? row.path : `${gatewayMethod(row)} ${row.path}`;
