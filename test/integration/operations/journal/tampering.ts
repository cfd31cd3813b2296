import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AuthorId, EventId, LedgerId } from "../../../../shared/core/ids.ts";
import type { Key } from "../../../../shared/platform/table/keys.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import type { Item } from "../../../stack/tampering.ts";
import { rememberHonest } from "./put-back.ts";
import { api } from "./streamed-api.ts";

/*
 * Each tampering of decisions 0150 and 0036 that table and audits alone do not show, in both ways it can be made: written down by
 * the stream as every write of a deployed table is, and past it, as while a stream is switched off.
 */

let seller: Account;

/** One with everything that is tampered with. */
async function newSeller(): Promise<void> {
  seller = await newAccount("journal");
  await post("/v1/tax-registrations", UNION);
  await send("PUT", "/v1/account", { establishment_country: "SE" });
  await post("/v1/sources", {
    source_key: "shop",
    display_name: "Shop",
    channel_type: "owned_store",
  });
  await decidedSales([FIRST, ...OF_EVENTS.keys()]);
}

/** The sale of the tests that change one alone; each tampering with a sale has one of its own. */
const FIRST = "first";

/** Sales with a refund and two decisions each. */
async function decidedSales(ids: readonly (number | typeof FIRST)[]): Promise<void> {
  const events = ids.flatMap((id) => [
    makeSale({ event_id: `sale-${id}`, description: "of Ada" }),
    makeRefund({ event_id: `refund-${id}`, original_event_id: `sale-${id}` }),
  ]);
  await post("/v1/supply-events", { events });
  const decide = (status: string, note: string) =>
    Promise.all(
      ids.map((id) =>
        post(`/v1/supply-events/sale-${id}/classification`, {
          classification_status: status,
          note,
        }),
      ),
    );
  await decide("needs_review", "first");
  await decide("classified", "then");
}

const UNION = {
  scheme_type: "union_oss",
  member_state_identification: "SE",
  effective_from: "2021-07-01",
  status: "active",
};

async function send(method: "POST" | "PUT" | "PATCH", path: string, body: unknown) {
  const answer = await callAt(api.url, seller.full, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
}

const post = (path: string, body: unknown) => send("POST", path, body);

/** Everything that the store is used for is imported late: its clients read the environment at import. */
const keys = () => import("../../../../shared/platform/table/keys.ts");
const tools = () => import("../../../stack/tampering.ts");

async function write(): Promise<void> {
  const { writeJournalHere } = await import("../../../../scripts/local/journal-here.ts");
  await writeJournalHere();
}

/** What the command would print; the journal is as it is, and nothing comes of waiting. */
async function faults(question: { restored?: boolean } = {}): Promise<readonly string[]> {
  const { verifyJournal } = await import("../../../../shared/operations/journal/verify-journal.ts");
  const { streamOfTable } = await import(
    "../../../../shared/operations/journal/store-journal-files.ts"
  );
  const { restored = false } = question;
  const stream = await streamOfTable();
  const settle = async () => undefined;
  const found = await verifyJournal({ account: seller.account, stream, restored, settle });
  return found.faults;
}

type Tampering = {
  readonly what: string;
  readonly key: (account: LedgerId) => Promise<Key>;
  readonly change: ((item: Item) => void) | "removed";
  /** What is said of it when the stream has written it down. */
  readonly fault: RegExp;
};

const event = async (account: LedgerId, id: number | typeof FIRST = FIRST) =>
  (await keys()).eventKey(account, `sale-${id}` as EventId);
const registrations = async (account: LedgerId) => (await keys()).registrationsKey(account);
const profile = async (account: LedgerId) => (await keys()).profileKey(account);
const sources = async (account: LedgerId) => (await keys()).sourcesKey(account);
const accountRecord = async (account: LedgerId) => (await keys()).accountRecordKey(account);

const first = (item: Item): Record<string, unknown> =>
  (item["items"] as Record<string, unknown>[])[0] ?? {};

/** Changes of an event. `fault` is the text of the finding after the key of the sale. */
const OF_EVENTS: readonly Pick<Tampering, "what" | "change" | "fault">[] = [
  {
    what: "an amount of an event, with a fingerprint that fits and a version that counts on",
    change: (item) =>
      Object.assign(item, { vat_amount_minor: 1, fingerprint: "f".repeat(64), version: 9 }),
    fault: /vat_amount_minor of the event was changed/,
  },
  {
    what: "an event that is gone, whatever went with it",
    change: "removed",
    fault: /the event was removed/,
  },
  {
    what: "the instant of a commit",
    change: (item) => Object.assign(item, { committed_at: "2025-08-02T00:00:00.000Z" }),
    fault: /committed_at of the event was changed/,
  },
  {
    what: "the request of a commit",
    change: (item) => Object.assign(item, { commit_id: "another" }),
    fault: /commit_id of the event was changed/,
  },
  {
    what: "a description",
    change: (item) => Object.assign(item, { description: "of Eve" }),
    fault: /description of the event was changed/,
  },
  {
    what: "the note of a decision",
    change: (item) =>
      Object.assign((item["classification_history"] as Item[])[0] ?? {}, { note: "forged" }),
    fault: /classification_history was changed in what it had said/,
  },
  {
    what: "the key of a decision",
    change: (item) =>
      Object.assign((item["classification_history"] as Item[])[1] ?? {}, { key_id: "another" }),
    fault: /classification_history was changed in what it had said/,
  },
  {
    what: "a decision that is gone",
    change: (item) => void (item["classification_history"] as Item[]).pop(),
    fault: /classification_history was changed in what it had said/,
  },
  {
    what: "what refunds take back",
    change: (item) => Object.assign(item, { taken_back: {}, links: 0 }),
    fault: /links of the event went down/,
  },
];

const TAMPERINGS: readonly Tampering[] = [
  ...OF_EVENTS.map(({ fault, ...one }, n) => ({
    ...one,
    key: (account: LedgerId) => event(account, n),
    fault: new RegExp(`EVENT#\\S+#sale-${n} EVENT.*${fault.source}`),
  })),
  {
    what: "the link of a refund",
    key: async (account) =>
      (await keys()).linkKey(account, "sale-first" as EventId, "refund-first" as EventId),
    change: "removed",
    fault: /LINK#refund-first.*the link was removed/,
  },
  {
    what: "the status of a registration",
    key: registrations,
    change: (item) => Object.assign(first(item), { status: "excluded" }),
    fault: /registrations of .*, write 1 .*the change history says otherwise/,
  },
  {
    what: "the number of a registration, as a write that counts on",
    key: registrations,
    change: (item) => {
      first(item)["vat_registration_number_masked"] = "SE**********99";
      item["version"] = 2;
    },
    fault: /registrations of .*, write 2 .*: the change history does not know of it/,
  },
  {
    what: "the seat of a profile",
    key: profile,
    change: (item) =>
      Object.assign(item, {
        rows: [{ establishment_country: "IE", fixed_establishments: [] }],
        version: 2,
      }),
    fault: /profile of .*, write 2 .*: the change history does not know of it/,
  },
  {
    what: "a source",
    key: sources,
    change: (item) => Object.assign(first(item), { active: false }),
    fault: /sources of .*, write 1 .*the change history says otherwise/,
  },
  {
    what: "registrations that are gone",
    key: registrations,
    change: "removed",
    fault: /the registrations was removed/,
  },
  {
    what: "when an account began",
    key: accountRecord,
    change: (item) => Object.assign(item, { created_at: "2020-01-01T00:00:00.000Z" }),
    fault: /created_at of the account was changed/,
  },
  {
    what: "a read-only key that may write",
    key: async () => (await keys()).apiKeyKey((seller.readOnly.split("_")[2] ?? "") as AuthorId),
    change: (item) => Object.assign(item, { scope: "full" }),
    fault: /scope of the key was changed/,
  },
];

const earlier = (n: number) => TAMPERINGS.slice(0, n);

async function tamper({ key, change }: Tampering): Promise<Key> {
  const { removeItem, rewrite } = await tools();
  const place = await key(seller.account);
  await (change === "removed" ? removeItem(place) : rewrite(place, change));
  return place;
}

/* One account for all of them: each is undone, in the table and in the journal, as if it had never been. */
describe("a table", () => {
  let putBack: () => Promise<void>;
  beforeAll(async () => {
    await newSeller();
    putBack = await rememberHonest();
  });

  it("finds nothing where the service alone has written", async () => {
    expect(await faults()).toEqual([]);
  });

  // Sales have a tampering each; of an item that has more, each round takes another.
  const rounds = [0, 1, 2].map((round) =>
    TAMPERINGS.filter(
      (tampering, n) => round === earlier(n).filter(({ key }) => key === tampering.key).length,
    ),
  );

  describe.for([...rounds.entries()])("that was tampered with, round %s", ([, round]) => {
    const places = new Map<Tampering, Key>();
    let pastStream: readonly string[];
    let message: string;
    beforeAll(async () => {
      for (const tampering of round) places.set(tampering, await tamper(tampering));
      pastStream = await faults();
      await write();
      message = (await faults()).join("\n");
    });
    afterAll(() => putBack());

    it.for(round)("differs from a journal without the change: $what", (tampering) => {
      const { pk, sk } = places.get(tampering) as Key;
      // What the events come to may show it as well.
      const said = pastStream.filter((one) =>
        /^: the (?:journal|table)/.test(one.replace(`${pk} ${sk}`, "")),
      );
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(
        tampering.change === "removed"
          ? "the journal has it, the table does not"
          : "otherwise than the journal: ",
      );
    });

    it.for(round)("is reported by its kind once the journal has the change: $what", (tampering) => {
      expect(message).toMatch(tampering.fault);
    });
  });

  describe("a history of settings", () => {
    afterEach(() => putBack());
    const historyOf = async () => {
      const { loadHistory } = await import("../../../stack/tampering.ts");
      return loadHistory(seller.account);
    };

    it("cannot be changed afterwards, tell of a write that was none, or name a key that nobody has", async () => {
      const [changed = {}, of = {}] = await historyOf();
      const { putItem, removeItem } = await tools();
      await putItem({ ...changed, key_id: null });
      const sk = "2026-11-22T00:00:00.000Z#sources#000000007";
      await putItem({ ...changed, sk, version: 7, subject: "sources" });
      await removeItem(of as Key & Item);
      await putItem({ ...of, key_id: "0123456789abcdef" });
      await write();
      const found = (await faults()).join("\n");
      expect(found).toMatch(/CHANGES#.*key_id of the change was changed/);
      expect(found).toMatch(
        /sources of .*, write 7 .*the change history has it, and it was not made/,
      );
      expect(found).toMatch(/by the key 0123456789abcdef, which was never issued/);
    });
  });

  describe("items that are added", () => {
    afterEach(() => putBack());
    it("that bypass the stream are a difference; those with a wrong time or kind are reported", async () => {
      await write();
      const { itemAt, putItem } = await tools();
      const item = await itemAt(await event(seller.account));
      const added = (await keys()).eventKey(seller.account, "invented" as EventId);
      await putItem({
        ...item,
        ...added,
        event_id: "invented",
        committed_at: "2025-08-02T00:00:00.000Z",
        classification_history: [],
      });
      expect(await faults()).toContain(`${added.pk} EVENT: the table has it, the journal does not`);
      await putItem({ pk: `ACCOUNT#${seller.account}`, sk: "OTHER" });
      await write();
      const found = (await faults()).join("\n");
      expect(found).toMatch(/EVENT#.*the event arrived then, and says 2025-08-02T00:00:00.000Z/);
      expect(found).toMatch(/OTHER.*: the service makes no such item/);
    });
  });
});
