import fc from "fast-check";
import { expect, it, test } from "vitest";
import { clientOf } from "../../../../shared/api/middleware/rate-limit.ts";

test.for([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["2001:db8::1:2:3:4", "2001:db8:0:0::/64"],
  ["2001:db8:1::2", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["", ""],
])("%s is %s", ([address, client]) => expect(clientOf(address as string)).toBe(client));

it("counts the addresses of one /64 as one, however they are written, and of two as two", () => {
  const network = fc.tuple(...[0, 1, 2, 3].map(() => fc.nat(0xffff)));
  fc.assert(
    fc.property(network, network, fc.ipV6(), (one, other, host) => {
      const hex = (groups: number[]) => groups.map((group) => group.toString(16)).join(":");
      const padded = one.map((group) => group.toString(16).padStart(4, "0").toUpperCase());
      const client = clientOf(`${hex(one)}:0:0:0:1`);
      expect(clientOf(`${hex(one)}::1`)).toBe(client);
      expect(clientOf(`${padded.join(":")}:ffff:FFFF:ffff:0`)).toBe(client);
      expect(clientOf(`${hex(other)}:0:0:0:1`) === client).toBe(hex(one) === hex(other));
      expect(clientOf(host)).toMatch(/^(?:[\da-f]{1,4}:){4}:\/64$|^\d+\.\d+\.\d+\.\d+$/);
    }),
  );
});
