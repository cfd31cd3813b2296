import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2 as HttpResponse,
} from "aws-lambda";
import type { Role } from "../accounts/people/person.ts";
import type { DomainError, ErrorCode } from "../core/errors/errors.ts";
import type { AccountId, AuthorId, LedgerId } from "../core/ids.ts";
import type { StoredKey } from "../platform/credentials/api-key.ts";
import type { QueueName } from "../platform/queues/queue-table.ts";
import type { SandboxAccess, TableUses } from "../platform/table/item.ts";
import type { ResponseHeaders } from "./http-answer.ts";
import type { QuotaOwner } from "./rate-limits.ts";

/**
 * The required credentials. public: none; read: a full or a read-only key, or a person; write: a full key, or a person;
 * person: a person, who names no account. Of a person the row's role is required.
 */
export type Scope = Credentials["scope"];

/** True if callers of the route name an account, by its key or by X-Account. */
export const isOfAccount = ({ scope }: Pick<Route, "scope">): boolean =>
  scope === "read" || scope === "write";

/** The parts of the API (infra/api-parts.ts). */
export type Part =
  | "public"
  | "people"
  | "accounts"
  | "calculations"
  | "ledger"
  | "returns"
  | "locks"
  | "imports"
  | "connections"
  | "notifications";

/**
 * The credentials of a route, and the role that a person needs: in the account, or in the organisation of the path. Rows of
 * persons without an organisation in their path have none, or are for operators of the service.
 */
type Credentials =
  | { readonly scope: "public"; readonly role?: never }
  | { readonly scope: "read"; readonly role?: Role }
  | { readonly scope: "write"; readonly role: Role }
  | { readonly scope: "person"; readonly role?: Role | "operator" };

/** Returns the role that a route requires of a person: to read, that of a viewer unless the row names another. */
export const requiredRole = ({ scope, role }: Pick<Route, "scope" | "role">): Route["role"] =>
  role ?? (scope === "read" ? "viewer" : undefined);

/** The folders of the imports bucket that a function reads and writes. */
export type ImportFolders = {
  readonly reads?: readonly ImportFolder[];
  readonly writes?: readonly ImportFolder[];
};

type ImportFolder = "drop" | "uploads" | "work";

export type Route = Credentials & {
  /** The part whose nested stack holds the function, if not that of its folder. Another part gives it another name. */
  readonly part?: Part;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: `/${string}`;
  /** For a GET: the methods of the other rows at its path, for the Allow header of a 405. */
  readonly siblingMethods?: readonly ("POST" | "PATCH" | "PUT" | "DELETE")[];
  readonly table: TableUses;
  readonly sandboxes?: SandboxAccess;
  /** The access to the artifact bucket: stores artifacts, or presigns links to them. */
  readonly artifacts?: "put" | "presign";
  /** The access to the imports bucket. A presigned link has the permissions of its signer. */
  readonly imports?: ImportFolders;
  /** True if the page uploads to the imports bucket and therefore needs its origin. */
  readonly uploads?: true;
  /** The use of the key that seals secrets of users. */
  readonly seals?: "seal" | "unseal";
  /**
   * The use of the secret that proves the account of a key: makes keys, or reads while a proven key is checked. Only the
   * table waits with writes, so a row that checks proofs has no other store and no queue.
   */
  readonly keyProofs?: "make" | "check";
  /** Use of the stage's issuer. A function that exchanges codes with the issuer may read the client's secret. */
  readonly signsIn?: "names-issuer" | "exchanges-codes";
  /** True if the function knows the operators of the stage. */
  readonly operators?: true;
  /** Set if the function requests mails, or says whether the stage sends any. */
  readonly mails?: "offer";
  /** The setting without which the route has no work to do: `not_enabled`. */
  readonly needs?: "connections";
  /** True where shops call: the route has a throttle of its own. */
  readonly isInbound?: true;
  /**
   * True if `store: false` in the body asks to compute and store nothing. A caller who may only read may ask for that, so
   * scope and role of any other request are judged after the body is read.
   */
  readonly mayStoreNothing?: true;
  /**
   * How a POST takes the repetition of a call with an Idempotency-Key, unless its response is stored and replayed.
   * `harmless`: it is carried out again, because it only computes, or replaces the whole. `sealed`: the response has a
   * secret, so it is stored sealed and replayed once, to the same caller.
   */
  readonly repeats?: "harmless" | "sealed";
  /** The queues that the function writes to. */
  readonly sends?: QueueName | readonly QueueName[];
  /** Files of the project that the function reads, as paths or a pattern; they are deployed next to its bundle. */
  readonly files?: readonly string[];
  /** True where responses contain the descriptions of schemas, which bundles leave out otherwise. */
  readonly describes?: true;
  /** A file under functions/, without its extension. */
  readonly handler: string;
  readonly summary: string;
};

/** The caller of a route of an account: an API key, or the person of a session, and the permissions. */
export type AccountCaller = {
  /** The ledger that is opened: that of the account, or for a test key the account's sandbox. */
  readonly ledger: LedgerId;
  /** The account whose quota the call uses. */
  readonly account: AccountId;
  /** The author of changes, for audit records: the id of the key, or of the person. */
  readonly author: AuthorId;
  readonly scope: StoredKey["scope"];
  /** The person of the session; absent for a key. */
  readonly person?: string;
  readonly sessionId?: string;
};

/** A person who has signed in, on a route that is of no account. */
type PersonCaller = {
  readonly author: AuthorId;
  readonly person: string;
  readonly sessionId: string;
  readonly scope: "full";
};

export type Principal = AccountCaller | PersonCaller;

export type CallerOf<R extends Route> = R extends { readonly scope: "person" }
  ? PersonCaller
  : AccountCaller;

/** Returns whose quota a call uses: that of the account, or of a person on a route of no account. */
export const quotaOwnerOf = (caller: Principal): QuotaOwner =>
  "account" in caller ? caller.account : caller.author;

/** The event of the HTTP API, with the results of the middleware. */
export type RequestEvent = APIGatewayProxyEventV2 & {
  /** Stores the response; set for a call with an Idempotency-Key. */
  remember?: (answer: HttpResponse) => Promise<void>;
  caller?: Principal;
  /** The instant of a request to a sandbox whose clock was set; others are of the instant at which they run. */
  now?: Date;
  /** The refusal of a caller who may only read, unless the body asks to store nothing. */
  refusalOfStoring?: DomainError;
  /** The caller that a key proves before its record is read, and the checks that run concurrently with the request. */
  unverified?: {
    readonly caller: AccountCaller;
    readonly passed: Promise<void>;
    /** Runs what may read before the checks have passed. */
    readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  };
  /** Concurrent work that must end before the response is returned; it never fails. */
  background?: readonly Promise<void>[];
  /** The response headers with the account's quota. */
  quotaHeaders?: ResponseHeaders;
  /** The error code of a rejected call. */
  errorCode?: ErrorCode;
  /** The internal cause of an error, for the log. */
  failure?: unknown;
  /** The body as parsed JSON, before validation. */
  given?: unknown;
  /** The reads that the endpoint starts concurrently with the check of the credentials. */
  prepared?: Promise<unknown>;
  input: Input;
  sourceTag?: string;
};

/** The parsed parts of a request; a part without a schema is an empty object. */
type Input = { readonly path: object; readonly query: object; readonly body: object };

type Methods = Pick<Route, "method" | "siblingMethods">;

/** Returns the methods of a row. Every GET also serves HEAD (RFC 9110, 9.1). */
export const methodsOf = ({ method }: Pick<Route, "method">): readonly string[] =>
  method === "GET" ? ["GET", "HEAD"] : [method];

export const allowed = (rows: readonly Methods[]): string =>
  [...new Set(rows.flatMap((row) => [...methodsOf(row), ...(row.siblingMethods ?? [])]))]
    .sort()
    .join(", ");

/**
 * Returns the method of a row's route in API Gateway. An ANY route receives all methods without their own route. HEAD
 * therefore needs no separate route, of which a stack can have only a limited number, and the row's function rejects
 * unsupported methods in the form of all errors.
 */
export const gatewayMethod = ({ method }: Pick<Route | FallbackRow, "method">) =>
  method === "GET" ? "ANY" : method;

/** Returns the name of a row: its method and path. */
export const routeName = ({ method, path }: Pick<Route, "method" | "path">): string =>
  `${method} ${path}`;

/** Returns the name of a row's route in API Gateway. */
export const gatewayKey = (row: Pick<Route, "method" | "path"> | FallbackRow): string =>
  row.path === "$default" ? row.path : `${gatewayMethod(row)} ${row.path}`;

type Matched<R> = {
  readonly row: R;
  readonly pathParameters: Readonly<Record<string, string>>;
};

/**
 * Returns the row for a method and a path, by the rules of API Gateway: a fixed segment precedes a parameter, so
 * /v1/sources/unknown precedes /v1/sources/{id}. A GET row also receives every method that no other row of the path has
 * (see route.ts).
 */
export function matchRoute<R extends { readonly route: Pick<Route, "method" | "path"> }>(
  rows: readonly R[],
  method: string,
  path: string,
): Matched<R> | undefined {
  const segments = path.split("/");
  const here = rows
    .filter(({ route }) => fits(route.path, segments))
    .toSorted((a, b) => (fixedFirst(a.route.path) < fixedFirst(b.route.path) ? -1 : 1));
  const row =
    here.find(({ route }) => route.method === method) ??
    here.find(({ route }) => gatewayMethod(route) === "ANY");
  return row && { row, pathParameters: parametersOf(row.route.path, segments) };
}

/** Returns the rows of the best matching path, whatever their method. */
export function rowsAt<R extends Pick<Route, "path">>(table: readonly R[], path: string): R[] {
  const segments = path.split("/");
  const here = table.filter((row) => fits(row.path, segments)).map((row) => row.path);
  const [best] = here.toSorted((a, b) => (fixedFirst(a) < fixedFirst(b) ? -1 : 1));
  return table.filter((row) => row.path === best);
}

const isParameter = (segment: string): boolean => segment.startsWith("{");

/** Returns a sort key that places a path with a parameter after every path with a fixed segment there. */
const fixedFirst = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "\u{10ffff}");

const segmentsOfPaths = new Map<string, readonly string[]>();

/** Returns the segments of a row's path, and keeps them: each request is compared with every row. */
function segmentsOf(path: string): readonly string[] {
  const segments = segmentsOfPaths.get(path) ?? path.split("/");
  segmentsOfPaths.set(path, segments);
  return segments;
}

function fits(path: string, given: readonly string[]): boolean {
  const wanted = segmentsOf(path);
  return (
    wanted.length === given.length &&
    wanted.every((segment, i) => (isParameter(segment) ? given[i] !== "" : segment === given[i]))
  );
}

const parametersOf = (path: string, given: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    path.split("/").flatMap((segment, i) => {
      const value = given[i];
      if (value === undefined || !isParameter(segment)) return [];
      return [[segment.slice(1, -1), decoded(value)]];
    }),
  );

/** Decodes a path segment. Leaves an invalid percent-escape undecoded; no resource can have such a name. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A row of the gateway that is no route of the API and not in the OpenAPI document. */
export const fallbackRow = {
  method: "ANY",
  path: "$default",
  table: [],
  handler: "fallback/not-found",
  summary: "What no route serves: 404, or 405 with the methods that the path takes",
} as const;

export type FallbackRow = typeof fallbackRow;
