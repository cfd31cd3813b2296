import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { codeOf, Failure } from "./failure.ts";

/** The address of a server: an IP address of this machine, and a port; 0 takes a free one. */
export type Listening = { readonly host: string; readonly port: number };

const LOOPBACK = "127.0.0.1";

type PortSetting = "ISSUER_PORT" | "PORT" | "S3_PORT";

/** Any free port on the loopback interface. */
export const FREE_LOOPBACK: Listening = { host: LOOPBACK, port: 0 };

/**
 * Addresses that stand for all interfaces. They cannot be called, so this machine calls the loopback address instead.
 */
const WILDCARDS = ["0.0.0.0", "::"];

const CLOSE_MS = 5_000;

/**
 * Listens on an address; `setting` is the variable that chose the port. A connection that is idle stays open until its
 * client closes it: by default, Node would close it after five seconds, while a request may be on its way.
 * @returns the URL of the server, as this machine reaches it.
 * @throws Failure if the port is taken or not allowed, or the address does not belong to this machine.
 */
export async function listen(
  server: Server,
  { host, port }: Listening,
  setting: PortSetting = "PORT",
): Promise<string> {
  server.keepAliveTimeout = 0;
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    throw refused({ host, port }, setting, error);
  }
  return `http://${calledHost(host)}:${(server.address() as AddressInfo).port}`;
}

function calledHost(host: string): string {
  if (WILDCARDS.includes(host)) return LOOPBACK;
  return isIPv6(host) ? `[${host}]` : host;
}

/** Returns the origins under which browsers of this machine may load its pages. */
export const pageOrigins = (url: string): string[] => {
  const { origin, port } = new URL(url);
  return [origin, `http://localhost:${port}`];
};

/** True if only this machine reaches the address. */
export const isLoopback = (host: string): boolean => host === "::1" || host.startsWith("127.");

/** Accepts no more requests, and lets running ones finish for a limited time. */
export async function closeServer(server: Server): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
  const closed = once(server, "close");
  server.close();
  await closed;
  clearTimeout(cut);
}

function refused({ host, port }: Listening, setting: PortSetting, error: unknown): unknown {
  const free = `choose another one, e.g. ${setting}=${port + 1}, or ${setting}=0 for any free one`;
  if (codeOf(error) === "EADDRINUSE") return new Failure(`port ${port} is taken: ${free}`);
  if (codeOf(error) === "EACCES") return new Failure(`port ${port} is not allowed: ${free}`);
  if (codeOf(error) === "EADDRNOTAVAIL") {
    return new Failure(`HOST=${host} is no address of this machine: 0.0.0.0 stands for all it has`);
  }
  return error;
}
