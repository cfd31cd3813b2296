import { expect, it } from "vitest";
import { steady } from "../../../scripts/openapi/recording/steady.ts";

const recording = (digit: string) => ({
  request_id: `${digit.repeat(8)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`,
  transaction_id: `txn_${digit.repeat(26)}`,
  again: `txn_${digit.repeat(26)}`,
  other: `txn_${digit.repeat(25)}z`,
  locked_by: digit.repeat(16),
  snapshot: { sha256: digit.repeat(64), previous_sha256: null },
  next: { sha256: `${digit.repeat(63)}a`, previous_sha256: digit.repeat(64) },
  file: { sha256: "f".repeat(64), size_bytes: 7 },
  paper: {
    id: `ioss.2026-05.working_paper.xlsx.${digit.repeat(16)}`,
    kind: "working_paper",
    format: "xlsx",
    size_bytes: Number(digit.repeat(5)),
    sha256: digit.repeat(64),
  },
});

it("makes two recordings of the same the same", () => {
  expect(steady(recording("1"))).toEqual(steady(recording("2")));
});

it("keeps ids that are alike alike, and others apart", () => {
  const { transaction_id, again, other, snapshot, next } = steady(recording("1"));
  expect(again).toBe(transaction_id);
  expect(next.previous_sha256).toBe(snapshot.sha256);
  expect(other).not.toBe(transaction_id);
});

it("keeps the forms", () => {
  const { request_id, transaction_id, locked_by, snapshot } = steady(recording("1"));
  expect(request_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(transaction_id).toMatch(/^txn_[0-9a-z]{26}$/);
  expect(locked_by).toMatch(/^[0-9a-f]{16}$/);
  expect(snapshot.sha256).toMatch(/^[0-9a-f]{64}$/);
});

it("keeps the id of a workbook the beginning of its hash", () => {
  const { paper } = steady(recording("1"));
  expect(paper.id).toBe(`ioss.2026-05.working_paper.xlsx.${paper.sha256.slice(0, 16)}`);
});

it("leaves what is computed", () => {
  expect(steady(recording("1")).file).toEqual(recording("2").file);
});
