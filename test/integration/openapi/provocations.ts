import { randomUUID } from "node:crypto";
import { MOST_KEYS } from "../../../shared/accounts/keys.ts";
import {
  acceptInvitation,
  createOrganisation,
  invite,
} from "../../../shared/accounts/people/manage-organisations.ts";
import {
  MOST_INVITATIONS,
  MOST_ORGANISATIONS,
} from "../../../shared/accounts/people/organisation.ts";
import { updateSources } from "../../../shared/accounts/store-sources.ts";
import { idempotencyName } from "../../../shared/api/middleware/idempotency.ts";
import type { Route } from "../../../shared/api/route.ts";
import { claim } from "../../../shared/api/store-idempotency.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { ErrorCode } from "../../../shared/core/errors/errors.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import { type AuthorId, accountOf, type LedgerId } from "../../../shared/core/ids.ts";
import { requestRecount } from "../../../shared/ledger/recount/recount.ts";
import {
  updateProfile,
  updateRegistrations,
} from "../../../shared/ledger/settings/store-settings.ts";
import { newJob } from "../../../shared/ledger/supply-records/job.ts";
import { saveRecordsJob } from "../../../shared/ledger/supply-records/store-records-jobs.ts";
import { suppress } from "../../../shared/notifications/mails/store-mails.ts";
import { MOST_WEBHOOKS } from "../../../shared/notifications/webhooks/webhook.ts";
import { setAccountState } from "../../../shared/operations/lifecycle/operate-accounts.ts";
import { KEY_LISTING_ITEM } from "../../../shared/platform/table/items.ts";
import { eventKey, keyListingKey } from "../../../shared/platform/table/keys.ts";
import { organisationKey } from "../../../shared/platform/table/people.ts";
import { MOST_CONNECTIONS } from "../../../shared/shops/connections/connection.ts";
import { updateProposals } from "../../../shared/vat/rate-proposals/store-rate-proposals.ts";
import type { Registrations } from "../../../shared/vat/seller/registration.ts";
import { atHand } from "../../make/author.ts";
import { noteOpenOrder, OPEN_ORDER } from "../../make/open-order.ts";
import { rateProposal } from "../../make/rate-proposal.ts";
import { makeRegistration } from "../../make/registration.ts";
import { makeImport, makeSale } from "../../make/supply-event.ts";
import { type Account, type Answer, call, newAccount } from "../../stack/api.ts";
import { testKeysOf } from "../../stack/full-sandbox.ts";
import { importedFile } from "../../stack/imports.ts";
import { newOperator, newPerson, newPractice } from "../../stack/people.ts";
import { newSeller } from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";
import { putItem, rewrite } from "../../stack/tampering.ts";
import { announced, announcementOf, newUploadLink } from "../../stack/upload-links.ts";

/** A request as one of the recorded examples has it. */
export type Sample = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Sends a request to the operation; `key` null sends none. */
export type Send = (
  key: string | null,
  sample: Sample,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer<Record<string, unknown>>>;

export type Provocation = (send: Send, sample: Sample, route: Route) => ReturnType<Send>;

const withQuery = (sample: Sample, more: Readonly<Record<string, string>>): Sample => ({
  ...sample,
  query: { ...sample.query, ...more },
});

/** A connection of the account. */
async function connectionOf(full: string): Promise<string> {
  const body = { kind: "woocommerce", source_id: "shop", settings: { dispatch_country: "SE" } };
  return (await call<{ id: string }>(full, "POST", "/v1/connections", body)).body.id;
}

/** A webhook with a message that nobody has delivered yet. */
async function sentWebhook() {
  const { full } = await newAccount();
  const body = { url: "https://shop.example/hook", events: ["period.locked"] };
  const { id } = (await call<{ id: string }>(full, "POST", "/v1/webhooks", body)).body;
  const sent = await call<{ id: string }>(full, "POST", `/v1/webhooks/${id}/test`);
  return { full, id, delivery_id: sent.body.id };
}

/** Puts a key on the list of an account. noteKeyUse would give up after a second. */
const listKey = (account: LedgerId, id: string) =>
  putItem({
    ...keyListingKey(accountOf(account), id as AuthorId),
    last_used_on: "2026-01-01",
    schema_version: KEY_LISTING_ITEM.version,
  });

/** The same of one that is disabled, as a call. */
async function ofDisabled(): Promise<[key: string, sample: Sample]> {
  const { full, id, delivery_id } = await sentWebhook();
  await call(full, "PATCH", `/v1/webhooks/${id}`, { enabled: false });
  return [full, { path: { id, delivery_id } }];
}

/** The sellers that rejected requests leave unchanged. Each is made for the first request, and serves all others. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** An address that has rejected mails. */
const toSuppressed: Provocation = async (send, sample) => {
  const address = "suppressed@mail.example";
  await suppress(address, "complaint", new Date());
  const body = { ...(sample.body as object), address };
  return send((await newAccount()).full, { ...sample, body });
};

const ofSomebody = async () => (await newAccount()).full;

/** The token of the examples, which opens no link of this stack. */
const ofNoLink: Provocation = (send, sample) => send(null, sample);

/** A file that was announced by a link, and not sent. */
async function announcedFile() {
  const { token } = await newUploadLink(await newAccount());
  const file = announcementOf(token, "q3.csv", new TextEncoder().encode("x"));
  return { token, id: (await announced(file)).body.id };
}

/** A sale of somebody, and a request to take it back in full. */
async function refundedSale() {
  const key = await ofSomebody();
  await call(key, "POST", "/v1/supply-events", makeSale({ event_id: "sale" }));
  const body = { event_id: "refund", supply_date: "2026-05-04", in_full: true };
  return { key, path: { event_id: "sale" }, body };
}

/** In the place of an id: one that nobody has, of the same form where that is asked for. */
const otherName = ([name, id]: [string, string]): [string, string] => [
  name,
  /^(?:cn|wh|msg)_/.test(id) ? id.replaceAll(/[0-9a-f]{16}$/g, "0123456789abcdef") : "999",
];

/** With the request line more than the gateway takes. */
const LONG_HEADER = { "X-Long": "x".repeat(10_240) };

/** The callers whose every request is rejected. */
const refused = once(ofSomebody);
const reader = once(newAccount);
const inState = (state: "suspended" | "closed") =>
  once(async () => {
    const { account, full } = await newAccount();
    await setAccountState(account, state, new Date());
    return full;
  });
const ofSuspended = inState("suspended");
const ofClosed = inState("closed");

/** A practice with an owner and a viewer, which rejected requests leave unchanged. */
export const practised = once(async () => {
  const [owner, viewer] = [await newPerson("owner"), await newPerson("viewer")];
  const practice = await newPractice(owner);
  const by = { person: owner.id, now: new Date() };
  const { token } = await invite(practice.id, { role: "viewer" }, by);
  await acceptInvitation(token, { person: viewer.id, now: new Date() });
  return { practice, owner, viewer };
});

/** A practice of its own, whose record is changed past the service. */
async function practiceWith(counts: object) {
  const owner = await newPerson("full");
  const { id } = await newPractice(owner);
  await rewrite(organisationKey(id), (item) => Object.assign(item, counts));
  return { id, owner };
}

/** A practice that has as many of something as there may be. */
const practiceFullOf =
  (counts: object, change: Sample = {}): Provocation =>
  async (send, { path, ...sample }) => {
    const { id, owner } = await practiceWith(counts);
    const there = { ...path, organisation: id, ...(path?.["person"] ? { person: owner.id } : {}) };
    return send(null, { ...sample, ...change, path: there }, owner.session);
  };

let everywhere: ReturnType<typeof newMemberEverywhere> | undefined;

/** A person with as many organisations as there may be. */
async function newMemberEverywhere() {
  const person = await newPerson("everywhere");
  for (let n = 0; n < MOST_ORGANISATIONS; n += 1) {
    await createOrganisation(`No. ${n}`, { person: person.id, now: new Date() });
  }
  return person;
}

const joinsTooMany: Provocation = async (send, sample) => {
  everywhere ??= newMemberEverywhere();
  return send(null, sample, (await everywhere).session);
};

/** The only owner, who is to be an owner no more. */
const lastOwner: Provocation = async (send) => {
  const { practice, owner } = await practised();
  const path = { organisation: practice.id, person: owner.id };
  return send(null, { path, body: { role: "viewer" } }, owner.session);
};

const lastOwnerLeaves: Provocation = async (send) => {
  const { practice, owner } = await practised();
  return send(null, { path: { organisation: practice.id, person: owner.id } }, owner.session);
};

/** More than Lambda takes; where no key is asked for, far less is too much already. */
const TOO_LARGE = Buffer.from("{}".padEnd(6_300_000));

/** What provokes a code at whatever operation has it. */
export const ANYWHERE: Readonly<Partial<Record<ErrorCode, Provocation>>> = {
  missing_api_key: (send, sample) => send(null, sample),
  invalid_api_key: (send, sample) => send("vat_test_none", sample),
  invalid_session: (send, sample) =>
    send(null, sample, { Authorization: "Bearer vat_session_none" }),
  insufficient_role: async (send, sample, { scope }) => {
    const { practice, viewer } = await practised();
    if (scope !== "person")
      return send(null, sample, viewer.at(`no-${practice.account}` as LedgerId));
    const path = { ...sample.path, organisation: practice.id };
    return send(null, { ...sample, path }, viewer.session);
  },
  insufficient_scope: async (send, sample) => send((await reader()).readOnly, sample),
  account_suspended: async (send, sample) => send(await ofSuspended(), sample),
  account_closed: async (send, sample) => send(await ofClosed(), sample),
  headers_too_large: (send, sample) => send(null, sample, LONG_HEADER),
  payload_too_large: async (send, sample) => send(await refused(), { ...sample, body: TOO_LARGE }),
  unsupported_media_type: async (send, sample) =>
    send(await refused(), { ...sample, body: "{}" }, { "Content-Type": "text/plain" }),
  invalid_json: async (send, sample) => send(await refused(), { ...sample, body: "{" }),
  invalid_request: async (send, sample) =>
    send(await refused(), withQuery(sample, { surprise: "1" })),
  invalid_period: async (send, sample) =>
    send(await refused(), withQuery(sample, { period: "2026-Q5" })),
  not_found: async (send, { path = {}, ...rest }) => {
    const unknown = Object.fromEntries(Object.entries(path).map(otherName));
    return send(await refused(), { ...rest, path: unknown });
  },
  // Only a success uses a key up, and not every sample is one: another request has claimed it.
  idempotency_conflict: async (send, sample, route) => {
    const { account, full } = await newAccount();
    const headers = { "Idempotency-Key": "the same" };
    const person = route.role === "operator" ? await newOperator() : (await practised()).owner;
    const caller =
      route.scope === "person"
        ? ({ author: person.id, sessionId: "-", scope: "full", person: person.id } as const)
        : ({
            ledger: account,
            account: accountOf(account),
            author: person.id,
            scope: "full",
          } as const);
    const other = {
      rawPath: "/other",
      rawQueryString: "",
      isBase64Encoded: false,
      headers,
      caller,
    };
    await claim(idempotencyName(route, other, "the same"), new Date());
    return send(full, sample, headers);
  },
  registration_required: async (send, sample) => send(await refused(), sample),
  registration_conflict: async (send, sample) => send((await movedInMay()).full, sample),
};

/** A seller who changes his Member State in May 2026, and whose recount is over. */
const movedInMay = once(async () => {
  const seller = await newSeller("SE");
  const first = { status: "ended", effective_to: "2026-05-15" };
  await call(seller.full, "PATCH", "/v1/tax-registrations/1", first);
  await register(seller.full, { member_state_identification: "DE", effective_from: "2026-05-16" });
  await settleRecount(seller.account);
  return seller;
});

const UNION = { scheme_type: "union_oss", member_state_identification: "SE", status: "active" };

const register = (key: string, more: object) =>
  call(key, "POST", "/v1/tax-registrations", { ...UNION, ...more });

const PERIOD = { query: { period: "2026-Q2" } };
const MONTH = { path: { scheme: "ioss" }, query: { period: "2026-05" } };

/** A seller who is in the import scheme, and changes his Member State within May 2026. */
async function importer(moves = false): Promise<Account> {
  const account = await newAccount("importer");
  const ioss = { scheme_type: "ioss", status: moves ? "ended" : "active" };
  const until = moves ? { effective_to: "2026-05-15" } : {};
  await register(account.full, { ...ioss, effective_from: "2025-01-01", ...until });
  const next = { status: "active", member_state_identification: "DE" };
  if (moves) await register(account.full, { ...ioss, ...next, effective_from: "2026-05-16" });
  return account;
}

/** The account, where locks need a second person. */
async function withSecondPerson(made: Promise<Account>): Promise<Account> {
  const { account, ...keys } = await made;
  const rule = { lock_requires_second_person: true };
  const by = { now: new Date(), key_id: null };
  await updateProfile(account, (profile) => ({ ...profile, ...rule }), by);
  return { account, ...keys };
}

const movedImporter = once(() => importer(true));
const conflictAtImports: Provocation = async (send, sample) =>
  send((await movedImporter()).full, sample);

/** An id of the right form that no key has. */
const unknownKey: Provocation = async (send) =>
  send(await ofSomebody(), { path: { id: "0123456789abcdef" } });

/** Of a path with a period in it. */
const OF_A_RETURN: Readonly<Partial<Record<ErrorCode, Provocation>>> = {
  registration_conflict: conflictAtImports,
  invalid_period: async (send, sample) =>
    send(await ofSomebody(), { ...sample, path: { ...sample.path, period: "2026-Q2" } }),
};

/** An opening of the wrong kind of period, and others that nothing stands for. */
const OF_AN_OPENING: Readonly<Partial<Record<ErrorCode, Provocation>>> = {
  invalid_period: async (send, sample) =>
    send(await ofSomebody(), { ...sample, path: { ...sample.path, period: "2025-11" } }),
};

/** Two openings of a quarter, after a move within it. */
const openedTwice: Provocation = async (send, sample) => {
  const { full } = await movedIn2025();
  for (const registration_id of ["1", "2"]) {
    const path = `/v1/returns/union-oss/${sample.path?.["period"]}/opening`;
    const opening = { currency: "EUR", filed_at: "2026-01-20", rows: [] };
    await call(full, "POST", `${path}?registration_id=${registration_id}`, opening);
  }
  return send(full, sample);
};

/** A seller who changes his Member State in November 2025. */
async function movedIn2025(): Promise<Account> {
  const seller = await newSeller("SE");
  const first = { status: "ended", effective_to: "2025-11-15" };
  await call(seller.full, "PATCH", "/v1/tax-registrations/1", first);
  const next = { member_state_identification: "DE", effective_from: "2025-11-16" };
  await register(seller.full, next);
  return seller;
}

/** The same, of a path with a quarter. */
const OF_A_QUARTER: Readonly<Partial<Record<ErrorCode, Provocation>>> = {
  invalid_period: async (send, sample) =>
    send(await ofSomebody(), { ...sample, path: { ...sample.path, period: "2026-05" } }),
};

const asDraft = (sample: Sample): Sample => ({
  ...sample,
  body: { ...(sample.body as object), draft: true },
});

/** A period that is locked twice, after a move. */
function twice(
  lock: string,
  sample: Sample,
  seller: () => Promise<{ readonly full: string }>,
): Provocation {
  const locked = once(async () => {
    const { full } = await seller();
    for (const registration_id of ["1", "2"]) {
      const search = new URLSearchParams({ ...sample.query, registration_id });
      await call(full, "POST", `${lock}?${search}`);
    }
    return full;
  });
  return async (send) => send(await locked(), sample);
}

const LOCKS = "/v1/reports/locked-return-periods";

/** A seller who changes his Member State in May 2026. */
async function movedIn2026(): Promise<Account> {
  const seller = await newSeller("SE");
  const first = { status: "ended", effective_to: "2026-05-15" };
  await call(seller.full, "PATCH", "/v1/tax-registrations/1", first);
  await register(seller.full, { member_state_identification: "DE", effective_from: "2026-05-16" });
  return seller;
}

/** The key of a seller who has locked a return. */
async function lockedSeller(): Promise<string> {
  const { full } = await newSeller();
  await call(full, "POST", `${LOCKS}/union-oss?period=2025-Q3`);
  return full;
}

/** The key of an account that can have no further registration. */
async function fullOfRegistrations(): Promise<string> {
  const { account, full } = await newAccount();
  const items = Array.from({ length: 200 }, (_, n) =>
    makeRegistration({ id: n + 1, status: "excluded" }),
  );
  const full_up = (all: Registrations) => ({ ...all, last_id: 200, items });
  await updateRegistrations(account, full_up, atHand());
  return full;
}

const twiceQuarter = twice(`${LOCKS}/union-oss`, PERIOD, movedIn2026);
/** The key of a seller who has locked the two returns of a quarter. */
const movedWithLocks = once(async () => {
  const { full } = await movedIn2026();
  for (const registration_id of ["1", "2"]) {
    await call(
      full,
      "POST",
      `${LOCKS}/union-oss?period=2026-Q2&registration_id=${registration_id}`,
    );
  }
  return full;
});

/** The payment of a quarter that is not locked, and of two returns of one quarter. */
const OF_A_PAYMENT: Readonly<Partial<Record<ErrorCode, Provocation>>> = {
  ...OF_A_QUARTER,
  period_not_locked: async (send, sample) => send((await newSeller()).full, sample),
  registration_conflict: async (send, sample) => send(await movedWithLocks(), sample),
};

const twiceMonth = twice(`${LOCKS}/ioss`, MONTH, () => importer(true));

const source = (source_key: string) => ({
  source_key,
  display_name: "Shop",
  channel_type: "owned_store",
});

/** The path of a transaction that nothing has been committed of. */
async function calculated(key: string, tax_class_id = "standard"): Promise<{ id: string }> {
  const { body } = await call(key, "POST", "/v1/vat/calculate", {
    country: "DE",
    currency: "EUR",
    tax_class_id,
    gross_amount_minor: 11_900,
    price_includes_vat: true,
    transaction_date: "2026-05-01",
  });
  return { id: String(body["transaction_id"]) };
}

async function newImportId(key: string): Promise<string> {
  const body = { format: "events_ndjson", source_id: "erp", size_bytes: 3 };
  return String((await call(key, "POST", "/v1/imports", body)).body["id"]);
}

/** Of an import that was cancelled. */
const cancelledImport: Provocation = async (send, sample) => {
  const key = await ofSomebody();
  const id = await newImportId(key);
  await call(key, "POST", `/v1/imports/${id}/cancel`);
  return send(key, { ...sample, path: { id } });
};

/** What provokes a code at one operation only. */
export const AT: Readonly<Record<string, Readonly<Partial<Record<ErrorCode, Provocation>>>>> = {
  checkSmeEligibility: Object.fromEntries(
    (
      [
        ["invalid_country", { country: "D" }],
        ["invalid_currency", { currency: "EURO" }],
        ["invalid_turnover", { annual_turnover_nac: -1 }],
        ["invalid_reference_date", { reference_date: "2026-02-30" }],
        ["no_sme_data", { country: "ES" }],
        ["currency_mismatch", { currency: "SEK" }],
      ] as const
    ).map(([code, slip]): [ErrorCode, Provocation] => [
      code,
      (send, sample) => send(null, { body: { ...(sample.body as object), ...slip } }),
    ]),
  ),
  createOrganisation: { organisation_limit_reached: joinsTooMany },
  acceptInvitation: {
    organisation_limit_reached: joinsTooMany,
    not_found: async (send, sample) => send(null, sample, (await newPerson()).session),
  },
  createClientAccount: { organisation_limit_reached: practiceFullOf({ accounts: 5_000 }) },
  importClientAccounts: { organisation_limit_reached: practiceFullOf({ accounts: 5_000 }) },
  inviteMember: {
    organisation_limit_reached: async (send, { path, body }) => {
      const { practice, owner } = await practised();
      const by = { person: owner.id, now: new Date() };
      const invitations = Array.from({ length: MOST_INVITATIONS }, () =>
        invite(practice.id, { role: "viewer" }, by),
      );
      await Promise.all(invitations);
      const { account, ...rest } = body as { account?: LedgerId };
      return send(
        null,
        { path: { ...path, organisation: practice.id }, body: rest },
        owner.session,
      );
    },
  },
  updateMember: {
    last_owner: lastOwner,
    organisation_limit_reached: practiceFullOf({ members: 201 }, { body: { role: "owner" } }),
  },
  removeMember: { last_owner: lastOwnerLeaves },
  setMails: { address_suppressed: toSuppressed },
  setAccountMails: { address_suppressed: toSuppressed },
  confirmMails: { not_found: (send, sample) => send(null, sample) },
  unsubscribeMails: { not_found: (send, sample) => send(null, sample) },
  createSession: { sign_in_failed: (send, sample) => send(null, sample) },
  refreshSession: { invalid_session: (send, sample) => send(null, sample) },
  createRegistration: {
    registration_limit_reached: async (send, sample) => send(await fullOfRegistrations(), sample),
    registration_overlap: async (send, sample) => send((await newSeller()).full, sample),
  },
  updateRegistration: {
    registration_overlap: async (send) => {
      const { full } = await newSeller();
      await call(full, "PATCH", "/v1/tax-registrations/1", { status: "excluded" });
      await register(full, { effective_from: "2022-01-01" });
      return send(full, { path: { id: "1" }, body: { status: "active" } });
    },
    registration_locked: async (send) =>
      send(await lockedSeller(), {
        path: { id: "1" },
        body: { member_state_identification: "DE" },
      }),
  },
  replaceRegistration: {
    registration_overlap: async (send, sample) =>
      send((await movedIn2026()).full, { ...sample, path: { id: "1" } }),
    registration_limit_reached: async (send, sample) =>
      send(await fullOfRegistrations(), { ...sample, path: { id: "1" } }),
    registration_locked: async (send, sample) =>
      send(await lockedSeller(), { ...sample, path: { id: "1" } }),
  },
  createSource: {
    source_key_taken: async (send, sample) => {
      const key = await ofSomebody();
      await send(key, sample);
      return send(key, sample);
    },
    source_limit_reached: async (send) => {
      const { account, full } = await newAccount();
      await send(full, { body: source("till") });
      const taken = Array.from({ length: 100 }, (_, n) => ({
        id: n + 1,
        source_key: `till-${n}`,
      }));
      await updateSources(
        account,
        (all) => ({
          ...all,
          items: taken.flatMap((one) => all.items.map((row) => ({ ...row, ...one }))),
        }),
        atHand(),
      );
      return send(full, { body: source("till-100") });
    },
  },
  createRecords: {
    records_limit_reached: async (send, sample) => {
      const { account, full } = await newAccount();
      const of = { requested_at: new Date().toISOString(), requested_by: "key" };
      for (const day of [1, 2, 3, 4, 5]) {
        const from = `2025-01-0${day}` as IsoDate;
        const range = { from, to: from, delimiter: "comma", decimal: "point" } as const;
        const id = `20250101T00000000${day}Z-00000000`;
        await saveRecordsJob(account, newJob(range, { id, ...of }));
      }
      return send(full, sample);
    },
  },
  createImport: {
    import_limit_reached: async (send, sample) => {
      const { full } = await newAccount();
      for (let n = 0; n < 20; n += 1) await send(full, sample);
      return send(full, sample);
    },
  },
  createUploadLink: {
    import_limit_reached: async (send, sample) => {
      const { full } = await newAccount();
      for (let n = 0; n < 100; n += 1) await send(full, sample);
      return send(full, sample);
    },
  },
  openUploadLink: { link_ended: ofNoLink },
  announceUpload: { link_ended: ofNoLink },
  receiveUpload: {
    link_ended: ofNoLink,
    import_not_uploaded: async (send) => {
      const { token, id } = await announcedFile();
      return send(null, { path: { id }, body: { token } });
    },
    not_found: async (send) => {
      const { token } = await announcedFile();
      return send(null, { path: { id: "20250801T000000000Z-00000000" }, body: { token } });
    },
  },
  startImport: {
    import_not_uploaded: async (send, sample) => {
      const key = await ofSomebody();
      return send(key, { ...sample, path: { id: await newImportId(key) } });
    },
    import_state_conflict: cancelledImport,
  },
  cancelImport: {
    import_state_conflict: async (send) => {
      const seller = await newAccount();
      const bytes = new TextEncoder().encode("{}\n");
      const settings = { source_id: "erp" };
      const { id } = await importedFile(seller, { format: "events_ndjson", settings, bytes });
      return send(seller.full, { path: { id } });
    },
  },
  retryImport: {
    import_state_conflict: cancelledImport,
  },
  undoImport: {
    import_state_conflict: cancelledImport,
  },
  settleImport: {
    import_state_conflict: cancelledImport,
  },
  settleImportRow: { import_state_conflict: cancelledImport },
  commitSupplyEvents: {
    event_conflict: async (send) => {
      const key = await ofSomebody();
      await send(key, { body: makeSale({ event_id: "one" }) });
      return send(key, { body: makeSale({ event_id: "one", vat_amount_minor: 1 }) });
    },
  },
  refundSupplyEvent: {
    not_a_sale: async (send) => {
      const { key, body, path } = await refundedSale();
      await send(key, { path, body });
      return send(key, { path: { event_id: body.event_id }, body: { ...body, event_id: "more" } });
    },
    nothing_to_refund: async (send) => {
      const { key, body, path } = await refundedSale();
      await send(key, { path, body });
      return send(key, { path, body: { ...body, event_id: "more" } });
    },
    refund_exceeds_sale: async (send) => {
      const { key, body, path } = await refundedSale();
      const { in_full, ...others } = body;
      return send(key, { path, body: { ...others, gross_amount_minor: 1_000_000 } });
    },
    event_conflict: async (send) => {
      const { key, body, path } = await refundedSale();
      await send(key, { path, body });
      return send(key, { path, body: { ...body, description: "another" } });
    },
  },
  classifySupplyEvent: {
    classification_limit_reached: async (send) => {
      const { account, full } = await newAccount();
      await call(full, "POST", "/v1/supply-events", makeSale({ event_id: "one" }));
      const turn = (classification_status: string) =>
        send(full, { path: { event_id: "one" }, body: { classification_status, note: "a turn" } });
      await turn("excluded");
      await rewrite(eventKey(account, "one" as EventId), (item) => {
        const [first] = item["classification_history"] as unknown[];
        item["classification_history"] = Array.from({ length: 100 }, () => first);
      });
      // Back would still be allowed.
      return turn("needs_review");
    },
  },
  calculateVat: {
    event_conflict: async (send) => {
      const key = await ofSomebody();
      await send(key, { body: batchOf(119, "one") });
      return send(key, { body: batchOf(120, "one") });
    },
    original_rate_missing: async (send) => {
      const key = await ofSomebody();
      await send(key, { body: batchOf(119, "sale") });
      const refund = { event_type: "refund", original_event_id: "sale", supply_kind: "goods" };
      const [item] = batchOf(107, "refund", { ...refund }).items;
      return send(key, { body: { items: [{ ...item, tax_class_id: "books" }] } });
    },
  },
  getRatesFile: {
    // Nothing is known of the year before.
    relief_uncertain: async (send) =>
      send(await ofSomebody(), { path: { shop: "magento" }, query: {} }),
  },
  commitTransaction: {
    event_conflict: async (send, sample) => {
      const key = await ofSomebody();
      await send(key, { ...sample, path: await calculated(key) });
      return send(key, { ...sample, path: await calculated(key) });
    },
    transaction_already_committed: async (send, sample) => {
      const key = await ofSomebody();
      const path = await calculated(key);
      await send(key, { ...sample, path });
      const other = { ...(sample.body as object), event_id: "another" };
      return send(key, { path, body: other });
    },
    original_rate_missing: async (send, { body, ...sample }) => {
      const key = await ofSomebody();
      const sale = { ...(body as object), event_id: "sale" };
      await send(key, { ...sample, path: await calculated(key), body: sale });
      const path = await calculated(key, "books");
      const refund = { event_type: "refund", original_event_id: "sale", supply_kind: "goods" };
      return send(key, { ...sample, path, body: { event_id: "refund", ...refund } });
    },
  },
  lockPeriod: {
    second_person_required: async (send) =>
      send((await withSecondPerson(newSeller())).full, PERIOD),
    period_filed_elsewhere: async (send) => {
      const { full } = await newSeller();
      const path = "/v1/returns/union-oss/2026-Q2/opening";
      await call(full, "POST", path, { currency: "EUR", filed_at: "2026-07-20", rows: [] });
      return send(full, PERIOD);
    },
    period_already_locked: async (send) => {
      const { full } = await newSeller();
      await send(full, PERIOD);
      return send(full, PERIOD);
    },
    period_not_ended: async (send) =>
      send((await newSeller()).full, { query: { period: "2998-Q1" } }),
    recount_pending: async (send) => {
      const { account, full } = await newSeller();
      await call(full, "POST", "/v1/supply-events", makeSale());
      await requestRecount(account, Date.now());
      return send(full, PERIOD);
    },
    return_not_ready: async (send) => {
      const { full } = await newSeller();
      const slip = { supply_date: "2026-05-04" as IsoDate, vat_rate_bps: 19 };
      await call(full, "POST", "/v1/supply-events", makeSale(slip));
      return send(full, { query: { ...PERIOD.query, require_ready: "true" } });
    },
  },
  markPeriodFiled: {
    period_not_locked: async (send) => send((await newSeller()).full, PERIOD),
    registration_conflict: twiceQuarter,
  },
  listLockedPeriods: { registration_conflict: twiceQuarter },
  getReturn: OF_A_RETURN,
  getReturnByCountry: OF_A_RETURN,
  exportReturn: OF_A_RETURN,
  exportReturnCsv: OF_A_RETURN,
  exportReturnJson: OF_A_RETURN,
  getReturnForAccountant: OF_A_RETURN,
  getWorkingPaper: OF_A_RETURN,
  getReturnBridge: OF_A_RETURN,
  listReturnEvents: OF_A_RETURN,
  recordOpening: {
    ...OF_AN_OPENING,
    registration_conflict: async (send, sample) => send((await movedIn2025()).full, sample),
    currency_mismatch: async (send, sample) => send((await newSeller("DK")).full, sample),
    period_not_ended: async (send, sample) =>
      send((await newSeller()).full, { ...sample, path: { ...sample.path, period: "2998-Q1" } }),
    opening_conflict: async (send, sample) => {
      const { full } = await newSeller();
      await send(full, sample);
      return send(full, { ...sample, body: { ...(sample.body as object), filing_reference: "B" } });
    },
    opening_closed: async (send, sample) => {
      const { full } = await newSeller();
      await call(full, "POST", "/v1/supply-events", makeSale());
      return send(full, sample);
    },
  },
  getOpening: { ...OF_AN_OPENING, registration_conflict: openedTwice },
  withdrawOpening: {
    ...OF_AN_OPENING,
    registration_conflict: openedTwice,
    opening_closed: async (send, sample) => {
      const { full } = await newSeller();
      const path = `/v1/returns/union-oss/${sample.path?.["period"]}/opening`;
      await call(full, "POST", path, { currency: "EUR", filed_at: "2026-01-20", rows: [] });
      await call(full, "POST", `${LOCKS}/union-oss?period=2026-Q1`);
      return send(full, sample);
    },
  },
  ...Object.fromEntries(
    [
      ["getDocsMarkdown", { page: "nothing.md" }] as const,
      ["getDocsChapterMarkdown", { chapter: "filing", page: "nothing.md" }] as const,
    ].map(([name, path]) => [
      name,
      {
        not_found: (send) => send(null, { path }),
        invalid_request: (send) => send(null, { path, query: { a: "1" } }),
        headers_too_large: (send) => send(null, { path }, LONG_HEADER),
      },
    ]),
  ),
  getConsoleFile: {
    not_found: (send) => send(null, { path: { file: "nothing.js" } }),
    invalid_request: (send) => send(null, { path: { file: "nothing.js" }, query: { a: "1" } }),
    headers_too_large: (send) => send(null, { path: { file: "nothing.js" } }, LONG_HEADER),
  },
  createConnection: {
    connection_limit_reached: async (send, sample) => {
      const full = await ofSomebody();
      for (let n = 0; n < MOST_CONNECTIONS; n += 1) {
        await send(full, { ...sample, body: { ...Object(sample.body), source_id: `shop-${n}` } });
      }
      return send(full, sample);
    },
    source_connected: async (send, sample) => {
      const full = await ofSomebody();
      await send(full, sample);
      return send(full, sample);
    },
  },
  decideRateProposal: {
    rate_proposal_decided: async (send, sample) => {
      const proposal_id = `DE-standard-1900-${randomUUID()}`;
      const decided = rateProposal({ proposal_id, state: "refused" });
      await updateProposals((seen) => ({ ...seen, proposals: [...seen.proposals, decided] }));
      return send("any", { ...sample, path: { id: proposal_id } });
    },
  },
  recheckRate: {
    rate_recheck_conflict: async (send) => {
      const proposal_id = `DE-standard-1900-${randomUUID()}`;
      const open = rateProposal({ proposal_id });
      await updateProposals((seen) => ({ ...seen, proposals: [...seen.proposals, open] }));
      return send("any", { path: { id: proposal_id }, body: {} });
    },
  },
  startCatchUp: {
    connection_not_ready: async (send) => {
      const full = await ofSomebody();
      return send(full, { path: { id: await connectionOf(full) }, body: {} });
    },
  },
  bookOpenOrder: {
    message_expired: async (send) => {
      const { account, full } = await newAccount("books-an-order");
      const id = await connectionOf(full);
      await noteOpenOrder(account, id, "shop");
      return send(full, { path: { id, order_id: OPEN_ORDER } });
    },
  },
  getVatNumberCheck: {
    not_found: async (send) => send(await ofSomebody(), { path: { id: `vc_${"0".repeat(24)}` } }),
  },
  receiveMessage: {
    not_found: (send) => send(null, { path: { id: `cn_${"0".repeat(24)}` } }),
    invalid_signature: async (send, sample) => {
      const full = await ofSomebody();
      return send(null, { ...sample, path: { id: await connectionOf(full) } });
    },
  },
  createWebhook: {
    webhook_limit_reached: async (send, sample) => {
      const full = await ofSomebody();
      for (let n = 0; n < MOST_WEBHOOKS; n += 1) await send(full, sample);
      return send(full, sample);
    },
  },
  testWebhook: { webhook_disabled: async (send) => send(...(await ofDisabled())) },
  replayWebhookDelivery: {
    webhook_disabled: async (send) => send(...(await ofDisabled())),
    delivery_under_way: async (send) => {
      const { full, id, delivery_id } = await sentWebhook();
      return send(full, { path: { id, delivery_id } });
    },
  },
  createApiKey: {
    key_limit_reached: async (send, sample) => {
      const { account, full } = await newAccount();
      // Two there are; the others are in the list alone, which is what is counted.
      const ids = Array.from({ length: MOST_KEYS - 2 }, (_, n) => `${n}`.padStart(16, "0"));
      await Promise.all(ids.map((id) => listKey(account, id)));
      return send(full, sample);
    },
  },
  rotateApiKey: {
    not_found: unknownKey,
    key_ended: async (send) => {
      const { full, readOnly } = await newAccount();
      const path = { id: readOnly.split("_")[2] ?? "" };
      await send(full, { path });
      return send(full, { path });
    },
  },
  revokeApiKey: {
    not_found: unknownKey,
    key_in_use: async (send) => {
      const { full } = await newAccount();
      return send(full, { path: { id: full.split("_")[2] ?? "" } });
    },
  },
  getEntrySheet: OF_A_QUARTER,
  tickEntrySheet: {
    ...OF_A_QUARTER,
    entry_sheet_changed: async (send, sample) => send((await newSeller()).full, sample),
  },
  checkReturnFiles: OF_A_QUARTER,
  makeReturnFile: {
    ...OF_A_QUARTER,
    period_not_locked: async (send, sample) => send((await newSeller()).full, sample),
    period_already_locked: async (send, sample) => {
      const { full } = await newSeller();
      await call(full, "POST", `${LOCKS}/union-oss?period=2026-Q2`);
      return send(full, asDraft(sample));
    },
    return_not_exportable: async (send, sample) =>
      send((await newSeller("SE")).full, asDraft(sample)),
  },
  lockReturn: {
    second_person_required: async (send) => send((await withSecondPerson(importer())).full, MONTH),
    period_filed_elsewhere: async (send) => {
      const { full } = await importer();
      const path = "/v1/returns/ioss/2026-05/opening";
      await call(full, "POST", path, { currency: "EUR", filed_at: "2026-06-20", rows: [] });
      return send(full, MONTH);
    },
    registration_conflict: conflictAtImports,
    recount_pending: async (send) => {
      const { account, full } = await importer();
      await call(full, "POST", "/v1/supply-events", makeSale());
      await requestRecount(account, Date.now());
      return send(full, MONTH);
    },
    period_already_locked: async (send) => {
      const { full } = await importer();
      await send(full, MONTH);
      return send(full, MONTH);
    },
    period_not_ended: async (send) =>
      send((await importer()).full, { ...MONTH, query: { period: "2998-01" } }),
    return_not_ready: async (send) => {
      const { full } = await importer();
      const slip = { supply_date: "2026-05-04" as IsoDate, vat_rate_bps: 19 };
      await call(full, "POST", "/v1/supply-events", makeImport(slip));
      return send(full, { ...MONTH, query: { ...MONTH.query, require_ready: "true" } });
    },
  },
  emptySandbox: { test_key_required: async (send) => send(await ofSomebody(), {}) },
  moveSandboxClock: {
    test_key_required: async (send, sample) => send(await ofSomebody(), sample),
    clock_backwards: async (send, sample) => {
      const { full } = await testKeysOf(await newAccount());
      await call(full, "PUT", "/v1/sandbox/clock", { today: "2026-06-30" });
      return send(full, { ...sample, body: { today: "2026-03-31" } });
    },
  },
  markReturnFiled: {
    period_not_locked: async (send) => send((await importer()).full, MONTH),
    registration_conflict: twiceMonth,
  },
  correctFiling: {
    period_not_locked: async (send, sample) => send((await importer()).full, sample),
    period_not_filed: async (send, sample) => {
      const { full } = await newSeller();
      const quarter = { path: { scheme: "union-oss" }, query: { period: "2025-Q3" } };
      await call(full, "POST", `${LOCKS}/union-oss?period=2025-Q3`);
      return send(full, { ...sample, ...quarter });
    },
    registration_conflict: (send, sample, ...rest) =>
      twiceMonth((key, month) => send(key, { ...month, body: sample.body }), sample, ...rest),
  },
  listLockedReturns: { registration_conflict: twiceMonth },
  getPreparation: OF_A_QUARTER,
  prepareReturn: {
    ...OF_A_QUARTER,
    period_already_locked: async (send, sample) => {
      const { full } = await newSeller();
      await call(full, "POST", `${LOCKS}/union-oss?period=${sample.path?.["period"]}`);
      return send(full, sample);
    },
    period_not_ended: async (send, sample) =>
      send((await newSeller()).full, { ...sample, path: { ...sample.path, period: "2998-Q1" } }),
    second_person_required: async (send, sample) => send((await newSeller()).full, sample),
  },
  getPayment: OF_A_PAYMENT,
  recordPayment: OF_A_PAYMENT,
  makePaymentOrder: OF_A_PAYMENT,
  makeBookings: OF_A_PAYMENT,
};

/** Codes that another test provokes, in a stack of its own, or by faults. */
export const ELSEWHERE: Readonly<Partial<Record<ErrorCode, string>>> = {
  not_enabled: "test/integration/shops/not-enabled.test.ts",
  mail_not_offered: "test/integration/notifications/mails/mails.test.ts",
  rate_limited: "test/integration/vat/sme/sme.test.ts",
  not_ready: "test/faults/ledger-and-locks-outages.alone.test.ts",
  internal_error: "test/unit/api/endpoint.test.ts",
};

/** One calculation in a batch, and its commit. */
const batchOf = (gross_amount_minor: number, event_id: string, changes: object = {}) => ({
  items: [
    {
      country: "DE",
      currency: "EUR",
      tax_class_id: "standard",
      gross_amount_minor,
      price_includes_vat: true,
      transaction_date: "2025-08-01",
      commit: {
        event_id,
        event_type: "sale",
        supply_kind: "goods",
        dispatch_country: "SE",
        ...changes,
      },
    },
  ],
});
