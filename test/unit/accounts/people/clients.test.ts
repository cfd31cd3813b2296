import { expect, test } from "vitest";
import { clientsIn, newClient } from "../../../../shared/accounts/people/clients.ts";
import { errorOf } from "../../../make/refusal.ts";

const lines = (count: number): string =>
  ["name,reference", ...Array.from({ length: count }, (_, n) => `Client ${n},${n}`)].join("\n");

test("a file of clients has five hundred lines at most", () => {
  expect(clientsIn(lines(500))).toHaveLength(500);
  expect(errorOf(() => clientsIn(lines(501))).message).toContain("has more than 500 lines");
});

test.for<[csv: string, message: string]>([
  ["name,reference\n", "has no line below its header"],
  ["name,city\nKaffe,Malmö\n", "needs the columns `name` and `reference`"],
  ["reference\n1\n", "needs the columns `name` and `reference`"],
])("%j is refused: it %s", ([csv, message]) => {
  expect(errorOf(() => clientsIn(csv))).toMatchObject({
    code: "invalid_request",
    details: [{ field: "csv", message: expect.stringContaining(message) }],
  });
});

test("an empty reference is none, and may come twice", () => {
  expect(clientsIn("name,reference\nKaffe,\nTe,\n")).toEqual([{ name: "Kaffe" }, { name: "Te" }]);
});

test("a repeated reference is refused, with the line that has it first", () => {
  const csv = "name,reference\nKaffe,1\nTe,2\nMjölk,1\nOst,1\n";
  const message = "is that of line 2 too";
  expect(errorOf(() => clientsIn(csv)).details).toEqual([
    { field: "csv.line_4.reference", message },
    { field: "csv.line_5.reference", message },
  ]);
});

test("an account of a client has its reference, if the client has one", () => {
  const by = { person: "pe_1", now: new Date("2026-11-27T10:00:00.000Z") };
  const made = [{ name: "Kaffe" }, { name: "Te", reference: "2" }].map((one) =>
    newClient("or_0123456789abcdef", one, by),
  );
  expect(made.map((one) => Object.keys(one))).toEqual([
    ["account", "name", "created_at", "created_by"],
    ["account", "name", "reference", "created_at", "created_by"],
  ]);
});
