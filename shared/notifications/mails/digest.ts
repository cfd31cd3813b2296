import { type BoardRow, isSubmitted, isUnanswered } from "../../accounts/people/board.ts";
import {
  hasLeft,
  isMember,
  type Member,
  memberRole,
  type Organisation,
} from "../../accounts/people/organisation.ts";
import { loadBoardRows } from "../../accounts/people/store-board.ts";
import { loadClients, loadMemberships } from "../../accounts/people/store-organisations.ts";
import { dayOf, type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import { newMail } from "./mail.ts";
import type { DigestReturn } from "./mail-texts.ts";
import type { MailWork } from "./make-mails.ts";
import { addressFor, type MailSettings, withDigest } from "./settings.ts";
import { insertMail, loadMailSettings, updateMailSettings } from "./store-mails.ts";
import { mailTexts } from "./texts.ts";

const DAYS_AHEAD = 14;

/** Maximum number of returns that a digest names. */
const MOST_NAMED = 40;

/** Maximum number of returns of an organisation that a digest is made from. */
const MOST_ROWS = 40_000;

/** Returns the facts of a return that needs attention; undefined for one that needs none. */
export function digestFacts(row: BoardRow, today: IsoDate): DigestReturn["facts"] | undefined {
  const isNear = row.filing_due_date <= plusDays(today, DAYS_AHEAD);
  const isPast = row.filing_due_date < today;
  const isUnpaid = row.payment_status === "unpaid" || row.payment_status === "part_paid";
  const facts = {
    overdue: !isSubmitted(row) && isPast,
    open: row.state === "open" && isNear && !isPast,
    locked: row.state === "locked" && row.submitted_on === null && isNear,
    questions: row.state === "open" && isNear && (row.open_questions ?? 0) > 0,
    unpaid: isUnpaid && isPast,
    files: row.state === "open" && isUnanswered(row),
  };
  return Object.values(facts).some(Boolean) ? facts : undefined;
}

/**
 * Makes the digests of a recipient that are due: one mail for each organisation with returns that need attention. The id
 * of a mail follows from organisation and day, so that a repetition makes none twice.
 */
export async function makeDigests(recipient: string, now: Date): Promise<readonly MailWork[]> {
  const settings = await loadMailSettings(recipient);
  const { digest_at } = settings;
  if (digest_at === undefined || digest_at > now.toISOString()) return [];
  const made: MailWork[] = [];
  if (addressFor(settings, "digest") !== undefined) {
    for (const { organisation, member } of await loadMemberships(recipient)) {
      const mail = await digestOf(organisation, member, settings, now);
      if (!mail) continue;
      await insertMail(mail);
      made.push({ cause: mail.cause, id: mail.id });
    }
  }
  await updateMailSettings(recipient, (before) =>
    before.digest_at === digest_at ? withDigest(before, now) : before,
  );
  return made;
}

async function digestOf(
  { organisation, name }: Organisation,
  member: Member,
  { recipient, language }: MailSettings,
  now: Date,
) {
  if (!isMember(member)) return undefined;
  const today = dayOf(now);
  const concerned = (await loadBoardRows(organisation, { limit: MOST_ROWS }))
    .map(({ row }) => ({ row, facts: digestFacts(row, today) }))
    .filter(({ row, facts }) => facts && memberRole(member, row.account) !== undefined)
    .sort((one, other) => (one.row.filing_due_date < other.row.filing_due_date ? -1 : 1));
  const accounts = [...new Set(concerned.map(({ row }) => row.account))];
  const clients = new Map(
    (await loadClients(organisation, accounts))
      .filter((client) => !hasLeft(client, today))
      .map((client) => [client.account, client.name]),
  );
  const rows = concerned.filter(({ row }) => clients.has(row.account));
  const named = rows.slice(0, MOST_NAMED);
  if (named.length === 0) return undefined;
  const returns = named.flatMap(({ row, facts }): DigestReturn[] =>
    facts ? [{ ...row, client: clients.get(row.account) ?? row.account, facts }] : [],
  );
  const words = mailTexts(language).digest(name, returns, rows.length - named.length);
  const id = `digest-${organisation}-${today}`;
  const page = `/board/${organisation}`;
  const to = { kind: "digest", recipient, language, page, firm: name } as const;
  return newMail({ cause: recipient, id }, to, words, now);
}
