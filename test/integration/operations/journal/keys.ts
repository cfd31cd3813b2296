import { beforeEach, describe, expect, it } from "vitest";
import type { AuthorId, LedgerId } from "../../../../shared/core/ids.ts";
import { apiKeyKey } from "../../../../shared/platform/table/keys.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import { noteSecrets, secretOf } from "../../../stack/kept-logs.ts";
import type { SignedIn } from "../../../stack/people.ts";
import { soaking } from "../../../stack/soak.ts";
import { api } from "./streamed-api.ts";
import { verified } from "./verified.ts";

const KEYS = "/v1/api-keys";
const HOUR = 3_600_000;

/** What the journal shows of API keys: an honest rotation is silent, an invented key or a moved end is not. */
describe("keys", () => {
  let owner: Account;
  beforeEach(async () => {
    owner = await newAccount("keys");
  });

  type Made = { readonly id: AuthorId; readonly api_key: string };

  async function made(path: string, body: object, by = owner.full): Promise<Made> {
    const answer = await callAt<Made>(api.url, by, "POST", path, body);
    expect(answer.status, answer.text).toBe(201);
    noteSecrets([secretOf(answer.body.api_key)]);
    return answer.body;
  }

  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  const faults = async () => (await verified(owner)).faults;
  const tools = () => import("../../../stack/tampering.ts");

  it("that end in a month, before the overlap does, or never are rotated and stopped, and nothing is wrong", async () => {
    for (const { expires_at, overlap_hours } of [
      { expires_at: inHours(720), overlap_hours: 1 },
      { expires_at: inHours(1), overlap_hours: 48 },
      { expires_at: undefined, overlap_hours: 0 },
    ]) {
      const { id } = await made(KEYS, { name: "a", scope: "full", expires_at });
      const fresh = await made(`${KEYS}/${id}/rotate`, { overlap_hours });
      const stopped = await callAt(api.url, owner.full, "DELETE", `${KEYS}/${fresh.id}`);
      expect(stopped.status).toBe(200);
    }
    expect(await faults()).toEqual([]);
  });

  it("of persons are silent like their other changes; a person who was never a member is not", async () => {
    const { newPerson, newPractice } = await import("../../../stack/people.ts");
    const person = await newPerson("owner");
    const practice = await newPractice(person);
    const ask = (method: "POST" | "PUT", path: string, body: object, key?: string) =>
      callAt<Made>(api.url, key, method, path, body, key ? {} : person.at(practice.account));
    expect((await ask("PUT", "/v1/account", { establishment_country: "SE" })).status).toBe(200);
    const webhook = { url: "https://shop.example/hook", events: ["period.locked"] };
    expect((await ask("POST", "/v1/webhooks", webhook)).status).toBe(201);
    const { body } = await ask("POST", KEYS, { name: "a", scope: "full" });
    const ofKey = await ask("POST", KEYS, { name: "b", scope: "full" }, body.api_key);
    expect((await ask("POST", `${KEYS}/${ofKey.body.id}/rotate`, {})).status).toBe(201);
    if (soaking) await lockedByTwo(person, practice);
    expect((await verified(practice)).faults).toEqual([]);
    const { rewrite } = await tools();
    const stranger = `pe_${"0".repeat(24)}`;
    const forged = { rotated_by: stranger, person: stranger };
    await rewrite(apiKeyKey(ofKey.body.id), (item) => Object.assign(item, forged));
    const found = (await verified(practice)).faults.join("\n");
    expect(found).toContain(`rotated by the person ${stranger}, who was never a member`);
    expect(found).toContain(`counts as the person ${stranger}, who did not make it`);
  });

  /** A person invites another one, and each does a part of a return that needs both. */
  async function lockedByTwo(owner: SignedIn, { id, account }: { id: string; account: LedgerId }) {
    const { newPerson } = await import("../../../stack/people.ts");
    const { acceptInvitation, invite } = await import(
      "../../../../shared/accounts/people/manage-organisations.ts"
    );
    const other = await newPerson("preparer");
    const now = new Date();
    const { token } = await invite(id, { role: "preparer" }, { person: owner.id, now });
    await acceptInvitation(token, { person: other.id, now });
    const period = "2025-Q3";
    const locks = "/v1/reports/locked-return-periods/union-oss";
    const union = { scheme_type: "union_oss", member_state_identification: "SE" };
    const rule = { establishment_country: "SE", lock_requires_second_person: true };
    const steps = [
      [owner, "POST", "/v1/tax-registrations"],
      [owner, "PUT", "/v1/account", rule],
      [other, "POST", "/v1/supply-events", makeSale({ customer_type: "b2b" })],
      [other, "POST", "/v1/supply-events/sale-1/classification"],
      [other, "POST", `/v1/returns/union-oss/${period}/prepared`],
      [owner, "POST", `${locks}?period=${period}`],
      [owner, "POST", `${locks}/filed?period=${period}`],
    ] as const;
    const bodies: Readonly<Record<string, object>> = {
      "/v1/tax-registrations": { ...union, effective_from: "2021-07-01", status: "active" },
      "/v1/supply-events/sale-1/classification": { classification_status: "excluded", note: "a" },
    };
    for (const [by, method, path, body = bodies[path]] of steps) {
      const answer = await callAt(api.url, undefined, method, path, body, by.at(account));
      expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    }
  }

  it("of operators are listed, those of the account are not", async () => {
    const { id } = await made(KEYS, { name: "a", scope: "read-only" });
    const { operator_keys } = await verified(owner);
    expect(operator_keys).toHaveLength(2);
    expect(operator_keys.join("\n")).toContain(
      `made by an operator, ${new Date().toISOString().slice(0, 10)}`,
    );
    expect(operator_keys.join("\n")).not.toContain(id);
  });

  it("are reported whose end was moved: later, later as in a rotation, or earlier without one", async () => {
    const { rewrite } = await tools();
    const ids: string[] = [];
    for (const change of [
      { expires_at: inHours(9_000) },
      { expires_at: inHours(9_000), replaced_by: "x" },
      { expires_at: inHours(1) },
    ]) {
      const { id } = await made(KEYS, { name: "a", scope: "full", expires_at: inHours(24) });
      await rewrite(apiKeyKey(id), (item) => Object.assign(item, change));
      ids.push(id);
    }
    const found = (await faults()).join("\n");
    for (const id of ids) {
      expect(found).toMatch(
        new RegExp(`KEY#${id} .*expires_at of the key (went up|was changed without a rotation)`),
      );
    }
  });

  it("that were invented are reported when no issued key has made them, and listed otherwise", async () => {
    const { itemAt, putItem } = await tools();
    const { id } = await made(KEYS, { name: "a", scope: "read-only" });
    const item = await itemAt(apiKeyKey(id));
    const invented = { ...item, ...apiKeyKey("1".repeat(16) as AuthorId), key_id: "1".repeat(16) };
    await putItem({ ...invented, created_by: "2".repeat(16) });
    await putItem({ ...invented, ...apiKeyKey("3".repeat(16) as AuthorId), created_by: undefined });
    const found = await verified(owner);
    expect(found.faults).toEqual([
      `KEY#${"1".repeat(16)}: made by the key ${"2".repeat(16)}, which was never issued`,
      ...["1", "3"].map((id) => `KEY#${id.repeat(16)} KEY: the change history does not know of it`),
    ]);
    expect(found.operator_keys.join("\n")).toContain(`KEY#${"3".repeat(16)}: made by an operator`);
  });
});
