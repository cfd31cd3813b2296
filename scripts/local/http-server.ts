import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { codeOf, Failure } from "./failure.ts";

const CLOSE_MS = 5_000;

/**
 * Listens on the loopback interface; port 0 takes a free one.
 * @returns the URL of the server.
 * @throws Failure when the port is taken or not allowed.
 */
export async function listen(server: Server, port: number): Promise<string> {
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch (error) {
    throw refusedPort(port, error);
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Takes no more requests and lets the running ones finish, for a while. */
export async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
  const closed = once(server, "close");
  server.close();
  await closed;
  clearTimeout(cut);
}

function refusedPort(port: number, error: unknown): unknown {
  const free = "choose another one, e.g. PORT=3001, or PORT=0 for any free one";
  if (codeOf(error) === "EADDRINUSE") return new Failure(`port ${port} is taken: ${free}`);
  if (codeOf(error) === "EACCES") return new Failure(`port ${port} is not allowed: ${free}`);
  return error;
}
