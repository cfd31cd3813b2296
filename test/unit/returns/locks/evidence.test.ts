import { describe, expect, it } from "vitest";
import { compareEvidence } from "../../../../shared/operations/audit/evidence.ts";

/*
 * What the local S3 server cannot show, because it has no versions; all else is in
 * test/integration/returns/locks/tampering.test.ts.
 */
const SHA256 = "a".repeat(64);
const EXPORT = "acc/union-oss/2026-Q3/b.csv";
const nothing = { snapshots: new Map(), filings: new Map() };

const faultsOf = (key: string, versions: number) =>
  compareEvidence([], { ...nothing, files: [{ key, versions }] }).faults;

describe("a file under whose key something was stored or deleted again", () => {
  it.for([EXPORT, `acc/union-oss/2026-Q3/${SHA256}.snapshot.json`])("%s is named", (key) => {
    expect(faultsOf(key, 2)).toEqual([
      `${key} was stored or deleted 2 times, the service does it once`,
    ]);
    expect(faultsOf(key, 1)).toEqual([]);
  });
});

it("a seal names a lock that the table does not have, whatever became of its snapshot file", () => {
  expect(faultsOf(`acc/union-oss/2026-Q3/${SHA256}.seal.json`, 1)).toEqual([
    `a snapshot without its file: was locked with SHA-256 ${SHA256}, and the table has no such lock`,
  ]);
});
