import { setTimeout as wait } from "node:timers/promises";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { loadBulkJob } from "../../../shared/filing/bulk/store-bulk-jobs.ts";
import { type Mails, recordMails } from "./mails.ts";
import type { Recorder } from "./recorder.ts";

/** A sign-in at the issuer, as the page carries it out: the body of the request that begins a session. */
export type People = {
  readonly signIn: (name: string) => Promise<Readonly<Record<string, string>>>;
};

/** Records a practice: its owner signs in, adds clients, invites somebody who accepts, and chooses mails. */
export async function recordPeople(
  recorder: Recorder,
  { signIn }: People,
  mails: Mails,
): Promise<void> {
  await recorder.show("getSignIn", "The issuer of the stage");
  const owner = await sessionOf(recorder, await signIn("Anna Larsson"));
  const made = await recorder.show("createOrganisation", "A practice", {
    ...owner,
    body: { name: "Larsson & Co" },
  });
  const path = { organisation: String(made["id"]) };
  const client = await recorder.show("createClientAccount", "The account of a client", {
    ...owner,
    path,
    body: { name: "Kaffe AB", reference: "10001" },
  });
  await recorder.show("listClientAccounts", "All of them", { ...owner, path });
  await recorder.show("updateClientAccount", "A name was mistyped", {
    ...owner,
    path: { ...path, account: String(client["account"]) },
    body: { name: "Kaffe och Te AB" },
  });
  await recorder.show("updateClientAccount", "The client has another accountant", {
    ...owner,
    path: { ...path, account: String(client["account"]) },
    body: { left_on: "2027-02-01" },
  });
  await recorder.show("importClientAccounts", "The clients of a spreadsheet", {
    ...owner,
    path,
    body: { csv: "name;reference\nKaffe AB;10001\nTe & Co;10002\n" },
  });
  await recorder.show("getBoard", "What is due in the next months", {
    ...owner,
    path,
    query: { due_before: "2027-01-01" },
  });
  await recordBulkJob(recorder, owner, path);
  const preparer = await recordInvitation(recorder, owner, { path, signIn, account: client });
  await recordMails(recorder, owner, mails);
  await recordMember(recorder, owner, { path, preparer });
  await recordSessions(recorder, owner, await signIn("Anna Larsson"));
}

type Call = { readonly headers: Readonly<Record<string, string>> };

async function sessionOf(recorder: Recorder, body: object): Promise<Call> {
  const headers = { "user-agent": "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0" };
  const answer = { headers, body };
  const tokens = await recorder.show("createSession", "With the code of the issuer", answer);
  const refreshed = await recorder.show("refreshSession", "New tokens", {
    body: { refresh_token: tokens["refresh_token"] },
  });
  return { headers: { Authorization: `Bearer ${refreshed["access_token"]}` } };
}

type Practice = { readonly path: { readonly organisation: string } };
async function recordBulkJob(
  recorder: Recorder,
  owner: Call,
  path: Practice["path"],
): Promise<void> {
  const made = await recorder.show("createBulkJob", "The filings of a spreadsheet", {
    ...owner,
    path,
    body: {
      action: "file",
      csv: "reference;scheme_type;period_key;filed_at\n10001;union_oss;2026-Q2;2026-07-20\n",
    },
  });
  const job = String(made["id"]);
  await ended(path.organisation, job);
  await recorder.show("getBulkJob", "A return that is not locked", {
    ...owner,
    path: { ...path, job },
  });
  const zipped = await recorder.show("createBulkJob", "The files of locked returns", {
    ...owner,
    path,
    body: {
      action: "download",
      returns: [{ account: "unknown", scheme_type: "union_oss", period_key: "2026-Q2" }],
    },
  });
  await ended(path.organisation, String(zipped["id"]));
  await recorder.show("downloadBulkFiles", "The ZIP of a job", {
    ...owner,
    path: { ...path, job: String(zipped["id"]) },
  });
}

const PAUSE_MS = 50;

/** Waits until the job has ended. */
async function ended(organisation: string, id: string): Promise<void> {
  const job = await loadBulkJob(organisation, id);
  if (job?.ended_at !== undefined) return;
  await wait(PAUSE_MS);
  await ended(organisation, id);
}

type Invited = Practice & People & { readonly account: Readonly<Record<string, unknown>> };

async function recordInvitation(
  recorder: Recorder,
  owner: Call,
  { path, signIn, account }: Invited,
): Promise<string> {
  const invited = await recorder.show("inviteMember", "A preparer of one client", {
    ...owner,
    path,
    body: { role: "preparer", account: account["account"], email: "bo@example.com" },
  });
  const spare = await recorder.show("inviteMember", "A viewer of all clients", {
    ...owner,
    path,
    body: { role: "viewer" },
  });
  await recorder.show("withdrawInvitation", "One that was sent by mistake", {
    ...owner,
    path: { ...path, invitation: String(spare["id"]) },
  });
  const preparer = await sessionOf(recorder, await signIn("Bo Ek"));
  await recorder.show("acceptInvitation", "The link of the invitation", {
    ...preparer,
    body: { token: invited["token"] },
  });
  await recordPreparation(recorder, owner, preparer, String(account["account"]) as LedgerId);
  const { person } = (await recorder.show("getSession", "Who is signed in", preparer)) as {
    person: { id: string };
  };
  await recorder.refused("insufficient_role", "listMembers", { ...preparer, path });
  await recorder.refused("invalid_session", "getSession", {
    headers: { Authorization: "Bearer vat_session_unknown" },
  });
  return person.id;
}

/** Records a return that one person prepares, and that the same person cannot lock. */
async function recordPreparation(
  recorder: Recorder,
  owner: Call,
  preparer: Call,
  account: LedgerId,
): Promise<void> {
  const at = ({ headers }: Call) => ({ key: null, headers: { ...headers, "X-Account": account } });
  const scheme = { scheme_type: "union_oss", member_state_identification: "SE" };
  await recorder.prepare("createRegistration", {
    ...at(owner),
    body: { ...scheme, effective_from: "2025-01-01", status: "active" },
  });
  await recorder.show("putAccount", "Locks need a second person", {
    ...at(owner),
    body: { establishment_country: "SE", lock_requires_second_person: true },
  });
  await recorder.refused("second_person_required", "lockReturn", {
    ...at(owner),
    path: { scheme: "union-oss" },
    query: { period: "2026-Q2" },
  });
  const path = { scheme: "union-oss", period: "2026-Q2" };
  await recorder.show("prepareReturn", "By the preparer", { ...at(preparer), path });
  await recorder.show("getPreparation", "Marked by one person", { ...at(owner), path });
}

async function recordMember(
  recorder: Recorder,
  owner: Call,
  { path, preparer }: Practice & { readonly preparer: string },
): Promise<void> {
  const member = { ...path, person: preparer };
  await recorder.show("listMembers", "Everybody", { ...owner, path });
  await recorder.show("updateMember", "Approver of every client", {
    ...owner,
    path: member,
    body: { role: "approver" },
  });
  const { items } = (await recorder.show("listMemberSessions", "Of the approver", {
    ...owner,
    path: member,
  })) as { readonly items: readonly { readonly id: string }[] };
  await recorder.show("endOneMemberSession", "Of a lost laptop", {
    ...owner,
    path: { ...member, session: items[0]?.id ?? "" },
  });
  await recorder.show("endMemberSessions", "All that are left", { ...owner, path: member });
  await recorder.show("removeMember", "Somebody who has left", { ...owner, path: member });
  await recorder.show("getOrganisation", "Afterwards", { ...owner, path });
}

/** Records the sessions of a person, who has a second one; and the sign-out. */
async function recordSessions(recorder: Recorder, owner: Call, body: object): Promise<void> {
  await recorder.prepare("createSession", { body });
  const { items } = (await recorder.show("listSessions", "On two devices", owner)) as {
    readonly items: readonly { readonly id: string; readonly is_current: boolean }[];
  };
  const id = items.find(({ is_current }) => !is_current)?.id ?? "";
  await recorder.show("endOneSession", "Of a lost laptop", { ...owner, path: { id } });
  const query = { keep_current: "true" };
  await recorder.show("endSessions", "Everywhere else", { ...owner, query });
  await recorder.show("endSession", "Sign out", owner);
}
