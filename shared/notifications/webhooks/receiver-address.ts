import ipaddr from "ipaddr.js";
import * as z from "zod";

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
  if (allowLoopback && LOCAL_HOSTS.has(url.hostname)) {
    return ["http:", "https:"].includes(url.protocol) ? undefined : "must begin with http";
  }
  if (url.protocol !== "https:") return "must begin with https://";
  // Also rejects 2130706433 and 0x7f.1, which the URL parser converts to addresses.
  if (ipaddr.isValid(url.hostname.replaceAll(/[[\]]/g, "")))
    return "must name a host, not an address";
  if (url.port !== "" && Number(url.port) < LOWEST_OTHER_PORT) {
    return `must be on port 443, or on one from ${LOWEST_OTHER_PORT}`;
  }
  return undefined;
}

/** The URL of a receiver in a request. */
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
export class RejectedReceiver extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RejectedReceiver";
  }
}

/** The error of a receiver that did not answer in time. */
export class LateReceiver extends RejectedReceiver {}

/** The error codes of Node and OpenSSL, with their texts. */
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

/** Describes the failure of a request in plain words, followed by the error code if there is one. */
export function receiverFault(error: unknown): string {
  if (error instanceof RejectedReceiver) return error.message;
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
