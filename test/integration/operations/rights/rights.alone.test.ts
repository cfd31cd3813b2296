import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ApiServer } from "../../../../scripts/local/api-server.ts";
import { startApiHere } from "../../../stack/api-here.ts";
import { journalOfOwn } from "../../../stack/journal-of-own.ts";
import { tableOfOwn } from "../../../stack/table-of-own.ts";
import { temporaryFolder } from "../../../stack/temporary-folder.ts";
import { rememberHonest } from "../journal/put-back.ts";
import { verified } from "../journal/verified.ts";
import type { Practice } from "./practice.ts";
import { RIGHT_TAMPERINGS, type RightTampering } from "./tamperings.ts";

/*
 * Rights that were changed past the service, in one practice: each change is undone, in the table and in the journal.
 */
const folder = temporaryFolder();
const closing = new AsyncDisposableStack();
let api: ApiServer;
let practice: Practice;
let other: Practice;
let putBack: () => Promise<void>;
beforeAll(async () => {
  await tableOfOwn();
  await journalOfOwn(folder, closing);
  api = await startApiHere();
  const { Practice } = await import("./practice.ts");
  [practice, other] = [await Practice.begin(api.url), await Practice.begin(api.url)];
  putBack = await rememberHonest();
});
afterEach(() => putBack());
afterAll(async () => {
  await api.stop();
  await closing.disposeAsync();
});

const settle = async () => undefined;

/** What the change history tells by itself, as where no journal is written. */
async function reported(account?: Practice["made"]["account"]) {
  const { checkRights } = await import("../../../../shared/operations/rights/check-rights.ts");
  return checkRights({ ...(account ? { account } : {}), settle });
}

/** What tells of a change: the history, or else the journal. */
async function noticedBy(): Promise<"history" | "journal" | undefined> {
  const { account } = practice.made;
  const { faults } = await reported(account);
  if (faults.length > 0) return "history";
  const journal = await verified({ account });
  return journal.faults.length > 0 ? "journal" : undefined;
}

const expected = (tampering: RightTampering) =>
  "noticed" in tampering ? tampering.noticed : undefined;

describe("a right that was changed past the service", () => {
  it.for(RIGHT_TAMPERINGS.map((tampering) => [tampering.what, tampering] as const))(
    "%s",
    async ([, tampering]) => {
      await tampering.change(practice, other);
      expect(await noticedBy()).toBe(expected(tampering));
    },
  );
});

describe("rights that the service alone has changed", () => {
  it("are silent, in one account and in the whole table", async () => {
    expect(await reported(practice.made.account)).toEqual({ faults: [], notes: [] });
    expect(await reported()).toEqual({ faults: [], notes: [] });
    expect((await verified({ account: practice.made.account })).faults).toEqual([]);
  });
});

/** Operations of an honest business that change rights. The soak of honest histories has all others too. */
const CHANGES = [
  "inviteMember",
  "changeMember",
  "addClient",
  "signIn",
  "pay",
  "connect",
  "changeConnection",
  "makeKey",
  "rotateKey",
  "stopKey",
  "suspend",
] as const;

describe("a hundred honest changes of rights", () => {
  it("are silent", async () => {
    const { Business } = await import("../journal/business.ts");
    const business = await Business.begin(api.url, "rights-1");
    for (let step = 0; step < 100; step += 1) {
      await business.act(CHANGES[step] ?? business.dice.pick(CHANGES.map((name) => [name, 1])));
    }
    expect([...business.done.keys()].sort()).toEqual([...CHANGES].sort());
    expect(await reported(business.account)).toEqual({ faults: [], notes: [] });
    expect(await reported()).toEqual({ faults: [], notes: [] });
    expect((await verified(business)).faults).toEqual([]);
  });
});

describe("a key that no list of the account has", () => {
  it("is reported by the check of the whole table, also without a journal", async () => {
    const invented = RIGHT_TAMPERINGS.find(({ what }) => what.startsWith("Z21"));
    await invented?.change(practice, other);
    expect((await reported()).faults).toEqual([
      "KEY#0123456789abcdef KEY: the change history does not know of it",
    ]);
  });
});

describe("rights of an earlier release", () => {
  it("get a signed first row at the first check, said once, and are evidence from then on", async () => {
    const { made } = practice;
    for (const owner of [made.account, made.id]) {
      for (const { pk, sk } of await practice.itemsOf(`RIGHTS#${owner}`)) {
        await practice.remove({ pk: String(pk), sk: String(sk) });
      }
    }
    const first = await reported(made.account);
    expect(first.faults).toEqual([]);
    expect(first.notes).toEqual([expect.stringMatching(/^baseline of \d+ rights: signed as they/)]);
    expect(await reported(made.account)).toEqual({ faults: [], notes: [] });
    const [widened] = RIGHT_TAMPERINGS;
    await widened?.change(practice, other);
    expect((await reported(made.account)).faults).toEqual([
      `MEMBERS#${made.id} ${made.viewer.id}: the change history says otherwise`,
      `${made.id}: its owners are not the members with that role`,
    ]);
  });
});

describe("the weekly check", () => {
  it("tells what it finds of an account, and of an organisation with its first account alone", async () => {
    const { rightsOnce } = await import("../../../../shared/operations/checks/check-journal.ts");
    const { loadClientsAfter } = await import(
      "../../../../shared/accounts/people/store-organisations.ts"
    );
    await RIGHT_TAMPERINGS[0]?.change(practice, other);
    const clients = await loadClientsAfter(practice.made.id, 10);
    const found = [];
    for (const { account } of clients) {
      found.push((await rightsOnce({ account: account as string as never, settle })).length);
    }
    expect(found).toEqual([2, 0]);
  });
});
