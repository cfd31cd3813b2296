import { refuseFailure } from "./answer.ts";
import { checkedOptions, checkedTimeout } from "./checked.ts";
import { ApiError, ConnectionError, TimeoutError } from "./errors.ts";
import type { Attempt, ClientOptions, Given, Operation, RequestOptions } from "./options.ts";
import { pause } from "./pause.ts";
import { type Prepared, prepared } from "./request.ts";
import { isWorthRetrying, pauseAfter } from "./retry.ts";

const MAX_RETRIES = 4;
const TIMEOUT_MS = 35_000;

/** A successful response whose body has arrived and is still unread. */
export type Success = { readonly response: Response; readonly attempts: number };

export type Named = Operation & { readonly name: string };

/**
 * Sends a request until there is a response, or another try cannot help.
 * @throws ApiError, ConnectionError, TimeoutError, or the reason of the signal.
 */
export async function send(
  options: ClientOptions,
  operation: Named,
  given: Given,
  own: RequestOptions,
): Promise<Success> {
  checkedOptions(own);
  const request = prepared(options, operation, given);
  const { retries, timeoutMs } = limitsOf(options, own);
  for (let attempt = 1; ; attempt += 1) {
    const tell = teller(options, operation, request.url, attempt);
    try {
      const response = await oneTry(options.fetch ?? fetch, request, timeoutMs, own.signal);
      await refuseFailure(response);
      tell({ status: response.status });
      return { response, attempts: attempt };
    } catch (failure) {
      const again = attempt <= retries && isWorthRetrying(failure, attempt, operation);
      const wait = pauseAfter(failure, attempt);
      tell({ ...failed(failure), ...(again ? { retry_in_ms: wait } : {}) });
      if (!again) throw failure;
      await pause(wait, own.signal);
    }
  }
}

const limitsOf = (options: ClientOptions, own: RequestOptions) => ({
  retries: own.maxRetries ?? options.maxRetries ?? MAX_RETRIES,
  timeoutMs: checkedTimeout(own.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS),
});

/** Returns a function that reports the end of a try to `onAttempt`. */
function teller(options: ClientOptions, operation: Named, url: string, attempt: number) {
  const started = performance.now();
  return (end: Partial<Attempt>) =>
    options.onAttempt?.({
      operation: operation.name,
      method: operation.method,
      url,
      attempt,
      duration_ms: Math.round(performance.now() - started),
      ...end,
    });
}

const failed = (error: unknown): Partial<Attempt> =>
  error instanceof ApiError ? { status: error.status, error } : { error };

/** Sends one request and reads the whole response: a body that breaks off is no response. */
async function oneTry(
  call: typeof fetch,
  { url, init }: Prepared,
  timeoutMs: number,
  given: AbortSignal | undefined,
): Promise<Response> {
  given?.throwIfAborted();
  const late = AbortSignal.timeout(timeoutMs);
  const signal = given ? AbortSignal.any([given, late]) : late;
  try {
    const response = await call(url, { ...init, signal });
    if (response.type === "opaqueredirect") return response;
    const { status, statusText, headers } = response;
    const body = await response.arrayBuffer();
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : body, { status, statusText, headers });
  } catch (cause) {
    given?.throwIfAborted();
    if (late.aborted) throw new TimeoutError(`no answer within ${timeoutMs} ms`, { cause });
    throw new ConnectionError(`no answer: ${reasonOf(cause)}`, { cause });
  }
}

/** `fetch` has the reason in `cause`. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  return inner instanceof Error ? inner.message : String(inner);
}
