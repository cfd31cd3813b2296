/** A try of a request, reported after its end. */
export type Attempt = {
  /** The name of the method, such as `commitSupplyEvents`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** Number of the try, from 1. */
  readonly attempt: number;
  readonly duration_ms: number;
  /** The status of the response, if there was one. */
  readonly status?: number;
  /** An `ApiError` with the request id, or the reason why there was no response. */
  readonly error?: unknown;
  /** Milliseconds until the next try; absent for the last one. */
  readonly retry_in_ms?: number;
};

export type ClientOptions = {
  /** The URL of the service, such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** The API key; not needed for public operations. */
  readonly apiKey?: string | undefined;
  /** A replacement of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Number of retries: 4 by default. */
  readonly maxRetries?: number;
  /** Timeout of one try with its body: 35,000 by default, because API Gateway answers within 30 seconds. */
  readonly timeoutMs?: number;
  /** Called after each try, for logs and metrics. The argument has no keys and no bodies. */
  readonly onAttempt?: (attempt: Attempt) => void;
};

export type RequestOptions = {
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
  /** Aborts the call, pauses included; the call throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
};

/** A file in the encoding that its reader requires: write its bytes unchanged. */
export type FileAnswer = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** The number of warnings to read before the file is used. */
  readonly warnings: number;
  /** VAT that the file adds to the return in minor units, because the request accepted what the portal computes. */
  readonly adjustmentMinor: number;
  /** Fields of the request whose number has wrong check digits. */
  readonly numbersWithWarning: readonly string[];
};

export type Operation = {
  readonly method: string;
  readonly path: string;
  /** Accepts an Idempotency-Key; the client generates one if the caller gives none. */
  readonly once?: true;
  /** Returns bytes. */
  readonly file?: true;
  /** Returns pages. */
  readonly list?: true;
  /** The role that a person needs; `operator`: the stage has to name the person. */
  readonly role?: "viewer" | "preparer" | "approver" | "owner" | "operator";
  /** A key must be a full one. */
  readonly fullKey?: true;
};

type Text = string | number | boolean;

/** The parameters and body of a request. */
export type Given = {
  readonly path?: Readonly<Record<string, Text>>;
  readonly query?: Readonly<Record<string, Text | null | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly sourceId?: string | undefined;
};
