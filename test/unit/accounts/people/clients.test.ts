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
  ["name,city\nKaffe,Malmö\n", "needs the column name, and may have reference"],
  ["reference\n1\n", "needs the column name, and may have reference"],
])("%j is refused: it %s", ([csv, message]) => {
  expect(errorOf(() => clientsIn(csv))).toMatchObject({
    code: "invalid_request",
    details: [{ field: "csv", message: expect.stringContaining(message) }],
  });
});

test("an empty reference is none, and may come twice", () => {
  const clients = clientsIn("name,reference\nKaffe,\nTe,\n").map(({ client }) => client);
  expect(clients).toEqual([{ name: "Kaffe" }, { name: "Te" }]);
});

test("a repeated reference is refused, with the line that has it first", () => {
  const csv = "name,reference\nKaffe,1\nTe,2\nMjölk,1\nOst,1\n";
  const message = "is that of line 2 too";
  expect(errorOf(() => clientsIn(csv)).details).toEqual([
    { field: "csv.line_4.reference", message },
    { field: "csv.line_5.reference", message },
  ]);
});

const HEADER =
  "name;establishment_country;scheme_type;member_state_identification;effective_from;vat_registration_number";

test("a line may have a seat and a registration, which is at the seat unless it says otherwise", () => {
  const csv = `${HEADER}\nKaffe;SE;union_oss;;2026-01-01;SE556000016701\nTe;US;ioss;IE;2026-02-01;IM3720000224\nOst;DE;;;;\n`;
  expect(clientsIn(csv).map(({ beginning }) => beginning)).toMatchObject([
    {
      profile: { establishment_country: "SE" },
      registration: {
        scheme_type: "union_oss",
        member_state_identification: "SE",
        effective_from: "2026-01-01",
        status: "active",
        vat_registration_number: "SE556000016701",
      },
    },
    {
      profile: { establishment_country: "US" },
      registration: { scheme_type: "ioss", member_state_identification: "IE" },
    },
    { profile: { establishment_country: "DE" }, registration: undefined },
  ]);
});

test("the first day of a registration may have the points of a German spreadsheet", () => {
  const [client] = clientsIn(`${HEADER}\nKaffe;SE;union_oss;;01.07.2026;\n`);
  expect(client?.beginning.registration?.effective_from).toBe("2026-07-01");
});

test.for<[line: string, field: string, message: string]>([
  ["Kaffe;XX;;;;", "establishment_country", ""],
  ["Kaffe;SE;union_oss;;1 January;", "effective_from", ""],
  ["Kaffe;SE;oss;;2026-01-01;", "scheme_type", ""],
  ["Kaffe;SE;union_oss;;;", "effective_from", "is needed for a registration"],
  ["Kaffe;SE;union_oss;;2026-01-01;PL5260001246", "vat_registration_number", "of SE"],
  ["Kaffe;;union_oss;;2026-01-01;", "member_state_identification", "required"],
  ["Kaffe;SE;;;2026-01-01;", "scheme_type", "required"],
])("the line %j is refused at %s", ([line, field, message]) => {
  expect(errorOf(() => clientsIn(`${HEADER}\n${line}\n`)).details).toEqual([
    { field: `csv.line_2.${field}`, message: expect.stringContaining(message) },
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
