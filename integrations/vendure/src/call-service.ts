import type { EuVatSettings } from "./settings.js";

/** The service has answered that it does not take a request; the message says why. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

const PASSING: ReadonlySet<number> = new Set([408, 429]);

/**
 * Sends one request and waits for its answer.
 * @throws Refusal for an answer that trying again does not change; any other error may pass.
 */
export async function callService<Answer>(
  { serviceUrl, apiKey }: Pick<EuVatSettings, "serviceUrl" | "apiKey">,
  path: string,
  body: unknown,
  timeoutMs: number,
): Promise<Answer> {
  const response = await fetch(new URL(path, serviceUrl), {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Answer;
  const said = `the service answered ${response.status}: ${messageIn(text)}`;
  if (response.status >= 500 || PASSING.has(response.status)) throw new Error(said);
  throw new Refusal(said);
}

/** The words of an error of the service, which are the same when it is asked the same again. */
function messageIn(text: string): string {
  try {
    return String(JSON.parse(text).message);
  } catch {
    // A gateway before the service answers as it likes.
    return text.slice(0, 500);
  }
}
