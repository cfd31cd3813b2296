import { expect, it } from "vitest";
import { deviceOf } from "../../../../shared/accounts/people/device.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.for([
  ["Firefox, Windows", "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0"],
  ["Chrome, Linux", `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`],
  [
    "Edge, Windows",
    `Mozilla/5.0 (Windows NT 10.0; Win64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
  ],
  ["Opera, macOS", `Mozilla/5.0 (Macintosh) ${WEBKIT} Chrome/140.0 Safari/537.36 OPR/121.0`],
  [
    "Safari, iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1",
  ],
  ["Safari, macOS", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.6 Safari/605.1.15"],
  [
    "Samsung Internet, Android",
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
  ],
  ["Windows", "a program on Windows"],
  [undefined, "curl/8.5.0"],
  [undefined, ""],
  [undefined, "<script>alert(1)</script>"],
] as const)("the device is %s", ([device, userAgent]) => {
  expect(deviceOf(userAgent)).toBe(device);
});
