import * as z from "zod";
import { noSuch, notFound } from "../../core/errors/errors.ts";
import { loadedListQuery, NextCursor, pageOfAll } from "../../core/input/pagination.ts";
import { isMember, MemberPath } from "./organisation.ts";
import type { StoredSession } from "./session.ts";
import { loadMember } from "./store-organisations.ts";
import { endSession, loadSessionsOf } from "./store-sessions.ts";

const LIST = "sessions";

/** Query of GET /v1/sessions. */
export const SessionListQuery = loadedListQuery(LIST);

const SessionId = z.string().regex(/^[0-9a-f]{16}$/, noSuch("session"));
export const SessionPath = z.strictObject({ id: SessionId });
export const MemberSessionPath = MemberPath.extend({ session: SessionId });

const ListedSession = z
  .strictObject({
    id: z.string(),
    device: z
      .string()
      .nullable()
      .describe("Browser and system that signed in, as `Firefox, Windows`; null: it named neither"),
    created_at: z.iso.datetime().describe("Time when the person signed in, UTC"),
    last_used_at: z.iso
      .datetime()
      .describe(
        "Time when the session began or was last renewed, UTC; in use it is renewed every fifteen minutes",
      ),
    ends_at: z.iso.datetime().describe("Time when the person has to sign in again"),
    is_current: z.boolean().describe("True for the session of this request"),
  })
  .meta({ id: "ListedSession" });

export const SessionList = z
  .strictObject({ items: z.array(ListedSession), next_cursor: NextCursor })
  .meta({ id: "SessionList" });

/** The fields by which an owner recognises a lost device. Other days of use are personal data of the member. */
const MemberSession = ListedSession.pick({ id: true, device: true, last_used_at: true }).meta({
  id: "MemberSession",
});

export const MemberSessionList = z
  .strictObject({ items: z.array(MemberSession), next_cursor: NextCursor })
  .meta({ id: "MemberSessionList" });

/** Query of DELETE /v1/sessions. */
export const SessionsEndQuery = z.strictObject({
  keep_current: z
    .enum(["true", "false"])
    .optional()
    .describe("Keep the session of this request if `true`; `false` unless given"),
});

/** Response of a request that ends several sessions. */
export const SessionsEnd = z
  .strictObject({
    ended: z.int().describe("Number of sessions that were ended"),
    ended_at: z.iso.datetime(),
  })
  .meta({ id: "SessionsEnd" });

type OwnSession = { readonly person: string; readonly sessionId: string; readonly now: Date };

type ListQuery = z.output<typeof SessionListQuery>;

/** Lists the sessions of a person that have not ended, the newest first. */
export async function listSessions(
  { person, sessionId, now }: OwnSession,
  query: ListQuery,
): Promise<z.output<typeof SessionList>> {
  return pageOfAll(LIST, await loadSessionsOf(person, now), query, {
    idOf: ({ session_id }) => session_id,
    view: ({ created_at, ends_at, ...session }) => ({
      ...memberView(session),
      created_at,
      ends_at,
      is_current: session.session_id === sessionId,
    }),
  });
}

type ShownSession = Pick<StoredSession, "session_id" | "device" | "renewed_at">;

const memberView = ({ session_id, device, renewed_at }: ShownSession) => ({
  id: session_id,
  device: device ?? null,
  last_used_at: renewed_at,
});

type Membership = z.output<typeof MemberPath>;

/**
 * Lists the sessions of a member, for an owner of the organisation.
 * @throws DomainError `not_found` for a person who is no member
 */
export async function listMemberSessions(
  member: Membership,
  now: Date,
  query: ListQuery,
): Promise<z.output<typeof MemberSessionList>> {
  await requireMember(member);
  return pageOfAll(LIST, await loadSessionsOf(member.person, now), query, {
    idOf: ({ session_id }) => session_id,
    view: memberView,
  });
}

/**
 * Ends one session of a person.
 * @throws DomainError `not_found` for one that has ended, and for those of others
 */
export async function endOneSession(person: string, id: string, now: Date): Promise<void> {
  const sessions = await loadSessionsOf(person, now);
  if (!sessions.some(({ session_id }) => session_id === id)) throw notFound("session");
  await endSession(id, now);
}

/** Ends all sessions of a person, but for one to keep, if any. Returns how many those are. */
export async function endSessionsOf(person: string, now: Date, kept?: string): Promise<number> {
  const sessions = await loadSessionsOf(person, now);
  const ended = sessions.filter(({ session_id }) => session_id !== kept);
  await Promise.all(ended.map(({ session_id }) => endSession(session_id, now)));
  return ended.length;
}

/**
 * Ends all sessions of a member, for an owner of the organisation, also where the member uses them for another one.
 * @throws DomainError `not_found` for a person who is no member
 */
export async function endMemberSessions(member: Membership, now: Date): Promise<number> {
  await requireMember(member);
  return endSessionsOf(member.person, now);
}

/**
 * Ends one session of a member, for an owner of the organisation.
 * @throws DomainError `not_found` for a person who is no member, and for a session that is none of the member
 */
export async function endOneMemberSession(
  { session, ...member }: z.output<typeof MemberSessionPath>,
  now: Date,
): Promise<void> {
  await requireMember(member);
  await endOneSession(member.person, session, now);
}

async function requireMember({ organisation, person }: Membership): Promise<void> {
  const member = await loadMember(organisation, person);
  if (!member || !isMember(member)) throw notFound("member");
}
