/** One try of a request, told when it has ended. */
export type Attempt = {
  /** The name of the method, such as `commitSupplyEvents`. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly duration_ms: number;
  /** Of an answer. */
  readonly status?: number;
  /** An `ApiError`, which has the request id, or why there was no answer. */
  readonly error?: unknown;
  /** How long until it is tried again; absent for the last. */
  readonly retry_in_ms?: number;
};

export type ClientOptions = {
  /** Such as `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** Not needed for public operations. */
  readonly apiKey?: string | undefined;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Tries after the first; 4 unless given, 0 for none. */
  readonly maxRetries?: number;
  /** For one try, its body included; 35,000 unless given: API Gateway answers within 30 seconds. */
  readonly timeoutMs?: number;
  /** For logs and metrics; keys and bodies are not in it. */
  readonly onAttempt?: (attempt: Attempt) => void;
};

/** What a single call may set of its own. */
export type RequestOptions = {
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
  /** Ends the call, pauses included; what it throws is the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
};

/** A file in the encoding of whoever reads it: write its bytes as they are. */
export type FileAnswer = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** How many warnings there are to be read beside it. */
  readonly warnings: number;
  /** VAT that the file adds to the return in minor units, because the request accepted what the portal computes. */
  readonly adjustmentMinor: number;
  /** Fields of the request whose number has wrong check digits. */
  readonly numbersWithWarning: readonly string[];
};

export type Operation = {
  readonly method: string;
  readonly path: string;
  /** Takes an Idempotency-Key; one is made where the caller gives none. */
  readonly once?: true;
  /** Answers bytes. */
  readonly file?: true;
  /** Answers pages. */
  readonly list?: true;
  /** The role that a person needs; `operator`: the stage has to name the person. */
  readonly role?: "viewer" | "preparer" | "approver" | "owner" | "operator";
  /** A key must be a full one. */
  readonly fullKey?: true;
};

type Text = string | number | boolean;

/** A request as the methods take it. */
export type Given = {
  readonly path?: Readonly<Record<string, Text>>;
  readonly query?: Readonly<Record<string, Text | null | undefined>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly sourceId?: string | undefined;
};
