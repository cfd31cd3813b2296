import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { accountOf, type LedgerId } from "../../../shared/core/ids.ts";
import { operateAccounts } from "../../../shared/operations/lifecycle/operate-accounts.ts";
import { call } from "../../stack/api.ts";
import { newPerson, newPractice } from "../../stack/people.ts";

type Locked = {
  readonly exports: readonly { readonly id: string; readonly format: string }[];
};
type Made = { readonly items: readonly { readonly account: LedgerId; readonly status: string }[] };

const HEADER =
  "name;reference;establishment_country;scheme_type;effective_from;vat_registration_number";
const FILE = `${HEADER}\nKaffe AB;1;SE;union_oss;2026-01-01;SE556000016701\nTe sp. z o.o.;2;PL;union_oss;2026-04-01;\nOst;3;;;;\n`;

it("clients of a file begin with seat, registration and stored number, and the file again changes nothing", async () => {
  const owner = await newPerson("owner");
  const { id } = await newPractice(owner);
  const path = `/v1/organisations/${id}/accounts/import`;
  const send = () => call<Made>(undefined, "POST", path, { csv: FILE }, owner.session);
  const made = await send();
  expect(made.status, made.text).toBe(200);
  const accounts = made.body.items.map(({ account }) => account);
  const read = async (at: string) =>
    Promise.all(
      accounts.map(
        async (account) => (await call(undefined, "GET", at, undefined, owner.at(account))).body,
      ),
    );
  const shown = async () => ({
    profiles: await read("/v1/account"),
    registrations: await read("/v1/tax-registrations"),
    numbers: await read("/v1/account/identifiers"),
  });
  const first = await shown();
  expect(first).toMatchObject({
    profiles: [
      { establishment_country: "SE" },
      { establishment_country: "PL" },
      { establishment_country: null },
    ],
    registrations: [
      { items: [{ scheme_type: "union_oss", member_state_identification: "SE" }] },
      { items: [{ effective_from: "2026-04-01" }] },
      { items: [] },
    ],
    numbers: [{ items: [{ number_masked: "SE**********01" }] }, { items: [] }, { items: [] }],
  });
  const again = await send();
  expect(again.body.items.map(({ status }) => status)).toEqual([
    "existing",
    "existing",
    "existing",
  ]);
  expect(await shown()).toEqual(first);
});

it("the papers of clients name them as the organisation does, or as their profile does", async () => {
  const owner = await newPerson("owner");
  const { id } = await newPractice(owner);
  const path = `/v1/organisations/${id}/accounts/import`;
  const { body } = await call<Made>(undefined, "POST", path, { csv: FILE }, owner.session);
  const [imported, other, bare] = body.items.map(({ account }) => account);
  if (!imported || !other || !bare) throw new Error("three clients were made");
  const at = (account: LedgerId) => owner.at(account);
  await call(undefined, "PUT", "/v1/account", { establishment_country: "DE" }, at(bare));
  const registration = { scheme_type: "union_oss", member_state_identification: "DE" };
  const active = { ...registration, effective_from: "2026-04-01", status: "active" };
  await call(undefined, "POST", "/v1/tax-registrations", active, at(bare));
  const headOf = async (account: LedgerId) => {
    const paper = "/v1/returns/union-oss/2026-Q2/accountant-report?format=html&language=de";
    const { text } = await call(undefined, "GET", paper, undefined, at(account));
    return /<div class="running"><span>([^<]*)/.exec(text)?.[1];
  };
  expect(await headOf(imported)).toBe("Kaffe AB (SE**********01)");
  expect(await headOf(other)).toBe("Te sp. z o.o.");
  expect(await headOf(bare)).toBe("Ost");
  const renamed = `/v1/organisations/${id}/accounts/${bare}`;
  await call(undefined, "PATCH", renamed, { name: "Ost & West" }, owner.session);
  expect(await headOf(bare)).toBe("Ost &amp; West");
  // The papers that a lock stores name it as well, and who has prepared the return.
  await call(undefined, "POST", "/v1/returns/union-oss/2026-Q2/prepared", {}, at(bare));
  const locks = "/v1/reports/locked-return-periods/union-oss";
  const lock = `${locks}?period=2026-Q2`;
  const locked = await call<Locked>(undefined, "POST", lock, undefined, at(bare));
  const paper = locked.body.exports.find(({ format }) => format === "xlsx");
  const link = `${locks}/exports/${paper?.id}?redirect=false`;
  const { body: found } = await call(undefined, "GET", link, undefined, at(bare));
  const workbook = await (await fetch(String(found["location"]))).arrayBuffer();
  const sheets = Object.values(unzipSync(new Uint8Array(workbook))).map((one) => strFromU8(one));
  expect(sheets.join("")).toContain("Ost &amp; West");
  expect(sheets.join("")).not.toContain("nobody has marked these figures");
  const named = { establishment_country: "DE", display_name: "Ost GmbH" };
  await call(undefined, "PUT", "/v1/account", named, at(bare));
  expect(await headOf(bare)).toBe("Ost GmbH");
});

it("a renamed client has its new name in the profile too, unless the account chose its own", async () => {
  const owner = await newPerson("owner");
  const { id } = await newPractice(owner);
  const path = `/v1/organisations/${id}/accounts`;
  const csv = "name;reference;establishment_country\nB\u00fccherwurm;1;DE\n";
  const made = await call<Made>(undefined, "POST", `${path}/import`, { csv }, owner.session);
  const account = made.body.items[0]?.account as LedgerId;
  const rename = (name: string) =>
    call(undefined, "PATCH", `${path}/${account}`, { name }, owner.session);
  const nameInProfile = async () =>
    (await call(undefined, "GET", "/v1/account", undefined, owner.at(account))).body[
      "display_name"
    ];
  for (const name of ["Leseratte", "Leseratte GmbH"]) {
    expect((await rename(name)).status).toBe(200);
    expect(await nameInProfile()).toBe(name);
  }
  const own = { establishment_country: "DE", display_name: "Lesefreude" };
  await call(undefined, "PUT", "/v1/account", own, owner.at(account));
  expect((await rename("Leseratte AG")).status).toBe(200);
  expect(await nameInProfile()).toBe("Lesefreude");
});

it("a suspended account of a client stays as it is", async () => {
  const owner = await newPerson("owner");
  const { id } = await newPractice(owner);
  const path = `/v1/organisations/${id}/accounts/import`;
  const send = (csv: string) => call<Made>(undefined, "POST", path, { csv }, owner.session);
  const made = await send("name;reference\nKaffe AB;1\n");
  const account = made.body.items[0]?.account as LedgerId;
  const operate = (action: "suspend" | "resume") =>
    operateAccounts({ action, account: accountOf(account) }, new Date());
  await operate("suspend");
  const line = "Kaffe AB;1;SE;union_oss;2026-01-01;SE556000016701";
  expect((await send(`${HEADER}\n${line}\n`)).status).toBe(200);
  await operate("resume");
  const shown = await call(undefined, "GET", "/v1/tax-registrations", undefined, owner.at(account));
  expect(shown.body["items"]).toEqual([]);
});

it("a file with one wrong line makes no client", async () => {
  const owner = await newPerson("owner");
  const { id } = await newPractice(owner);
  const csv = `${HEADER}\nKaffe AB;1;SE;union_oss;2026-01-01;\nTe;2;PL;union_oss;soon;\n`;
  const path = `/v1/organisations/${id}/accounts`;
  const { status, body } = await call(undefined, "POST", `${path}/import`, { csv }, owner.session);
  expect([status, body["details"]]).toEqual([
    400,
    [expect.objectContaining({ field: "csv.line_3.effective_from" })],
  ]);
  const list = await call<Made>(undefined, "GET", path, undefined, owner.session);
  expect(list.body.items).toHaveLength(1);
});
