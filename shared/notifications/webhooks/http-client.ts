import { promises as dns, type LookupAddress } from "node:dns";
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
} from "node:http";
import { type RequestOptions, request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  isLoopbackAddress,
  isPublicAddress,
  LateReceiver,
  RejectedReceiver,
} from "./receiver-address.ts";

/** A request to a host of a user's choice. */
export type OutsideRequest = {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The response of such a host, with the first bytes of its body. */
export type OutsideAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly start: Buffer;
};

/** The network dependencies and limits of a request. */
export type Outside = {
  /** Returns all addresses of a name. */
  readonly resolve: (host: string) => Promise<LookupAddress[]>;
  /** True if receivers on this machine are allowed, in a developer's local stack only. */
  readonly allowLoopback: boolean;
  /** A certificate authority in addition to the default ones. */
  readonly ca?: string;
  /** Milliseconds until the response must begin, with the connection, and until it must be complete. */
  readonly beginMs: number;
  readonly wholeMs: number;
};

/** Bytes of a receiver's response that are stored. */
const MOST_BYTES = 1_000;

export const OUTSIDE: Omit<Outside, "allowLoopback"> = {
  resolve: (host) => dns.lookup(host, { all: true }),
  beginMs: 3_000,
  wholeMs: 5_000,
};

/**
 * Sends a message to a receiver.
 * @throws RejectedReceiver, or a Node error; see receiverFault
 */
export const postToReceiver = (
  message: Omit<Required<OutsideRequest>, "method">,
  outside: Outside,
): Promise<OutsideAnswer> => askOutside({ ...message, method: "POST" }, outside, MOST_BYTES);

/**
 * Sends a request to a host of a user's choice without following redirects, and reads at most `mostBytes` of the response.
 * Resolves the host name once, requires every address to be public, and connects to one of these addresses. A later
 * change of DNS therefore has no effect. The certificate must match the host name.
 * @throws RejectedReceiver, or a Node error; see receiverFault
 */
export async function askOutside(
  { url: text, method, headers, body }: OutsideRequest,
  outside: Outside,
  mostBytes: number,
): Promise<OutsideAnswer> {
  const url = new URL(text);
  const late = AbortSignal.timeout(outside.wholeMs);
  const addresses = await inTime(checkedAddresses(url, outside), late);
  const options: RequestOptions = {
    method,
    headers:
      body === undefined
        ? headers
        : { ...headers, "content-length": String(Buffer.byteLength(body)) },
    lookup: onlyThese(addresses),
    // Uses a separate connection, so that no connection made for another name is reused.
    agent: false,
    signal: late,
    ...(outside.ca ? { ca: outside.ca } : {}),
  };
  const sent = url.protocol === "https:" ? request(url, options) : plainRequest(url, options);
  return inTime(answerTo(sent, body, { beginMs: outside.beginMs, mostBytes }), late);
}

/**
 * Resolves the host and checks its addresses.
 * @throws RejectedReceiver when one of the addresses is not public.
 */
async function checkedAddresses(
  { hostname, protocol }: URL,
  { resolve, allowLoopback }: Outside,
): Promise<LookupAddress[]> {
  const host = hostname.replaceAll(/[[\]]/g, "");
  const family = isIP(host);
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  const isOfHere = ({ address }: LookupAddress) => allowLoopback && isLoopbackAddress(address);
  // Without TLS only this machine is allowed.
  const isAllowed = (one: LookupAddress) =>
    isOfHere(one) || (protocol === "https:" && isPublicAddress(one.address));
  if (found.length === 0) throw new RejectedReceiver("the name of the host has no address");
  if (!found.every(isAllowed)) {
    throw new RejectedReceiver("the host has an address that is not public; nothing was sent");
  }
  return found;
}

/** Returns a lookup function that always yields the checked addresses. */
const onlyThese =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_, { all }, found) => {
    const [{ address = "", family = 4 } = {}] = addresses;
    if (all) found(null, [...addresses]);
    else found(null, address, family);
  };

type Limits = { readonly beginMs: number; readonly mostBytes: number };

function answerTo(
  sent: ClientRequest,
  body: string | undefined,
  { beginMs, mostBytes }: Limits,
): Promise<OutsideAnswer> {
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const begun = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      const what = isConnected ? "answer" : "connection";
      sent.destroy(new LateReceiver(`there was no ${what} within ${beginMs / 1000} s`));
    }, beginMs);
    const connected = () => {
      isConnected = true;
    };
    sent.on("socket", (socket) => {
      socket.once("connect", () => "encrypted" in socket || connected());
      socket.once("secureConnect", connected);
    });
    sent.on("error", (error) => {
      begun();
      reject(error);
    });
    sent.on("response", (response) => {
      begun();
      const { statusCode: status = 0, headers } = response;
      firstBytes(response, mostBytes).then((start) => resolve({ status, headers, start }), reject);
    });
    sent.end(body);
  });
}

/** Reads the first bytes of a response, and ignores the rest. */
async function firstBytes(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/**
 * Rejects when the work takes too long; a DNS lookup cannot be cancelled.
 * @throws LateReceiver
 */
function inTime<T>(work: Promise<T>, late: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new LateReceiver("there was no answer in time"));
    late.addEventListener("abort", tooLate, { once: true });
    work.then(resolve, reject).finally(() => late.removeEventListener("abort", tooLate));
  });
}
