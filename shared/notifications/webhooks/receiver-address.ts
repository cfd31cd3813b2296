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
