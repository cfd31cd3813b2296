import { describe, expect, it } from "vitest";
import type { JournalRecord } from "../../../../shared/operations/journal/journal-record.ts";
import {
  compareTable,
  faultsOfReplay,
  hashOf,
  newReplay,
  replay,
} from "../../../../shared/operations/journal/replay.ts";

const PK = "CONSIGNMENT#a#1";
const AT = "2026-11-22T10:00:00.000Z";

/** Short enough to be read. */
const digest = (text: string) => text;

const item = (version: number) => ({
  pk: { S: PK },
  sk: { S: "CONSIGNMENT" },
  version: { N: String(version) },
});

const record = (seq: number, from: number | undefined, to: number | undefined): JournalRecord => ({
  seq: String(seq),
  op: from === undefined ? "INSERT" : to === undefined ? "REMOVE" : "MODIFY",
  at: AT,
  pk: PK,
  sk: "CONSIGNMENT",
  ...(from === undefined ? {} : { old: item(from) }),
  ...(to === undefined ? {} : { new: item(to) }),
});

type StreamChange = readonly [stream: string, change: JournalRecord];

function replayed(changes: readonly StreamChange[], restored = false) {
  const into = newReplay(restored);
  for (const [stream, change] of changes) {
    replay(into, change, { stream, key: `${change.seq}.ndjson` }, digest);
  }
  return into;
}

const faults = (changes: readonly StreamChange[], restored = false) =>
  faultsOfReplay(replayed(changes, restored));

const differences = (
  changes: readonly StreamChange[],
  version: number | undefined,
  restored = false,
) =>
  compareTable(
    replayed(changes, restored),
    version === undefined
      ? []
      : [{ pk: PK, sk: "CONSIGNMENT", hash: hashOf(item(version), digest), may_predate: false }],
    "2",
  ).map(({ what }) => what);

const ONE: StreamChange = ["1", record(1, undefined, 1)];
const TWO: StreamChange = ["1", record(2, 1, 2)];
const THREE: StreamChange = ["1", record(3, 2, 3)];

describe("the journal by itself", () => {
  it.for<[string, readonly StreamChange[], RegExp | undefined]>([
    ["whole", [ONE, TWO, THREE], undefined],
    ["a batch that came twice, and in parts", [ONE, TWO, ONE, TWO, TWO, THREE], undefined],
    ["without its beginning", [TWO, THREE], /lacks a change before 2$/],
    ["without its middle", [ONE, THREE], /lacks a change before 3$/],
    ["a change told otherwise", [ONE, TWO, ["1", record(2, 1, 9)]], /told twice, differently$/],
    ["an item that was removed", [ONE, ["1", record(2, 1, undefined)]], /was removed$/],
    ["a version that went down", [ONE, TWO, ["1", record(3, 2, 1)]], /version .* went down$/],
  ])("%s", ([, changes, fault]) => {
    if (fault) expect(faults(changes).join("\n")).toMatch(fault);
    else expect(faults(changes)).toEqual([]);
  });

  it("counts a change once", () => {
    expect(replayed([ONE, TWO, ONE, TWO]).changes).toBe(2);
  });
});

describe("the table compared with the replay", () => {
  it.for<[string, number | undefined, RegExp | undefined]>([
    ["as the journal leaves it", 2, undefined],
    ["as it was before", 1, /as it was before its stream began anew$/],
    ["as it never was", 7, /otherwise than the journal$/],
    ["gone", undefined, /the journal has it, the table does not$/],
  ])("%s", ([, version, difference]) => {
    const found = differences([ONE, TWO], version);
    if (difference) expect(found).toEqual([expect.stringMatching(difference)]);
    else expect(found).toEqual([]);
  });

  it("has nothing that the journal does not know", () => {
    expect(differences([], 1)).toEqual([expect.stringMatching(/the journal does not$/)]);
  });
});

describe("a table that was restored", () => {
  it("may have again what it had, and go on from there", () => {
    expect(differences([ONE, TWO], 1, true)).toEqual([]);
    const on: StreamChange = ["2", record(1, 1, 2)];
    expect(faults([ONE, TWO, THREE, on], true)).toEqual([]);
    expect(faults([ONE, TWO, THREE, on], false).join()).toMatch(/lacks a change before 1/);
  });

  it("has nothing that it never had", () => {
    expect(differences([ONE, TWO], 7, true)).toHaveLength(1);
    expect(faults([ONE, TWO, ["2", record(1, 7, 8)]], true)).toHaveLength(1);
  });
});
