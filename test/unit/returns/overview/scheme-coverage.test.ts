import { expect, test } from "vitest";
import { unresolvedOverlaps } from "../../../../shared/returns/overview/quarter-readiness.ts";
import type { Registration } from "../../../../shared/vat/seller/registration.ts";
import { makeRegistration } from "../../../make/registration.ts";

const row = (id: number, more: object = {}) => makeRegistration({ id, ...more });

test.for<[string, readonly Registration[], number[]]>([
  ["nothing", [], []],
  ["one row", [row(1)], []],
  ["the same row twice", [row(2), row(1)], [1, 2]],
  ["an excluded duplicate", [row(1), row(2, { status: "excluded" })], []],
  ["an ended duplicate", [row(1), row(2, { status: "ended", effective_to: "2025-01-01" })], []],
  ["a pending duplicate", [row(1), row(2, { status: "pending" })], [1, 2]],
  ["two pending ones", [row(1, { status: "pending" }), row(2, { status: "pending" })], []],
  [
    "one that ends on the day another begins",
    [row(1, { effective_to: "2025-01-01" }), row(2, { effective_from: "2025-01-01" })],
    [1, 2],
  ],
  [
    "one that ends on the day before",
    [row(1, { effective_to: "2024-12-31" }), row(2, { effective_from: "2025-01-01" })],
    [],
  ],
  ["rows of two schemes", [row(1), row(2, { scheme_type: "ioss" })], []],
  [
    "three, of which two overlap",
    [row(1), row(2), row(3, { effective_from: "2020-01-01", effective_to: "2020-12-31" })],
    [1, 2],
  ],
])("unresolved overlaps of %s", ([, rows, ids]) => {
  expect(unresolvedOverlaps(rows, "union_oss")).toEqual(ids);
});
