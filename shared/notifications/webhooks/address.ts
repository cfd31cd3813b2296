import ipaddr from "ipaddr.js";

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
