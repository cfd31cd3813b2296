import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../../local/failure.ts";
import type { ReachedApi } from "./reach-api.ts";

const ATTEMPTS = 5;
const PAUSE_MS = 500;

/**
 * Calls the API, and retries if it is busy or does not respond; a POST is executed once. Follows a link to a file
 * without the key.
 * @throws Failure with the error of the API
 */
export async function apiCall<Body>(
  { url, key }: ReachedApi,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Body> {
  const headers = {
    "X-API-Key": key,
    ...(method === "POST" && {
      "Content-Type": "application/json",
      "Idempotency-Key": randomUUID(),
    }),
  };
  const request = {
    method,
    headers,
    redirect: "manual",
    ...(body !== undefined && { body: JSON.stringify(body) }),
  } as const;
  const answer = await answered(`${url}${path}`, request);
  if (answer.status === 302) return (await linked(answer)) as Body;
  const text = await answer.text();
  if (!answer.ok) throw new Failure(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Body;
}

async function answered(url: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(url, request).catch((error: unknown) => error);
    const isLast = attempt === ATTEMPTS;
    if (answer instanceof Response && (isLast || !isPassing(answer.status))) return answer;
    if (isLast) throw new Failure(`${url} does not answer: ${String(answer)}`);
    await wait(PAUSE_MS * attempt);
  }
}

const isPassing = (status: number): boolean => status === 429 || status >= 500;

async function linked(answer: Response): Promise<string> {
  const file = await answered(answer.headers.get("location") ?? "", {});
  if (!file.ok) throw new Failure(`the link of the API answers ${file.status}`);
  return file.text();
}
