import { describe, expect, it } from "vitest";
import { urlFault } from "../../../../shared/notifications/webhooks/http-client.ts";

const ADDRESS = "must name a host, not an address";
const HERE =
  "must name a public host; a stack of your own takes this machine with WEBHOOKS_ALLOW_LOOPBACK=1";

describe("urlFault", () => {
  it.for([
    "https://shop.example",
    "https://shop.example:443/webhooks?shop=1",
    "https://shop.example:1024/webhooks",
    "https://shop.example:8443/webhooks",
    "https://büro.example/ü",
  ])("takes %s", (url) => {
    expect(urlFault(url, false)).toBeUndefined();
  });

  it.for([
    ["shop.example", "must be a URL, such as https://shop.example/webhooks"],
    ["http://shop.example", "must begin with https://"],
    ["ftp://shop.example", "must begin with https://"],
    ["javascript:alert(1)", "must begin with https://"],
    ["https://me@shop.example", "must hold no user name and no password"],
    ["https://me:secret@shop.example", "must hold no user name and no password"],
    ["https://shop.example/#part", "must have no fragment: nothing behind # is sent"],
    ["https://shop.example:25", "must be on port 443, or on one from 1024"],
    ["https://shop.example:1023", "must be on port 443, or on one from 1024"],
    ["https://10.0.0.1", ADDRESS],
    ["https://8.8.8.8", ADDRESS],
    ["https://2130706433/", HERE],
    ["https://0x7f000001/", HERE],
    ["https://0177.0.0.1/", HERE],
    ["https://127.1/", HERE],
    ["https://１２７.0.0.1/", HERE],
    ["https://[::1]/", HERE],
    ["https://[::ffff:127.0.0.1]/", ADDRESS],
    ["http://localhost:3000", HERE],
    ["https://localhost", HERE],
  ] as const)("refuses %s", ([url, fault]) => {
    expect(urlFault(url, false)).toBe(fault);
  });

  it("takes this machine where that is allowed, and no other address", () => {
    for (const host of ["localhost", "127.0.0.1", "[::1]", "127.1", "2130706433"]) {
      expect(urlFault(`http://${host}:3000/hook`, true)).toBeUndefined();
    }
    expect(urlFault("http://shop.example", true)).toBe("must begin with https://");
    expect(urlFault("https://10.0.0.1", true)).toBe(ADDRESS);
    expect(urlFault("ftp://localhost", true)).toBe("must begin with http");
  });
});
