import type { IncomingMessage, ServerResponse } from "node:http";
import { startServer } from "../../stack/loopback-server.ts";

/** What goes wrong, in turn. */
const FAULTS = [
  "unavailable",
  "closed before",
  "answer lost",
  "too many",
  "answer replaced",
  "answer cut",
] as const;
type Fault = (typeof FAULTS)[number];

export type FailingServer = {
  readonly url: string;
  /** Of all requests so far, and of those that failed. */
  readonly counts: { asked: number; failed: number };
  readonly close: () => Promise<void>;
};

/**
 * A server before `target` that fails every fifth request: by a pattern that is counted, not by
 * chance. Half of the faults come after the request was carried out, so that repeating it would do
 * it twice.
 */
export async function failingServer(target: string): Promise<FailingServer> {
  const counts = { asked: 0, failed: 0 };
  const { url, close } = await startServer(async (request, response) => {
    counts.asked += 1;
    const isFaulty = counts.asked % 5 === 0;
    const fault = isFaulty ? FAULTS[counts.failed % FAULTS.length] : undefined;
    if (isFaulty) counts.failed += 1;
    await answer(target, request, response, fault);
  });
  return { url, counts, close };
}

async function answer(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const body = await bytesOf(request);
  if (fault === "closed before") return void request.socket.destroy();
  if (fault === "unavailable") return void response.writeHead(503, { "retry-after": "0" }).end();
  if (fault === "too many") return void response.writeHead(429, { "retry-after": "0" }).end();
  const { host, connection, "content-length": length, ...headers } = request.headers;
  const answered = await fetch(`${target}${request.url}`, {
    method: request.method ?? "GET",
    headers: headers as Record<string, string>,
    redirect: "manual",
    ...(body.length > 0 ? { body } : {}),
  });
  const bytes = Buffer.from(await answered.arrayBuffer());
  if (fault === "answer lost") return void request.socket.destroy();
  if (fault === "answer replaced") return void response.writeHead(502).end("<html>Bad Gateway");
  const { "content-encoding": encoding, ...kept } = Object.fromEntries(answered.headers);
  response.writeHead(answered.status, { ...kept, "content-length": bytes.length });
  if (fault === undefined) return void response.end(bytes);
  response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy());
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
