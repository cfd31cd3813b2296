import { BlockList, isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isLoopbackAddress,
  isPublicAddress,
} from "../../../../shared/notifications/webhooks/http-client.ts";

/*
 * Addresses that no receiver may have, from the registries of special addresses (RFC 6890, IANA), held against Node's
 * own lists of ranges: of random addresses in each of them none may be public.
 */
const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

const blocked = new BlockList();
for (const range of SPECIAL_V4) {
  const [net = "", bits] = range.split("/");
  blocked.addSubnet(net, Number(bits), "ipv4");
}

const v4 = fc
  .tuple(...Array.from({ length: 4 }, () => fc.nat(255)))
  .map((bytes) => bytes.join("."));

const inRange = (range: string) => {
  const [net = "", bits] = range.split("/");
  const base = net.split(".").reduce((sum, byte) => sum * 256 + Number(byte), 0);
  return fc.nat(2 ** (32 - Number(bits)) - 1).map((more) => {
    const number = base + more;
    return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
  });
};

describe("isPublicAddress", () => {
  it.for(SPECIAL_V4)("finds no address of %s public", (range) => {
    fc.assert(fc.property(inRange(range), (address) => !isPublicAddress(address)));
  });

  it("takes nothing for public that Node finds in one of these ranges", () => {
    fc.assert(
      fc.property(v4, (address) => !isPublicAddress(address) || !blocked.check(address)),
      {
        numRuns: 2_000,
      },
    );
  });

  it.for([
    "8.8.8.8",
    "1.1.1.1",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.0",
    "223.255.255.254",
  ])("takes %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(blocked.check(address)).toBe(false);
  });

  it.for([
    ["the machine itself", "::1"],
    ["nothing", "::"],
    ["mapped loopback", "::ffff:127.0.0.1"],
    ["mapped metadata", "::ffff:a9fe:a9fe"],
    ["a mapped address, though it is public", "::ffff:8.8.8.8"],
    ["compatible loopback", "::127.0.0.1"],
    ["translated metadata (NAT64)", "64:ff9b::a9fe:a9fe"],
    ["a local NAT64", "64:ff9b:1::a00:1"],
    ["6to4 of 10.0.0.1", "2002:a00:1::"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["unique local: EC2's metadata", "fd00:ec2::254"],
    ["unique local", "fc00::1"],
    ["link-local", "fe80::1"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["documentation", "2001:db8::1"],
    ["documentation, the new one", "3fff::1"],
    ["benchmarks", "2001:2::1"],
    ["discard", "100::1"],
    ["segment routing", "5f00::1"],
    ["not routed at all", "4000::1"],
  ] as const)("refuses %s", ([, address]) => {
    expect(isIPv6(address)).toBe(true);
    expect(isPublicAddress(address)).toBe(false);
  });

  it.for(["2606:4700:4700::1111", "2a00:1450:4001:82f::200e"])("takes %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.for(["", "localhost", "8.8.8.8.8", "fe80::1%eth0", "example.com"])("refuses %j", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

it("isLoopbackAddress knows the addresses of this machine, in each form", () => {
  const own = ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"];
  const others = ["0.0.0.0", "::", "10.0.0.1", "8.8.8.8", "localhost"];
  expect(own.filter(isLoopbackAddress)).toEqual(own);
  expect(others.filter(isLoopbackAddress)).toEqual([]);
});
