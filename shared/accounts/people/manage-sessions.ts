import * as z from "zod";
import { noSuch, notFound } from "../../core/errors/errors.ts";
import { loadedListQuery, NextCursor, pageOfAll } from "../../core/input/pagination.ts";
import { isMember } from "./organisation.ts";
import { loadMember } from "./store-organisations.ts";
import { endSession, loadSessionsOf } from "./store-sessions.ts";

const LIST = "sessions";

/** Query of GET /v1/sessions. */
export const SessionListQuery = loadedListQuery(LIST);

export const SessionPath = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{16}$/, noSuch("session")),
});

const ListedSession = z
  .strictObject({
    id: z.string(),
    device: z
      .string()
      .nullable()
      .describe("Browser and system that signed in, as `Firefox, Windows`; null: it named neither"),
    created_at: z.iso.datetime().describe("When the person signed in, UTC"),
    last_used_at: z.iso
      .datetime()
      .describe(
        "When the session was begun or last renewed, UTC; in use it is renewed every fifteen minutes",
      ),
    ends_at: z.iso.datetime().describe("When the person has to sign in again, UTC"),
    is_current: z.boolean().describe("True for the session of this request"),
  })
  .meta({ id: "ListedSession" });

export const SessionList = z
  .strictObject({ items: z.array(ListedSession), next_cursor: NextCursor })
  .meta({ id: "SessionList" });

/** Query of DELETE /v1/sessions. */
export const SessionsEndQuery = z.strictObject({
  keep_current: z
    .enum(["true", "false"])
    .optional()
    .describe("`true`: the session of this request goes on; `false` unless given"),
});

/** Response of a request that ends several sessions. */
export const SessionsEnd = z
  .strictObject({
    ended: z.int().describe("Number of sessions that were ended"),
    ended_at: z.iso.datetime(),
  })
  .meta({ id: "SessionsEnd" });

type OwnSession = { readonly person: string; readonly sessionId: string; readonly now: Date };

/** Lists the sessions of a person that have not ended, the newest first. */
export async function listSessions(
  { person, sessionId, now }: OwnSession,
  query: z.output<typeof SessionListQuery>,
): Promise<z.output<typeof SessionList>> {
  return pageOfAll(LIST, await loadSessionsOf(person, now), query, {
    idOf: ({ session_id }) => session_id,
    view: ({ session_id, device = null, created_at, renewed_at, ends_at }) => ({
      id: session_id,
      device,
      created_at,
      last_used_at: renewed_at,
      ends_at,
      is_current: session_id === sessionId,
    }),
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
export async function endMemberSessions(
  organisation: string,
  person: string,
  now: Date,
): Promise<number> {
  const member = await loadMember(organisation, person);
  if (!member || !isMember(member)) throw notFound("member");
  return endSessionsOf(person, now);
}
