import { strFromU8, unzipSync } from "fflate";
import { expect, it, vi } from "vitest";
import {
  acceptInvitation,
  createClients,
  invite,
} from "../../../shared/accounts/people/manage-organisations.ts";
import { sha256Of } from "../../../shared/core/hash.ts";
import type { AccountId, LedgerId } from "../../../shared/core/ids.ts";
import { batchPut } from "../../../shared/platform/dynamodb/client.ts";
import { organisationAccountKey } from "../../../shared/platform/table/people.ts";
import type { LockedPeriodDetail } from "../../../shared/returns/locks/schema.ts";
import { call } from "../../stack/api.ts";
import { newPerson, newPractice } from "../../stack/people.ts";

const LOCKS = "/v1/reports/locked-return-periods/union-oss";
const REGISTRATION = {
  scheme_type: "union_oss",
  member_state_identification: "SE",
  effective_from: "2026-01-01",
  status: "active",
};

type Job = {
  readonly id: string;
  readonly state: string;
  readonly file: { readonly file_name: string; readonly size_bytes: number } | null;
  readonly results: readonly {
    readonly result: string;
    readonly error: string | null;
    readonly message: string | null;
  }[];
};

/** Stores a thousand clients whose ids sort before those of the practice. */
const putClientsBefore = (organisation: string): Promise<void> =>
  batchPut(
    Array.from({ length: 1_000 }, (_, n) => {
      const account = `-${n}` as AccountId;
      const made = { created_at: "2026-11-29T00:00:00.000Z", created_by: "test" };
      return { ...organisationAccountKey(organisation, account), account, name: "Else", ...made };
    }),
  );

const NEEDS_APPROVER =
  "the number in full needs the role approver / die volle Nummer braucht die Rolle Prüfer";

it("puts the stored files of locked returns into one ZIP, for the person who requested it", async () => {
  const owner = await newPerson("owner");
  const { id, account } = await newPractice(owner);
  const by = { person: owner.id, now: new Date() };
  const [named] = await createClients(id, [{ name: "../Ümlaut: GmbH/..", reference: "7" }], by);
  const other = String(named?.client.account);
  await putClientsBefore(id);
  const viewer = await newPerson("viewer");
  const { token } = await invite(id, { role: "viewer" }, by);
  await acceptInvitation(token, { person: viewer.id, now: by.now });
  const locks: LockedPeriodDetail[] = [];
  for (const one of [account, other]) {
    const at = owner.at(one as LedgerId);
    await call(undefined, "POST", "/v1/tax-registrations", REGISTRATION, at);
    const path = `${LOCKS}?period=2026-Q1`;
    const locked = await call<LockedPeriodDetail>(undefined, "POST", path, undefined, at);
    expect(locked.status, locked.text).toBe(201);
    locks.push(locked.body);
  }
  const jobs = `/v1/organisations/${id}/bulk-jobs`;
  const returns = [account, other].flatMap((one) =>
    ["2026-Q1", "2026-Q2"].map((period_key) => ({
      account: one,
      scheme_type: "union_oss",
      period_key,
    })),
  );
  const body = { action: "download", returns };
  const made = await call<Job>(undefined, "POST", jobs, body, viewer.session);
  expect(made.status, made.text).toBe(202);
  const job = async () =>
    (await call<Job>(undefined, "GET", `${jobs}/${made.body.id}`, undefined, viewer.session)).body;
  await vi.waitUntil(async () => (await job()).state === "ended", { timeout: 30_000 });
  const { results, file } = await job();
  expect(results.map(({ result, error }) => error ?? result)).toEqual([
    "done",
    "period_not_locked",
    "done",
    "period_not_locked",
  ]);
  const link = `${jobs}/${made.body.id}/file?redirect=false`;
  const found = await call<{ location: string }>(undefined, "GET", link, undefined, viewer.session);
  expect(found.status).toBe(200);
  const bytes = new Uint8Array(await (await fetch(found.body.location)).arrayBuffer());
  expect(bytes.length).toBe(file?.size_bytes);
  const files = unzipSync(bytes);
  const folders = new Set(Object.keys(files).map((name) => name.split("/").slice(0, -1).join("/")));
  expect([...folders].filter(Boolean)).toEqual([
    `Client ${account}/union_oss-2026-Q1-1`,
    "_Ümlaut_ GmbH_.. 7/union_oss-2026-Q1-1",
  ]);
  const hashes = Object.values(files).map((content) => sha256Of(Buffer.from(content)));
  const stored = locks.flatMap(({ exports }) => exports.map(({ sha256 }) => sha256));
  expect(hashes).toEqual(expect.arrayContaining(stored));
  const names = Object.keys(files).map((name) => name.split("/").at(-1) ?? "");
  expect(names.filter((name) => name.startsWith("entry-sheet-"))).toHaveLength(2);
  expect(names.filter((name) => name.includes("se_oss001"))).toEqual([]);
  expect(hashes).toHaveLength(stored.length + 2 + 1);
  // Without a byte order mark spreadsheets show "Währung" and the names of clients in another encoding.
  const read = Object.entries(files).filter(([name]) =>
    /(entry-sheet|not-included).*csv$/.test(name),
  );
  expect(read.map(([, bytes]) => [...bytes.slice(0, 3)])).toEqual(
    Array.from({ length: 3 }, () => [0xef, 0xbb, 0xbf]),
  );
  // A viewer gets no number in full, and is told so.
  const lists = Object.entries(files).filter(([name]) => name === "not-included.csv");
  expect(lists.map(([, content]) => strFromU8(content).split("\r\n").slice(1, 3))).toEqual([
    [...folders].filter(Boolean).map((folder) => `${folder},se_oss001: ${NEEDS_APPROVER}`),
  ]);
  expect(results.map(({ message }) => message)).toEqual([
    `se_oss001: ${NEEDS_APPROVER}`,
    expect.stringContaining("is not locked"),
    `se_oss001: ${NEEDS_APPROVER}`,
    expect.stringContaining("is not locked"),
  ]);
  const [csv] = Object.keys(files).filter((name) => name.endsWith(".csv"));
  expect(strFromU8(files[csv ?? ""] ?? new Uint8Array())).toContain("2026-Q1");
  const ofOwner = await call(undefined, "GET", link, undefined, owner.session);
  expect(ofOwner.status).toBe(404);
  const many = Array.from({ length: 101 }, (_, n) => ({ ...returns[0], registration_id: n + 1 }));
  const tooMany = await call(undefined, "POST", jobs, { ...body, returns: many }, viewer.session);
  expect(tooMany.status).toBe(400);
});

it("a portal file in the ZIP names the client as its papers do, and the job says what its list says", async () => {
  const owner = await newPerson("owner");
  const { id } = await newPractice(owner);
  const by = { person: owner.id, now: new Date() };
  const [made] = await createClients(id, [{ name: "Exportadora".repeat(12) }], by);
  const account = String(made?.client.account);
  const at = owner.at(account as LedgerId);
  const send = (method: "PUT" | "POST", path: string, body?: object) =>
    call(undefined, method, path, body, at);
  await send("PUT", "/v1/account", { establishment_country: "ES" });
  const registration = { ...REGISTRATION, member_state_identification: "ES" };
  await send("POST", "/v1/tax-registrations", registration);
  const items = [{ registration_id: 1, number: "ESB12345674" }];
  await send("PUT", "/v1/account/identifiers", { items });
  await send("POST", `${LOCKS}?period=2026-Q1`);
  const jobs = `/v1/organisations/${id}/bulk-jobs`;
  const returns = [{ account, scheme_type: "union_oss", period_key: "2026-Q1" }];
  const download = async () => {
    const body = { action: "download", returns };
    const job = await call<Job>(undefined, "POST", jobs, body, owner.session);
    const path = `${jobs}/${job.body.id}`;
    const read = async () =>
      (await call<Job>(undefined, "GET", path, undefined, owner.session)).body;
    await vi.waitUntil(async () => (await read()).state === "ended", { timeout: 30_000 });
    const link = `${path}/file?redirect=false`;
    const found = await call<{ location: string }>(
      undefined,
      "GET",
      link,
      undefined,
      owner.session,
    );
    const bytes = await (await fetch(found.body.location)).arrayBuffer();
    const files = unzipSync(new Uint8Array(bytes));
    const list = strFromU8(files["not-included.csv"] ?? new Uint8Array());
    return { message: (await read()).results[0]?.message, list, files: Object.keys(files) };
  };
  const before = await download();
  expect(before.message).toContain("filer.name");
  expect(before.list).toContain(before.message);
  await send("PUT", "/v1/account", { establishment_country: "ES", display_name: "Exportadora SL" });
  const after = await download();
  expect(after).toMatchObject({ message: null, list: "" });
  expect(after.files.length).toBe(before.files.length);
});
