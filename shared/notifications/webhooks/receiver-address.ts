import ipaddr from "ipaddr.js";
import * as z from "zod";

const LONGEST = 2_000;

/** Of all ports below 1024 the one of HTTPS alone: no webhook talks to a mail server. */
const LOWEST_OTHER_PORT = 1024;

/** Where this setting is 1, as on a developer's machine, receivers of this machine can be told. */
export const loopbackAllowed = (): boolean => process.env["WEBHOOKS_ALLOW_LOOPBACK"] === "1";

const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * What is wrong with the address of a receiver; undefined when nothing is. A name is looked up, and its addresses are
 * checked, each time that something is sent (shared/notifications/webhooks/http-client.ts).
 */
export function urlFault(text: string, allowLoopback: boolean): string | undefined {
  if (!URL.canParse(text)) return "must be a URL, such as https://shop.example/webhooks";
  const url = new URL(text);
  if (url.username || url.password) return "must hold no user name and no password";
  if (url.hash) return "must have no fragment: nothing behind # is sent";
  if (allowLoopback && LOCAL_HOSTS.has(url.hostname)) {
    return ["http:", "https:"].includes(url.protocol) ? undefined : "must begin with http";
  }
  if (url.protocol !== "https:") return "must begin with https://";
  // Also of 2130706433 and 0x7f.1: the URL has made an address of it by now.
  if (ipaddr.isValid(url.hostname.replaceAll(/[[\]]/g, "")))
    return "must name a host, not an address";
  if (url.port !== "" && Number(url.port) < LOWEST_OTHER_PORT) {
    return `must be on port 443, or on one from ${LOWEST_OTHER_PORT}`;
  }
  return undefined;
}

/** The address of a receiver, as a caller gives it. */
export const ReceiverUrl = z
  .string()
  .max(LONGEST, `must have at most ${LONGEST} characters`)
  .superRefine((text, context) => {
    const fault = urlFault(text, loopbackAllowed());
    if (fault) context.addIssue(fault);
  })
  .describe(
    "Where it is sent: https, the name of a host that is public, port 443 or one from 1024; no user name, no password",
  );

/** All addresses of IPv6 that are routed on the internet (RFC 4291, 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address, as a resolver answers it, is one of the public internet. Private, local, shared, reserved and
 * documentation ranges are not, nor what holds an IPv4 address within IPv6: mapped, translated and tunnelled ones
 * lead to wherever that address does.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

/** Whether an address is of this machine: 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/** Why nothing was sent to a receiver, or nothing came back, in words for whoever looks after it. */
export class RejectedReceiver extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RejectedReceiver";
  }
}

/** What Node and OpenSSL call it, and what that means. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_NONAME|ENODATA)$/, "the name of the host is not known"],
  [/^EAI_/, "the name of the host could not be looked up"],
  [/^ECONNREFUSED$/, "the host refused the connection"],
  [
    /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    "the receiver closed the connection without an answer",
  ],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "there is no way to the host"],
  [/^ETIMEDOUT$/, "the host could not be reached in time"],
  [/^HPE_/, "what came back is no answer of HTTP"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the certificate is not that of the host"],
  [/^CERT_HAS_EXPIRED$/, "the certificate has expired"],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    "the certificate is signed by nobody who is trusted, or its chain is not complete",
  ],
  [/^(ERR_SSL|EPROTO|ERR_TLS|CERT_)/, "there was no TLS with the host"],
];

/** What went wrong with a request, in plain words; the code stands behind them where there is one. */
export function receiverFault(error: unknown): string {
  if (error instanceof RejectedReceiver) return error.message;
  const code = codeIn(error);
  const [, meaning] = MEANINGS.find(([form]) => form.test(code)) ?? [];
  return `${meaning ?? "the request failed"}${code ? ` (${code})` : ""}`;
}

/** Of several addresses that were tried, the first one says it. */
function codeIn(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { code } = (inner ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}
