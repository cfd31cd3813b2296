import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, test } from "vitest";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { dynamo, tableName } from "../../../../shared/platform/dynamodb/client.ts";
import { registrationsKey } from "../../../../shared/platform/table/keys.ts";
import type { Registration } from "../../../../shared/vat/seller/registration.ts";
import type { RegistrationList } from "../../../../shared/vat/seller/registration-schema.ts";
import { MALFORMED_NEW, MALFORMED_PATCH } from "../../../make/malformed-bodies.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { eachNth, soaking } from "../../../stack/soak.ts";
import { testsInTurn } from "../../../stack/tests-in-turn.ts";

const { itInTurn } = testsInTurn(import.meta.url);

const PATH = "/v1/tax-registrations";
const UNION = {
  scheme_type: "union_oss",
  member_state_identification: "DE",
  effective_from: "2024-01-01",
  status: "active",
};

const UNWARNED = { vat_registration_number_warning: null };

let seller: Account;
beforeEach(async () => {
  seller = await newAccount("registrations");
});

const post = (body: object) => call<Registration>(seller.full, "POST", PATH, body);
const patch = (id: number | string, body: unknown) =>
  call<Registration>(seller.full, "PATCH", `${PATH}/${id}`, body);
const list = async (query = "") =>
  (await call<RegistrationList>(seller.readOnly, "GET", `${PATH}${query}`)).body;

async function created(body: object): Promise<Registration> {
  const { status, body: registration } = await post(body);
  expect(status).toBe(201);
  return registration;
}

async function storedItem(account: LedgerId) {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: registrationsKey(account),
      ConsistentRead: true,
    }),
  );
  return Item;
}

describe("POST", () => {
  it("answers 201 with the registration, unset fields of the specification absent", async () => {
    expect(await created(UNION)).toEqual({ id: 1, ...UNION, ...UNWARNED });
    expect((await list()).items).toEqual([{ id: 1, ...UNION, ...UNWARNED }]);
  });

  it("takes a number whose check digits are wrong, and says so until it is put right", async () => {
    const slip = await created({ ...UNION, vat_registration_number: "DE811907981" });
    const warned = { vat_registration_number_warning: "check_digits_wrong" };
    expect(slip).toMatchObject(warned);
    expect((await list()).items).toMatchObject([warned]);
    const { body } = await patch(slip.id, { vat_registration_number: "DE811907980" });
    expect(body).toEqual({
      id: 1,
      ...UNION,
      vat_registration_number_masked: "DE*******80",
      ...UNWARNED,
    });
  });

  it("numbers per account", async () => {
    await created(UNION);
    const { id } = await created({ ...UNION, scheme_type: "ioss" });
    expect(id).toBe(2);
    seller = await newAccount("other");
    expect((await created(UNION)).id).toBe(1);
  });

  it("keeps no whole identifier anywhere", async () => {
    const numbers = {
      vat_registration_number: "IM2761234561",
      ioss_intermediary_number: "in 276 7654321",
    };
    const registration = await created({
      ...UNION,
      ...numbers,
      scheme_type: "ioss",
      ioss_intermediary_name: "Einfuhr GmbH",
    });
    expect(registration).toMatchObject({
      vat_registration_number_masked: "IM276*****61",
      ioss_intermediary_name: "Einfuhr GmbH",
      ioss_intermediary_number_masked: "IN276*****21",
    });
    const stored = JSON.stringify(await storedItem(seller.account));
    expect(stored).toContain("IM276*****61");
    for (const text of [stored, JSON.stringify(registration), JSON.stringify(await list())]) {
      expect(text).not.toMatch(/12345|76543/);
    }
  });

  test.for([
    [
      "XI goods",
      { member_state_identification: "XI", vat_registration_number: "XI123456789" },
      "XI",
    ],
    ["XI imports", { scheme_type: "ioss", member_state_identification: "XI" }, "XI"],
    [
      "Greece as GR",
      { member_state_identification: "GR", vat_registration_number: "GR123456789" },
      "EL",
    ],
    [
      "Greece as EL",
      { member_state_identification: "EL", vat_registration_number: "EL123456789" },
      "EL",
    ],
    ["before the schemes began", { effective_from: "2020-01-01" }, "DE"],
    ["ended", { status: "ended", effective_to: "2024-01-01" }, "DE"],
    ["pending", { status: "pending", effective_from: "2099-01-01" }, "DE"],
  ] as const)("takes %s", async ([, fields, state]) => {
    const { member_state_identification } = await created({ ...UNION, ...fields });
    expect(member_state_identification).toBe(state);
  });

  test.for(eachNth(4, MALFORMED_NEW))("400 and nothing written: %s", async ([, body, fields]) => {
    const refused = await call<Refusal>(seller.full, "POST", PATH, JSON.stringify(body));
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe("invalid_request");
    expect(fieldsOf(refused.body)).toEqual([...fields].sort());
    expect(await storedItem(seller.account)).toBeUndefined();
  });

  test.for(["", "{", "union_oss", '{"scheme_type":}'])("400 invalid_json: %j", async (body) => {
    const refused = await call<Refusal>(seller.full, "POST", PATH, body);
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_json" } });
  });
});

type Refusal = {
  error: string;
  message: string;
  request_id: string;
  details?: { field: string; message: string }[];
};

const fieldsOf = ({ details = [] }: Refusal) =>
  [...new Set(details.map(({ field }) => field))].sort();

describe("overlap", () => {
  it("tells a program that runs again that the registration is there already", async () => {
    const { id } = await created(UNION);
    expect(await post(UNION)).toMatchObject({
      status: 409,
      body: {
        error: "registration_overlap",
        message: `this registration is there already, with the id ${id}`,
      },
    });
  });

  it("is 409 and names the row in the way, unless it is excluded", async () => {
    const { id } = await created(UNION);
    const refused = await post({ ...UNION, effective_from: "2025-01-01" });
    expect(refused).toMatchObject({ status: 409, body: { error: "registration_overlap" } });
    expect((refused.body as unknown as Refusal).message).toContain(`registration ${id}`);

    await created({ ...UNION, status: "excluded" });
    await created({ ...UNION, scheme_type: "ioss" });
    await created({ ...UNION, effective_from: "2020-01-01", effective_to: "2023-12-31" });
    const shared = { ...UNION, effective_from: "2019-01-01", effective_to: "2020-01-01" };
    expect((await post(shared)).status).toBe(409);
  });

  itInTurn("loses no registration of many written at once", async () => {
    const years = Array.from({ length: soaking ? 16 : 5 }, (_, n) => 2001 + n);
    const answers = await Promise.all(
      years.map((year) =>
        post({ ...UNION, effective_from: `${year}-01-01`, effective_to: `${year}-12-31` }),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
    const { items } = await list();
    expect(items.map(({ id }) => id).sort()).toEqual(accepted.map(({ body }) => body.id).sort());
    expect(items).toHaveLength(accepted.length);
  });
});

describe("PATCH", () => {
  it("keeps what is omitted and clears what is empty", async () => {
    const { id } = await created({
      ...UNION,
      scheme_type: "ioss",
      vat_registration_number: "IM2761234561",
      ioss_intermediary_name: "Einfuhr GmbH",
      ioss_intermediary_number: "IN2767654321",
    });
    const steps = [
      [{}, {}],
      [{ scheme_type: "ioss" }, {}],
      [
        { status: "ended", effective_to: "2024-12-31" },
        { status: "ended", effective_to: "2024-12-31" },
      ],
      [{ effective_to: "2025-12-31" }, { effective_to: "2025-12-31" }],
      [
        { status: "active", effective_to: "" },
        { status: "active", effective_to: undefined },
      ],
      [{ ioss_intermediary_name: "" }, { ioss_intermediary_name: undefined }],
      [
        { vat_registration_number: "IM2760000088" },
        { vat_registration_number_masked: "IM276*****88" },
      ],
      [{ vat_registration_number_masked: "" }, { vat_registration_number_masked: undefined }],
      [{ ioss_intermediary_number: "" }, { ioss_intermediary_number_masked: undefined }],
      [{ member_state_identification: "IE" }, { member_state_identification: "IE" }],
      [
        { vat_registration_number_masked: "IM372***9" },
        { vat_registration_number_masked: "IM372***9" },
      ],
    ] as const;
    let expected: object = (await list()).items[0] ?? {};
    for (const [fields, change] of steps) {
      expected = JSON.parse(JSON.stringify({ ...expected, ...change }));
      expect(await patch(id, fields)).toMatchObject({ status: 200, body: expected });
      expect((await list()).items).toEqual([expected]);
    }
  });

  test.for(eachNth(4, MALFORMED_PATCH))("400 and nothing written: %s", async ([, body, fields]) => {
    const { id } = await created({ ...UNION, vat_registration_number: "DE811907980" });
    const before = await storedItem(seller.account);
    const refused = await call<Refusal>(seller.full, "PATCH", `${PATH}/${id}`, body);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe("invalid_request");
    expect(fieldsOf(refused.body)).toEqual([...fields].sort());
    expect(await storedItem(seller.account)).toEqual(before);
  });

  it("cannot make windows overlap", async () => {
    await created({ ...UNION, effective_to: "2024-12-31", status: "ended" });
    const { id } = await created({ ...UNION, effective_from: "2025-01-01" });
    const refused = await patch(id, { effective_from: "2024-12-31" });
    expect(refused).toMatchObject({ status: 409, body: { error: "registration_overlap" } });
    expect((await patch(1, { effective_to: "", status: "active" })).status).toBe(409);
    expect((await patch(1, { status: "excluded", effective_to: "" })).status).toBe(200);
    expect((await patch(id, { effective_from: "2024-12-31" })).status).toBe(200);
  });

  it("answers for another account's id as for an unknown one", async () => {
    const { id } = await created(UNION);
    const stranger = await newAccount("stranger");
    const answers = await Promise.all(
      [id, 4711, 0, -1, "1.0", "01", "one", "9".repeat(40), "%00"].map((path) =>
        call<Refusal>(stranger.full, "PATCH", `${PATH}/${path}`, { status: "excluded" }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect({ ...body, request_id: "" }).toEqual({ ...answers[0]?.body, request_id: "" });
    }
    expect((await list()).items).toEqual([{ id, ...UNION, ...UNWARNED }]);
  });

  it("finds faults in the body before it looks for the registration", async () => {
    expect((await patch(4711, { status: "closed" })).status).toBe(400);
  });
});

describe("GET", () => {
  it("is empty at first", async () => {
    expect(await list()).toEqual({ items: [], next_cursor: null });
  });

  it("puts the most recent window first, in pages", async () => {
    for (const year of [2021, 2023, 2022]) {
      const window = { effective_from: `${year}-07-01`, effective_to: `${year + 1}-06-30` };
      await created({ ...UNION, ...window });
    }
    await created({ ...UNION, effective_from: "2022-07-01", status: "excluded" });
    expect((await list()).items.map(({ id }) => id)).toEqual([2, 4, 3, 1]);

    const first = await list("?limit=3");
    expect(first.items.map(({ id }) => id)).toEqual([2, 4, 3]);
    const rest = await list(`?limit=3&cursor=${first.next_cursor}`);
    expect(rest).toMatchObject({ items: [{ id: 1 }], next_cursor: null });
  });

  test.for(["?limit=0", "?limit=201", "?limit=x", "?cursor=x", "?page=2"])(
    "400: %s",
    async (query) => {
      const refused = await call<Refusal>(seller.full, "GET", `${PATH}${query}`);
      expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
      expect(fieldsOf(refused.body)).toEqual([query.slice(1).split("=")[0]]);
    },
  );
});

describe("keys", () => {
  it("a read-only key reads and does not write", async () => {
    expect((await call(seller.readOnly, "GET", PATH)).status).toBe(200);
    for (const body of [UNION, {}]) {
      const refused = await call(seller.readOnly, "POST", PATH, body);
      expect(refused).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
      const patched = await call(seller.readOnly, "PATCH", `${PATH}/1`, body);
      expect(patched).toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
    }
    expect(await storedItem(seller.account)).toBeUndefined();
  });

  it("a request without a key gets no data", async () => {
    for (const [method, path] of [
      ["GET", PATH],
      ["POST", PATH],
      ["PATCH", `${PATH}/1`],
    ] as const) {
      const refused = await call(undefined, method, path, method === "GET" ? undefined : {});
      expect(refused).toMatchObject({ status: 401, body: { error: "missing_api_key" } });
    }
  });
});
