import { promises as dns, type LookupAddress } from "node:dns";
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
} from "node:http";
import { type RequestOptions, request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import * as z from "zod";

/** Longest first part of a path that is shown; a longer one may be a secret itself. */
const LONGEST_SHOWN = 20;

/**
 * Returns the origin of a receiver's URL and the first part of its path. The rest is a secret of many receivers: whoever
 * knows it can send to them. An address that was shortened before stays.
 */
export function shortAddress(text: string): string {
  if (text.endsWith("/…")) return text;
  const { origin, pathname, search } = new URL(text);
  const [first = "", ...more] = pathname.split("/").slice(1);
  if (first.length > LONGEST_SHOWN) return `${origin}/…`;
  return more.length > 0 || search !== "" ? `${origin}/${first}/…` : `${origin}/${first}`;
}

const LONGEST = 2_000;

/** The lowest allowed port besides 443, so that no webhook reaches a mail server. */
const LOWEST_OTHER_PORT = 1024;

/** True if receivers on this machine are allowed, as on a developer's machine. */
export const loopbackAllowed = (): boolean => process.env["WEBHOOKS_ALLOW_LOOPBACK"] === "1";

const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns the fault of a receiver's URL; undefined when it has none. The host name is resolved, and its addresses are
 * checked, with every attempt (shared/notifications/webhooks/http-client.ts).
 */
export function urlFault(text: string, allowLoopback: boolean): string | undefined {
  if (!URL.canParse(text)) return "must be a URL, such as https://shop.example/webhooks";
  const url = new URL(text);
  if (url.username || url.password) return "must hold no user name and no password";
  if (url.hash) return "must have no fragment: nothing behind # is sent";
  if (LOCAL_HOSTS.has(url.hostname)) return localFault(url, allowLoopback);
  if (url.protocol !== "https:") return "must begin with https://";
  // Also rejects 2130706433 and 0x7f.1, which the URL parser converts to addresses.
  if (ipaddr.isValid(url.hostname.replaceAll(/[[\]]/g, "")))
    return "must name a host, not an address";
  if (url.port !== "" && Number(url.port) < LOWEST_OTHER_PORT) {
    return `must be on port 443, or on one from ${LOWEST_OTHER_PORT}`;
  }
  return undefined;
}

function localFault({ protocol }: URL, allowLoopback: boolean): string | undefined {
  if (!allowLoopback) {
    return "must name a public host; a stack of your own takes this machine with WEBHOOKS_ALLOW_LOOPBACK=1";
  }
  return ["http:", "https:"].includes(protocol) ? undefined : "must begin with http";
}

export const ReceiverUrl = z
  .string()
  .max(LONGEST, `must have at most ${LONGEST} characters`)
  .superRefine((text, context) => {
    const fault = urlFault(text, loopbackAllowed());
    if (fault) context.addIssue(fault);
  })
  .describe(
    "Address that messages are sent to: https, the name of a public host, port 443 or one from 1024; no user name, no password",
  );

/** All IPv6 addresses that are routed on the internet (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True if a resolved address is part of the public internet. Private, local, shared, reserved and documentation ranges
 * are not. Neither are IPv6 addresses that contain an IPv4 address: mapped, translated and tunnelled addresses lead to
 * that IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** True if an address belongs to this machine: 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/** The reason why a receiver got no message or did not respond, in words for its operator. */
class ReceiverRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ReceiverRefusedError";
  }
}

/** The error of a receiver that did not answer in time. */
export class ReceiverTimeoutError extends ReceiverRefusedError {}

/** The error codes of Node and OpenSSL, with their texts. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_NONAME|ENODATA)$/, "the name of the host is not known"],
  [/^EAI_/, "the name of the host could not be looked up"],
  [/^ECONNREFUSED$/, "the host refused the connection"],
  [
    /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    "the receiver closed the connection without an answer",
  ],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "the host is unreachable"],
  [/^ETIMEDOUT$/, "the host could not be reached in time"],
  [/^HPE_/, "the response is not valid HTTP"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the certificate is not that of the host"],
  [/^CERT_HAS_EXPIRED$/, "the certificate has expired"],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    "the certificate is signed by nobody who is trusted, or its chain is not complete",
  ],
  [/^(ERR_SSL|EPROTO|ERR_TLS|CERT_)/, "the TLS handshake failed"],
];

/** Describes the failure of a request in plain words, followed by the error code if there is one. */
export function receiverFault(error: unknown): string {
  if (error instanceof ReceiverRefusedError) return error.message;
  const code = codeIn(error);
  const [, meaning] = MEANINGS.find(([form]) => form.test(code)) ?? [];
  return `${meaning ?? "the request failed"}${code ? ` (${code})` : ""}`;
}

/** Returns the error code. When several addresses were tried, the first error is used. */
function codeIn(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { code } = (inner ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}

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
 * @throws ReceiverRefusedError, or a Node error; see receiverFault
 */
export const postToReceiver = (
  message: Omit<Required<OutsideRequest>, "method">,
  outside: Outside,
): Promise<OutsideAnswer> => askOutside({ ...message, method: "POST" }, outside, MOST_BYTES);

/**
 * Sends a request to a host of a user's choice without following redirects, and reads at most `mostBytes` of the response.
 * Resolves the host name once, requires every address to be public, and connects to one of these addresses. A later
 * change of DNS therefore has no effect. The certificate must match the host name.
 * @throws ReceiverRefusedError, or a Node error; see receiverFault
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
 * @throws ReceiverRefusedError when one of the addresses is not public.
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
  const isAllowed = (lookupAddress: LookupAddress) =>
    isOfHere(lookupAddress) || (protocol === "https:" && isPublicAddress(lookupAddress.address));
  if (found.length === 0) throw new ReceiverRefusedError("the name of the host has no address");
  if (!found.every(isAllowed)) {
    throw new ReceiverRefusedError("the host has an address that is not public; nothing was sent");
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
    const stopTimer = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      const what = isConnected ? "answer" : "connection";
      sent.destroy(new ReceiverTimeoutError(`there was no ${what} within ${beginMs / 1000} s`));
    }, beginMs);
    const connected = () => {
      isConnected = true;
    };
    sent.on("socket", (socket) => {
      socket.once("connect", () => "encrypted" in socket || connected());
      socket.once("secureConnect", connected);
    });
    sent.on("error", (error) => {
      stopTimer();
      reject(error);
    });
    sent.on("response", (response) => {
      stopTimer();
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
 * @throws ReceiverTimeoutError
 */
function inTime<T>(work: Promise<T>, late: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new ReceiverTimeoutError("there was no answer in time"));
    late.addEventListener("abort", tooLate, { once: true });
    work.then(resolve, reject).finally(() => late.removeEventListener("abort", tooLate));
  });
}
