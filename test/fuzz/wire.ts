import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Attack } from "./attack.ts";

export type WireAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** An answer that takes longer is a hang, on a busy machine, too. */
const PATIENCE_MS = 60_000;

/** Sends it as it is: fetch would tidy up paths and headers, or refuse them. */
export function send(origin: string, { method, url, headers, body }: Attack): Promise<WireAnswer> {
  const { hostname, port } = new URL(origin);
  // A flat list keeps names that come twice apart.
  const lines = [...headers, ...(body ? [["Content-Length", String(body.length)]] : [])];
  const options = { hostname, port, method, path: url, agent, joinDuplicateHeaders: false };
  return new Promise((resolve, reject) => {
    const sent = request({
      ...options,
      headers: ["Host", `${hostname}:${port}`, ...(lines.flat() as string[])],
    });
    const late = setTimeout(() => sent.destroy(new Error("no answer")), PATIENCE_MS);
    sent.on("error", reject).on("close", () => clearTimeout(late));
    sent.on("response", (response) => {
      const status = response.statusCode ?? 0;
      const answered = new Headers(response.headers as Record<string, string>);
      text(response).then((all) => resolve({ status, headers: answered, text: all }), reject);
    });
    sent.end(body);
  });
}

/** Writes bytes that need not be HTTP, and reads until the other side hangs up. */
export function sendBytes(
  origin: string,
  bytes: Buffer,
  patienceMs = PATIENCE_MS,
): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const late = setTimeout(() => socket.destroy(new Error("no answer")), patienceMs);
    socket.on("close", () => clearTimeout(late));
    text(socket).then(resolve, reject);
  });
}
