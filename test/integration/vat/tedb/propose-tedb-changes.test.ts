import { expect, test } from "vitest";
import { runCommand } from "../../../stack/run-stack.ts";
import { eachNth } from "../../../stack/soak.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { EMPTY_404, startTedb } from "./tedb-server.ts";

const folder = temporaryFolder();

async function propose(flags: string[], serve?: Parameters<typeof startTedb>[0]) {
  const tedb = await startTedb(serve);
  try {
    return await runCommand("scripts/reference-data/tedb/propose-tedb-changes.ts", flags, folder, {
      TEDB_URL: tedb.url,
    });
  } finally {
    await tedb.close();
  }
}

test("of 999 rates, 63 differ on the day of the capture, each with its reason, and no standard rate", async () => {
  const { code, stdout } = await propose(["--on", "2025-08-26"]);
  const lines = stdout.trim().split("\n");
  expect(code).toBe(0);
  // No standard rate differs: the Canary Islands' row of Spain is no standard rate of Spain.
  expect(lines.filter((line) => line.startsWith("ALERT"))).toEqual([]);
  expect(lines.filter((line) => line.includes("; reviewed: "))).toHaveLength(63);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^FR water_supply: kept 550, TEDB 1000, rate_differs.*; reviewed: Drinking water/,
    ),
  );
  expect(lines.at(-1)).toBe(
    "63 differences in 27 Member States on 2025-08-26: 63 have a reason, 0 to review",
  );
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

const BAD_ANSWERS: readonly (readonly [
  string,
  Parameters<typeof startTedb>[0],
  message: string,
])[] = [
  [
    "half an answer",
    (xml: string) => xml.slice(0, xml.length / 2),
    "DE: the answer is not whole XML",
  ],
  ["no body", () => EMPTY_404, "DE: TEDB answers 404 without a body"],
];

test.for(eachNth(2, BAD_ANSWERS))("%s proposes nothing", async ([, spoil, message]) => {
  const { code, stdout, stderr } = await propose(["--country", "DE"], spoil);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(message);
});
