import { promises as dns, type LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as plainRequest } from "node:http";
import { type RequestOptions, request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  isLoopbackAddress,
  isPublicAddress,
  LateReceiver,
  RejectedReceiver,
} from "./receiver-address.ts";

/** A request to a receiver. */
type WebhookRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The response of a receiver: its status and its first bytes. */
type WebhookAnswer = { readonly status: number; readonly start: Buffer };

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

const MOST_BYTES = 1_000;

export const OUTSIDE: Omit<Outside, "allowLoopback"> = {
  resolve: (host) => dns.lookup(host, { all: true }),
  beginMs: 3_000,
  wholeMs: 5_000,
};

/**
 * Sends a message to a receiver without following redirects.
 * Resolves the host name once, requires every address to be public, and connects to one of these addresses. A later
 * change of DNS therefore has no effect. The certificate must match the host name.
 * @throws RejectedReceiver, or a Node error; see receiverFault
 */
export async function postToReceiver(
  { url: text, headers, body }: WebhookRequest,
  outside: Outside,
): Promise<WebhookAnswer> {
  const url = new URL(text);
  const late = AbortSignal.timeout(outside.wholeMs);
  const addresses = await inTime(checkedAddresses(url, outside), late);
  const options: RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    lookup: onlyThese(addresses),
    // Uses a separate connection, so that no connection made for another name is reused.
    agent: false,
    signal: late,
    ...(outside.ca ? { ca: outside.ca } : {}),
  };
  const sent = url.protocol === "https:" ? request(url, options) : plainRequest(url, options);
  return inTime(answerTo(sent, body, outside.beginMs), late);
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

function answerTo(sent: ClientRequest, body: string, beginMs: number): Promise<WebhookAnswer> {
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
      firstBytes(response).then(
        (start) => resolve({ status: response.statusCode ?? 0, start }),
        reject,
      );
    });
    sent.end(body);
  });
}

/** Reads the part of a response that is stored, and ignores the rest. */
async function firstBytes(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES);
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
