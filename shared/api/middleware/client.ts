/**
 * Who calls, for counting: an IPv4 address, or the /64 network of an IPv6 one, since a single
 * subscriber has all 2^64 addresses of it to choose from.
 */
export function clientOf(sourceIp: string): string {
  const address = sourceIp.toLowerCase().split("%")[0] ?? "";
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped ?? `${groupsOf(address).slice(0, 4).join(":")}::/64`;
}

/** The groups of an IPv6 address, with the zeros that `::` stands for, and none in front. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/, ""));
}
