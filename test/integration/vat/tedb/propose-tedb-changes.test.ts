import { expect, test } from "vitest";
import { runCommand } from "../../../stack/run-stack.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { startTedb } from "./tedb-server.ts";

const folder = temporaryFolder();

async function propose(flags: string[], spoil?: (xml: string) => string) {
  const tedb = await startTedb(spoil);
  try {
    return await runCommand("scripts/reference-data/tedb/propose-tedb-changes.ts", flags, folder, {
      TEDB_URL: tedb.url,
    });
  } finally {
    await tedb.close();
  }
}

test("of 999 rates, 63 are for review on the day of the capture, and no standard rate", async () => {
  const { code, stdout } = await propose(["--on", "2025-08-26"]);
  const lines = stdout.trim().split("\n");
  expect(code).toBe(0);
  // No standard rate differs: the Canary Islands' row of Spain is no standard rate of Spain.
  expect(lines.filter((line) => line.startsWith("ALERT"))).toEqual([]);
  expect(lines.filter((line) => line.includes("unknown category"))).toEqual([]);
  expect(lines).toContainEqual(
    expect.stringMatching(/^FR water_supply: kept 550, TEDB 1000, rate_differs/),
  );
  expect(lines.at(-1)).toBe("63 differences to review in 27 Member States on 2025-08-26");
});

test("a standard rate that differs is an alert", async () => {
  const spoil = (xml: string) =>
    xml.replaceAll(
      "<ns1:type>DEFAULT</ns1:type><ns1:value>19.0",
      "<ns1:type>DEFAULT</ns1:type><ns1:value>20.0",
    );
  const { stdout } = await propose(["--on", "2025-08-26", "--country", "DE"], spoil);
  expect(stdout).toContain("ALERT DE standard: kept 1900, TEDB 2000, standard_rate_differs");
});

test("a category that nobody knows is told", async () => {
  const spoil = (xml: string) => xml.replaceAll("FOODSTUFFS", "FOOD_2027");
  const { stdout } = await propose(["--on", "2025-08-26", "--country", "DE"], spoil);
  expect(stdout).toContain("DE unknown category FOOD_2027");
});

test.for([
  [
    "half an answer",
    (xml: string) => xml.slice(0, xml.length / 2),
    "TEDB did not answer with whole XML",
  ],
  [
    "another document",
    () => "<html><body>down for maintenance</body></html>",
    "TEDB answered in an unknown form",
  ],
  [
    "an unknown rate type",
    (xml: string) => xml.replace("REDUCED_RATE", "NEW_RATE"),
    "TEDB answered in an unknown form",
  ],
  [
    "a rate that is no number",
    (xml: string) => xml.replace(">19.0<", ">nineteen<"),
    "TEDB answered in an unknown form",
  ],
  [
    "a fault",
    () =>
      "<e:Envelope xmlns:e='x'><e:Body><e:Fault><faultstring>TEDB-ERR-2</faultstring></e:Fault></e:Body></e:Envelope>",
    "TEDB refused the request: TEDB-ERR-2",
  ],
] as const)("%s proposes nothing", async ([, spoil, message]) => {
  const { code, stdout, stderr } = await propose(["--country", "DE"], spoil);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(message);
});

test.for([[["--country", "GR"]], [["--country", "XX"]], [["--on", "yesterday"]], [["--apply"]]])(
  "%j is no use of it",
  async ([flags]) => {
    const { code, stderr } = await propose(flags as string[]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^usage: /)]);
  },
);
