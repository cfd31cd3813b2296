import type { AuthorId, PeriodKey } from "../../../../shared/core/ids.ts";
import {
  connectionSecretsKey,
  connectionsKey,
} from "../../../../shared/platform/table/connections.ts";
import { accountRecordKey, apiKeyKey } from "../../../../shared/platform/table/keys.ts";
import {
  invitationKey,
  memberKey,
  organisationKey,
  personKey,
  sessionKey,
} from "../../../../shared/platform/table/people.ts";
import { paymentsKey } from "../../../../shared/platform/table/periods.ts";
import { rightRowKey } from "../../../../shared/platform/table/rights.ts";
import { sessionIdOf } from "../../../stack/people.ts";
import type { Item } from "../../../stack/tampering.ts";
import type { Practice } from "./practice.ts";

/** Changes of rights past the service, each with what tells it: the change history by itself, or the journal alone. */
export type RightTampering = {
  readonly what: string;
  readonly change: (practice: Practice, other: Practice) => Promise<unknown>;
} & ({ readonly noticed: "history" | "journal" } | { readonly unnoticed: string });

const viewer = ({ made }: Practice) => memberKey(made.id, made.viewer.id);
const owner = ({ made }: Practice) => memberKey(made.id, made.owner.id);
const organisation = ({ made }: Practice) => organisationKey(made.id);
const account = ({ made }: Practice) => accountRecordKey(made.account);
const key = ({ made }: Practice) => apiKeyKey(made.key);

const payments = ({ made }: Practice, period = "2025-Q3") =>
  paymentsKey(made.account, {
    scheme_type: "union_oss",
    period_key: period as PeriodKey,
    registration_id: 1,
  });

const lastRow = async (practice: Practice, of: string, { pk, sk }: { pk: string; sk: string }) =>
  (await practice.itemsOf(`RIGHTS#${of}`, `${pk} ${sk} `)).at(-1) as Item & {
    pk: string;
    sk: string;
  };

/** The tamperings of the review of 2026-11-28, by their numbers there. */
const OF_THE_REVIEW: readonly RightTampering[] = [
  {
    what: "Z1: a viewer who became an owner, with the version of a write",
    change: (practice) => practice.rewrite(viewer(practice), { role: "owner" }),
    noticed: "history",
  },
  {
    what: "Z2: the same, with the owners of the organisation",
    change: async (practice) => {
      const { made } = practice;
      await practice.rewrite(viewer(practice), { role: "owner" });
      const owners = [made.owner.id, made.viewer.id].sort();
      await practice.rewrite(organisation(practice), { owners });
    },
    noticed: "history",
  },
  {
    what: "Z3: an outsider as owner",
    change: async (practice, { made }) => {
      const invented = memberKey(practice.made.id, made.owner.id);
      const own = await practice.item(owner(practice));
      await practice.put({ ...own, ...invented, person: made.owner.id });
    },
    noticed: "history",
  },
  {
    what: "Z4: an invented session of another person",
    change: async (practice, { made }) => {
      const session = await practice.item(sessionKey(sessionIdOf(made.owner)));
      await practice.put({
        ...session,
        ...sessionKey("0123456789abcdef"),
        session_id: "0123456789abcdef",
        person: practice.made.owner.id,
      });
    },
    unnoticed:
      "a session is no right: it ends after twelve hours at most, the person sees it in the list of sessions, and each change by it names the person",
  },
  {
    what: "Z6: a row of the board that says filed and paid",
    change: ({ made, put }) =>
      put({
        pk: `BOARD#${made.id}`,
        sk: `${made.account}#2025-10-31#union_oss#2025-Q3#1`,
        s: "filed",
      }),
    unnoticed: "the board is derived, and the next check of the account writes it anew",
  },
  {
    what: "Z8: the dispatch country of a connection, with the version of a write",
    change: (practice) =>
      practice.rewrite(connectionsKey(practice.made.account), (item) => {
        const [connection = {}] = item["connections"] as Item[];
        Object.assign(connection["settings"] as object, { dispatch_country: "PL" });
      }),
    noticed: "history",
  },
  {
    what: "Z10: a payment of another amount, with the version of a write",
    change: (practice) =>
      practice.rewrite(payments(practice), (item) => {
        Object.assign((item["payments"] as Item[])[0] ?? {}, { amount_minor: 400_000 });
      }),
    noticed: "history",
  },
  {
    what: "Z15: the secret of a connection of another account",
    change: async (practice, { made, item }) => {
      const foreign = await item(connectionSecretsKey(made.account, made.connection));
      const own = connectionSecretsKey(practice.made.account, practice.made.connection);
      await practice.put({ ...foreign, ...own });
    },
    unnoticed: "it is sealed for its account and its connection, and cannot be opened elsewhere",
  },
  {
    what: "Z16: an invented invitation as owner",
    change: async (practice) => {
      const { id, invitation } = practice.made;
      const invented = "in_0123456789abcdef";
      const open = await practice.item(invitationKey(id, invitation));
      const named = { ...invitationKey(id, invented), invitation: invented };
      await practice.put({ ...open, ...named, role: "owner" });
    },
    noticed: "history",
  },
  {
    what: "Z18: the verified address of a person",
    change: (practice) =>
      practice.rewrite(personKey(practice.made.viewer.id), {
        email: "evil@example.com",
        email_verified: true,
      }),
    noticed: "history",
  },
  {
    what: "Z20: an account in another organisation",
    change: (practice, { made }) => practice.rewrite(account(practice), { organisation: made.id }),
    noticed: "history",
  },
  {
    what: "Z21: an invented key with the creator of another one",
    change: async (practice) => {
      const invented = "0123456789abcdef" as AuthorId;
      const own = await practice.item(key(practice));
      await practice.put({ ...own, ...apiKeyKey(invented), key_id: invented });
    },
    noticed: "journal",
  },
  {
    what: "N17: an account that was suspended",
    change: (practice) => practice.rewrite(account(practice), { account_state: "suspended" }),
    noticed: "history",
  },
];

/** Further ones, most of them of who knows how the history is kept. */
const FURTHER: readonly RightTampering[] = [
  {
    what: "an invented row beside its change, signed with another secret",
    change: async (practice) => {
      const { made, put } = practice;
      await practice.rewrite(viewer(practice), { role: "owner" });
      const { contentHash, MEMBER_RIGHT } = await import(
        "../../../../shared/platform/credentials/rights.ts"
      );
      const row = await lastRow(practice, made.id, viewer(practice));
      const sha256 = contentHash(MEMBER_RIGHT, await practice.item(viewer(practice)));
      const next = { ...row, ...rightRowKey(made.id, viewer(practice), 2), version: 2 };
      await put({ ...next, sha256, mac: "0".repeat(64) });
    },
    noticed: "history",
  },
  {
    what: "an older row repeated under the next number",
    change: async (practice) => {
      const row = await lastRow(practice, practice.made.id, viewer(practice));
      const next = rightRowKey(practice.made.id, viewer(practice), 2);
      await practice.put({ ...row, ...next, version: 2 });
    },
    noticed: "history",
  },
  {
    what: "the last row removed, and its key as it was before",
    change: async (practice) => {
      const stopped = apiKeyKey(practice.made.stopped);
      await practice.remove(await lastRow(practice, practice.made.account, stopped));
      const { revoked_at, revoked_by, ...before } = await practice.item(stopped);
      await practice.put(before);
    },
    noticed: "journal",
  },
  {
    what: "a revoked key that works again",
    change: async (practice) => {
      const stopped = apiKeyKey(practice.made.stopped);
      const { revoked_at, revoked_by, ...before } = await practice.item(stopped);
      await practice.put(before);
    },
    noticed: "history",
  },
  {
    what: "a member removed with every row",
    change: async (practice) => {
      await practice.remove(await lastRow(practice, practice.made.id, viewer(practice)));
      await practice.remove(viewer(practice));
    },
    noticed: "journal",
  },
  {
    what: "a member removed, the rows left",
    change: (practice) => practice.remove(viewer(practice)),
    noticed: "history",
  },
  {
    what: "another author in a row",
    change: async (practice) => {
      const row = await lastRow(practice, practice.made.id, viewer(practice));
      await practice.put({ ...row, author: practice.made.owner.id });
    },
    noticed: "history",
  },
  {
    what: "a row of another account",
    change: async (practice, other) => {
      const foreign = await lastRow(other, other.made.account, key(other));
      await practice.put({ ...foreign, pk: `RIGHTS#${practice.made.account}` });
    },
    noticed: "history",
  },
  {
    what: "a key of a wider scope",
    change: (practice) => practice.rewrite(key(practice), { scope: "full" }),
    noticed: "history",
  },
  {
    what: "an organisation under another name",
    change: (practice) => practice.rewrite(organisation(practice), { name: "Evil" }),
    noticed: "history",
  },
  {
    what: "the payment of another return",
    change: async (practice) => {
      const paid = await practice.item(payments(practice));
      const moved = { ...payments(practice, "2025-Q4"), period_key: "2025-Q4" };
      await practice.put({ ...paid, ...moved });
    },
    noticed: "history",
  },
  {
    what: "an open invitation with a higher role",
    change: ({ made, rewrite }) =>
      rewrite(invitationKey(made.id, made.invitation), { role: "owner" }),
    noticed: "history",
  },
  {
    what: "a connection removed with its number, as if it had never been",
    change: (practice) =>
      practice.rewrite(connectionsKey(practice.made.account), { connections: [] }),
    noticed: "history",
  },
  {
    what: "an invented baseline in place of a row",
    change: async (practice) => {
      const row = await lastRow(practice, practice.made.id, viewer(practice));
      await practice.put({ ...row, baseline: true });
    },
    noticed: "history",
  },
  {
    what: "the whole history of an account removed, and its key widened",
    change: async (practice) => {
      for (const row of await practice.itemsOf(`RIGHTS#${practice.made.account}`)) {
        await practice.remove(row as Item & { pk: string; sk: string });
      }
      await practice.rewrite(account(practice), { account_state: "suspended" });
      await practice.rewrite(account(practice), (item) => delete item["account_state"]);
    },
    noticed: "journal",
  },
];

export const RIGHT_TAMPERINGS = [...OF_THE_REVIEW, ...FURTHER];
