import { createClient } from "../../../client/src/eu-vat-client.ts";

/** One request as `fetch` was given it. */
export type Sent = {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
};

type Answer = (sent: Sent) => Response | Promise<Response>;

/** A client whose requests are answered in turn; the last answer stands for all after it. */
export function clientAnswered(...answers: readonly Answer[]) {
  const sent: Sent[] = [];
  const told: string[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const one: Sent = {
      url: new URL(String(input)),
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      body: init.body as string | undefined,
      signal: init.signal as AbortSignal,
    };
    sent.push(one);
    const answer = answers[Math.min(sent.length, answers.length) - 1] as Answer;
    return answer(one);
  };
  const client = createClient({
    baseUrl: "http://service/",
    apiKey: "key",
    fetch: fetch as typeof globalThis.fetch,
    onAttempt: ({ operation, attempt, status, error, retry_in_ms }) =>
      told.push(
        `${operation} ${attempt}: ${status ?? (error as Error).name}${retry_in_ms === undefined ? "" : ", again"}`,
      ),
  });
  return { client, sent, told };
}

const JSON_TYPE = { "content-type": "application/json" };

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });

/** A refusal that asks for no pause. */
export const refusal = (status: number, error: string, headers = {}): Answer =>
  json({ error, message: `it is ${error}`, details: [], request_id: "r1" }, status, headers);

export const broken: Answer = () => {
  throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
};
