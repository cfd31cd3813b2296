import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "../../../stack/api.ts";
import { FILE_NAMES, type File, type FileName, fileOf, linesOf, sellerIn } from "./download.ts";
import { correctionsOnly, type Event, excluded, type Home, PERIOD, rich } from "./quarters.ts";

const FRANCE: Home = { country: "FR", rate_bps: 2000 };
const DENMARK: Home = { country: "DK", rate_bps: 2500 };

const CASES: readonly [name: string, home: Home, events: readonly Event[]][] = [
  ["rich-eur", FRANCE, rich(FRANCE)],
  ["rich-dkk", DENMARK, rich(DENMARK)],
  ["corrections-only", FRANCE, correctionsOnly(FRANCE)],
  ["nil", FRANCE, []],
  ["all-excluded", FRANCE, excluded(FRANCE)],
];

const began = new Date().toISOString();

/** The one thing in a file that differs from run to run, put to a fixed instant. */
function atFixedInstant(text: string, name: FileName): string {
  const given = name.endsWith(".csv")
    ? new Set(linesOf(text).map((line) => line["generated_at"] as string))
    : new Set([JSON.parse(text).manifest.generated_at as string]);
  expect(given.size).toBe(1);
  const [instant = ""] = given;
  expect(instant).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const instants = [began, instant, new Date().toISOString()];
  expect(instants).toEqual(instants.toSorted());
  return text.replaceAll(instant, "2024-07-10T09:00:00.000Z");
}

describe.for(CASES)("the files of the quarter %s", ([quarter, home, events]) => {
  let seller: Account;
  const files = new Map<FileName, File>();

  beforeAll(async () => {
    seller = await sellerIn(home, events);
    for (const name of FILE_NAMES) files.set(name, await fileOf(seller, name, PERIOD));
  });

  const file = (name: FileName): File => files.get(name) as File;

  it.for(FILE_NAMES)("%s is what it was, byte for byte", async (name) => {
    const { text } = file(name);
    // Vitest forgives a golden file of CRLF when the text has none.
    expect(text.includes("\r\n")).toBe(name.endsWith(".csv"));
    const golden = `../../../golden/${quarter}-${name}`;
    await expect(atFixedInstant(text, name)).toMatchFileSnapshot(golden);
  });

  it.for(FILE_NAMES)("%s has a speaking name and its type", (name) => {
    const { type, disposition } = file(name);
    expect(disposition).toBe(`attachment; filename="union-oss-${home.country}-${PERIOD}-${name}"`);
    expect(type).toBe(
      name.endsWith(".csv") ? "text/csv; charset=utf-8; header=present" : "application/json",
    );
  });
});
