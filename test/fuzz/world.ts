import { inject } from "vitest";
import { signInAt } from "../../scripts/local/sign-in-at.ts";
import { acceptInvitation, invite } from "../../shared/accounts/people/manage-organisations.ts";
import { newSecret } from "../../shared/accounts/people/session.ts";
import { accountOf, type PeriodKey } from "../../shared/core/ids.ts";
import { newBulkJob } from "../../shared/filing/bulk/bulk-job.ts";
import { saveBulkJob } from "../../shared/filing/bulk/store-bulk-jobs.ts";
import { confirmMails } from "../../shared/notifications/mails/manage-mails.ts";
import type { MailChange } from "../../shared/notifications/mails/schema.ts";
import { changedSettings, mailToken } from "../../shared/notifications/mails/settings.ts";
import {
  loadMailSettings,
  updateMailSettings,
} from "../../shared/notifications/mails/store-mails.ts";
import { insertNotifications } from "../../shared/notifications/store.ts";
import { updateProposals } from "../../shared/vat/rate-proposals/store-rate-proposals.ts";
import { makeNotification } from "../make/notification.ts";
import { noteOpenOrder, OPEN_ORDER } from "../make/open-order.ts";
import { rateProposal } from "../make/rate-proposal.ts";
import { type Account, call, newAccount } from "../stack/api.ts";
import { testKeysOf } from "../stack/full-sandbox.ts";
import { importedFile, uploadedFile } from "../stack/imports.ts";
import { mailsTo } from "../stack/mails.ts";
import {
  newOperator,
  newPerson,
  newPractice,
  type SignedIn,
  sessionIdOf,
  sessionOf,
} from "../stack/people.ts";
import { settleRecords } from "../stack/settle.ts";
import { announced, announcementOf, newUploadLink, putTo } from "../stack/upload-links.ts";
import type { World } from "./attack.ts";
import { targets } from "./operations.ts";

type Created = { readonly id: string | number };
type Key = Created & { readonly api_key: string };
type Locked = { readonly exports: readonly { readonly id: string }[] };

const exampleOf = (operationId: string): unknown =>
  targets.find((target) => target.operationId === operationId)?.bodies[0];

const LOCKS = "/v1/reports/locked-return-periods";

/** What the document's examples speak of, made in an order in which each of them is taken. */
class Shop {
  readonly account: Account;

  constructor(account: Account) {
    this.account = account;
  }

  async post<Body>(path: string, body?: unknown): Promise<Body> {
    const answer = await call<Body>(this.account.full, "POST", path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** One made of an example, as what stands in a path. */
  async made(path: string, operationId: string): Promise<{ readonly id: string }> {
    return { id: String((await this.post<Created>(path, exampleOf(operationId))).id) };
  }

  /** A connection of a source of its own. */
  async connected(source_id: string): Promise<{ readonly id: string }> {
    const body = { ...Object(exampleOf("createConnection")), source_id };
    return { id: String((await this.post<Created>("/v1/connections", body)).id) };
  }

  /** A connection with access to a shop that is not there. */
  async withAccess(): Promise<{ readonly id: string }> {
    const one = await this.connected("asked");
    await this.post(`/v1/connections/${one.id}/access`, exampleOf("setConnectionAccess"));
    return one;
  }

  async export(scheme: string, period: string): Promise<{ readonly export_id: string }> {
    const { exports } = await this.post<Locked>(`${LOCKS}/${scheme}?period=${period}`);
    return { export_id: exports[0]?.id ?? "" };
  }

  /** One that none of its holder's requests is made with: to be revoked, or to ask for what only it may. */
  key(body: object = {}): Promise<Key> {
    return this.post<Key>("/v1/api-keys", { name: "One more", scope: "full", ...body });
  }
}

/** An account with one of everything that there are operations on; what ends a thing has one of its own. */
export async function fuzzedWorld(): Promise<World> {
  const [account, other] = await Promise.all([newAccount("fuzzed"), newAccount("other")]);
  const shop = new Shop(account);
  await call(account.full, "PUT", "/v1/account", exampleOf("putAccount"));
  const registration = await shop.made("/v1/tax-registrations", "createRegistration");
  await shop.post("/v1/tax-registrations", {
    scheme_type: "ioss",
    member_state_identification: "SE",
    vat_registration_number: "IM7520000123",
    effective_from: "2021-07-01",
    status: "active",
  });
  const opening = { scheme: "union-oss", period: "2025-Q4" };
  await shop.post("/v1/returns/union-oss/2025-Q4/opening", exampleOf("recordOpening"));
  const source = await shop.made("/v1/sources", "createSource");
  await shop.post("/v1/supply-events", exampleOf("commitSupplyEvents"));
  const test = await shop.key({ mode: "test" });
  const practice = await practices();
  const uploads = await uploadsOf(shop);
  return {
    key: account.full,
    otherKeys: [account.readOnly, other.full],
    keys: { emptySandbox: test.api_key, moveSandboxClock: (await testKeysOf(other)).full },
    sessions: practice.sessions,
    ids: {
      ...practice.ids,
      getDocsMarkdown: { page: "api.md" },
      getDocsChapterMarkdown: { chapter: "filing", page: "germany.md" },
      getConsoleFile: { file: await consoleFile() },
      getVatNumberCheck: await shop.made("/v1/vat-numbers/check", "checkVatNumber"),
      getSupplyEvent: { event_id: "order-1002" },
      refundSupplyEvent: { event_id: "order-1002" },
      updateSource: source,
      updateRegistration: registration,
      getOpening: opening,
      withdrawOpening: opening,
      ...(await keysAndNotices(shop)),
      ...(await calculations(shop)),
      ...(await importsOf(shop)),
      ...uploads.ids,
      ...(await webhooks(shop)),
      ...(await connections(shop)),
      ...(await files(shop)),
    },
    // The call with which WooCommerce tries an address is the only one that needs no signature.
    messages: {
      receiveMessage: Buffer.from("webhook_id=17"),
      ...practice.messages,
      ...uploads.messages,
    },
  };
}

/** The token of the link that confirms an address of the person. */
async function mailTokenOf(person: string): Promise<string> {
  const secret = newSecret();
  const change = { ...mailsTo("fuzz@mail.example"), language: "en" } as MailChange;
  const at = { secret, now: new Date() };
  await updateMailSettings(person, (before) => changedSettings(before, person, change, at));
  return mailToken(person, secret);
}

/** The token of the link that ends the mails of a person. */
async function unsubscriptionOf({ id }: SignedIn): Promise<{ readonly token: string }> {
  await confirmMails(await mailTokenOf(id), new Date());
  const { unsubscribe_secret = "" } = await loadMailSettings(id);
  return { token: mailToken(id, unsubscribe_secret) };
}

/** A practice with a member and an invitation; what ends a session has one of its own. */
async function practices(): Promise<Pick<World, "ids" | "messages" | "sessions">> {
  const owner = await newPerson("owner");
  const { id: organisation, account } = await newPractice(owner);
  const by = { person: owner.id, now: new Date() };
  const joined = async () => {
    const person = await newPerson("member");
    const { token } = await invite(
      organisation,
      { role: "viewer", account: accountOf(account) },
      by,
    );
    await acceptInvitation(token, { person: person.id, now: by.now });
    return { organisation, person: person.id };
  };
  const open = () => invite(organisation, { role: "viewer" }, by);
  const [renewing, leaving, ending] = [
    await sessionOf(owner.id),
    await newPerson(),
    await newPerson(),
  ];
  const [guest, confirming] = [await newPerson(), await newPerson()];
  const { token } = await open();
  const { invitation } = await open();
  const wanted = {
    account: accountOf(account),
    scheme_type: "union_oss" as const,
    period_key: "2026-Q1" as PeriodKey,
  };
  const job = newBulkJob(organisation, { action: "check", returns: [wanted] }, by);
  const zip = { file_name: "returns.zip", size_bytes: 1, sha256: "0".repeat(64) };
  const zipped = { ...newBulkJob(organisation, { action: "check", returns: [wanted] }, by), zip };
  for (const one of [job, zipped]) await saveBulkJob(one);
  const there = { organisation };
  const listed = await joined();
  const proposal_id = "MT-periodicals-500-700";
  const proposal = rateProposal({ proposal_id, country: "MT", class_id: "periodicals" });
  await updateProposals((seen) => ({ ...seen, proposals: [...seen.proposals, proposal] }));
  const operator = await newOperator();
  const ofOwner = Object.fromEntries(
    targets
      .filter(({ path }) => /^\/v1\/(?:organisations|session$|sessions|mail$)/.test(path))
      .map(({ operationId }) => [operationId, owner.access]),
  );
  return {
    sessions: {
      ...ofOwner,
      listRateProposals: operator.access,
      proposeRate: operator.access,
      decideRateProposal: operator.access,
      recheckRate: operator.access,
      loadEcbRates: operator.access,
      endSession: (await newPerson()).access,
      endSessions: leaving.access,
      endOneSession: ending.access,
      acceptInvitation: guest.access,
    },
    messages: {
      createSession: bytes(await codeOfIssuer()),
      refreshSession: bytes({ refresh_token: renewing.refresh }),
      acceptInvitation: bytes({ token }),
      // Not of the owner: `setMails` names another address for the owner, and then the link confirms nothing.
      confirmMails: bytes({ token: await mailTokenOf(confirming.id) }),
      inviteMember: bytes({ role: "viewer" }),
    },
    ids: {
      unsubscribeMails: await unsubscriptionOf(guest),
      getOrganisation: there,
      decideRateProposal: { id: proposal_id },
      recheckRate: { id: proposal_id },
      listClientAccounts: there,
      getBoard: there,
      createBulkJob: there,
      getBulkJob: { organisation, job: job.job },
      downloadBulkFiles: { organisation, job: zipped.job },
      createClientAccount: there,
      updateClientAccount: { organisation, account },
      importClientAccounts: there,
      listMembers: there,
      inviteMember: there,
      updateMember: await joined(),
      removeMember: await joined(),
      endMemberSessions: await joined(),
      listMemberSessions: listed,
      endOneMemberSession: { ...listed, session: sessionIdOf(await sessionOf(listed.person)) },
      endOneSession: { id: sessionIdOf(await sessionOf(ending.id)) },
      withdrawInvitation: { organisation, invitation: invitation.invitation },
    },
  };
}

const bytes = (body: object): Buffer => Buffer.from(JSON.stringify(body));

/** The body of a sign-in at the issuer of the stack. */
async function codeOfIssuer() {
  type SignIn = { provider: { issuer: string; client_id: string } };
  const { issuer, client_id: clientId } = (await call<SignIn>(undefined, "GET", "/v1/sign-in")).body
    .provider;
  return signInAt({ issuer, clientId }, "Fuzz", `${inject("stack").url}/console`);
}

async function consoleFile(): Promise<string> {
  const { text } = await call(undefined, "GET", "/console");
  return /"console\/([^"]+)"/.exec(text)?.[1] ?? "";
}

async function keysAndNotices(shop: Shop): Promise<World["ids"]> {
  const { account } = shop.account;
  const id = `${account}-2026-exceeded`;
  await insertNotifications(account, [makeNotification({ id })]);
  const [revoked, rotated] = [await shop.key(), await shop.key()];
  return {
    readNotification: { id },
    readAccountNotification: { id },
    revokeApiKey: { id: String(revoked.id) },
    rotateApiKey: { id: String(rotated.id) },
  };
}

async function calculations(shop: Shop): Promise<World["ids"]> {
  type Calculated = { readonly transaction_id: string };
  const example = exampleOf("calculateVat");
  const { transaction_id: id } = await shop.post<Calculated>("/v1/vat/calculate", example);
  return { getTransaction: { id }, commitTransaction: { id } };
}

async function importsOf(shop: Shop): Promise<World["ids"]> {
  const { account } = shop;
  const bytes = new TextEncoder().encode('{"event_id":"no more"}\n');
  const file = { format: "events_ndjson", settings: { source_id: "erp" }, bytes };
  const { id } = await importedFile(account, file);
  // An undone import has no findings any more.
  const undone = await importedFile(account, file);
  // All its rows are settled, so that none is settled by itself.
  const settled = await importedFile(account, file);
  await shop.post(`/v1/imports/${settled.id}/settle`);
  const [uploaded, cancelled] = [
    await uploadedFile(account, file),
    await uploadedFile(account, file),
  ];
  return {
    getImport: { id },
    getImportBridge: { id },
    listImportRows: { id },
    downloadFindings: { id },
    undoImport: { id: undone.id },
    settleImport: { id },
    settleImportRow: { id: settled.id },
    retryImport: { id },
    startImport: { id: uploaded.id },
    cancelImport: { id: cancelled.id },
  };
}

/** A link that is revoked, and one by which a file was sent that is not received yet. */
async function uploadsOf({ account }: Shop): Promise<Pick<World, "ids" | "messages">> {
  const revoked = await newUploadLink(account);
  const { token } = await newUploadLink(account);
  const content = new TextEncoder().encode("day;amount\n");
  const file = announcementOf(token, "q3.csv", content);
  const { body } = await announced(file);
  await putTo(body, content);
  return {
    ids: { revokeUploadLink: { id: revoked.id }, receiveUpload: { id: body.id } },
    messages: {
      openUploadLink: bytes({ token }),
      announceUpload: bytes(file),
      receiveUpload: bytes({ token }),
    },
  };
}

async function webhooks(shop: Shop): Promise<World["ids"]> {
  const one = await shop.made("/v1/webhooks", "createWebhook");
  const sent = await shop.post<Created>(`/v1/webhooks/${one.id}/test`);
  return {
    getWebhook: one,
    updateWebhook: one,
    testWebhook: one,
    rotateWebhookSecret: one,
    listWebhookDeliveries: one,
    replayWebhookDelivery: { ...one, delivery_id: String(sent.id) },
    deleteWebhook: await shop.made("/v1/webhooks", "createWebhook"),
  };
}

/** The example of a change pauses the connection, so that what receives has one of its own. */
async function connections(shop: Shop): Promise<World["ids"]> {
  const one = await shop.connected("web-shop");
  await noteOpenOrder(shop.account.account, one.id, "web-shop");
  await noteOpenOrder(shop.account.account, one.id, "web-shop", "1002");
  return {
    getConnection: one,
    updateConnection: one,
    setConnectionSecret: one,
    setConnectionAccess: one,
    startCatchUp: await shop.withAccess(),
    listInboundDeliveries: one,
    listOpenOrders: one,
    bookOpenOrder: { ...one, order_id: OPEN_ORDER },
    settleOpenOrder: { ...one, order_id: "1002" },
    receiveMessage: await shop.connected("sending"),
    deleteConnection: await shop.connected("leaving"),
  };
}

async function files(shop: Shop): Promise<World["ids"]> {
  const records = await shop.made("/v1/records", "createRecords");
  await settleRecords(shop.account.account);
  return {
    getRecords: records,
    downloadRecords: { ...records, file: "1.csv" },
    downloadExport: await shop.export("union-oss", "2026-Q1"),
    downloadReturnExport: { scheme: "ioss", ...(await shop.export("ioss", "2026-04")) },
  };
}
