import { type Api, type ApiCall, ApiRefusal } from "./tool.ts";

/** The API and the credential of the agent's user, as headers. */
export type Access = {
  readonly baseUrl: string;
  /** Headers of each call: a key, or a session. Asked for each time, because sessions are renewed. */
  readonly credential: () => Promise<Readonly<Record<string, string>>>;
  /** The account of calls that name none, for sessions. */
  readonly account?: string | undefined;
};

/** An answer of the API takes at most 29 seconds. */
const CALL_MS = 29_000;

function urlOf(baseUrl: string, { path, query = {} }: ApiCall): URL {
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, `${value}`);
  }
  return url;
}

async function documentOf(response: Response) {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiRefusal(response.status, "no_json", "the service did not answer with JSON");
  }
}

/** Routes of persons, which name no account. */
const OF_PERSON = /^\/v1\/(?:session|organisations)\b/;

function headersOf({ path, account, body, idempotencyKey }: ApiCall): Record<string, string> {
  return {
    ...(account === undefined || OF_PERSON.test(path) ? {} : { "X-Account": account }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
  };
}

/** Returns the function that calls the API with the user's own credential, and adds nothing to its rights. */
export function apiWith({ baseUrl, credential, account: standing }: Access): Api {
  return async (call) => {
    const { method = "GET", account = standing, body } = call;
    const response = await fetch(urlOf(baseUrl, call), {
      method,
      headers: { ...headersOf({ ...call, account }), ...(await credential()) },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(CALL_MS),
    });
    const answer = await documentOf(response);
    if (response.ok) return answer;
    const { error = "refused", message = "the service refused the call" } = answer;
    throw new ApiRefusal(response.status, error, message);
  };
}
