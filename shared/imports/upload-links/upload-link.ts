import * as z from "zod";
import { secretHash } from "../../accounts/people/session.ts";
import { PeriodKey } from "../../core/calendar/schema.ts";
import { DomainError } from "../../core/errors/errors.ts";
import type { LedgerId } from "../../core/ids.ts";
import { LANGUAGES } from "../../core/language.ts";
import { newImportId } from "../jobs/job.ts";

/** Maximum number of files that one link takes. */
export const MOST_FILES = 5;
/** Days after which a link ends at the latest. */
export const LONGEST_DAYS = 30;
/** Maximum size of a file that is sent by a link. */
export const LARGEST_SENT_FILE = 200_000_000;

/** Days that an ended link is still listed. */
const LISTED_DAYS = 90;

const DAY_MS = 86_400_000;

/** A file that the sender has announced. Its id is that of its import. */
const SentFile = z.object({
  id: z.string(),
  file_name: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
  asked_at: z.iso.datetime(),
  received_at: z.iso.datetime().optional(),
});
export type SentFile = Readonly<z.output<typeof SentFile>>;

/**
 * A link by which somebody without an account sends files of one source and one period. It opens nothing else: a file
 * becomes a dry run. The token is stored as a hash.
 */
export const UploadLink = z.object({
  id: z.string(),
  version: z.int(),
  token_sha256: z.string(),
  source_id: z.string(),
  /** Absent if the format of each file is recognised. */
  format: z.string().optional(),
  /** Absent if those of the last import of the source are taken. */
  settings: z.record(z.string(), z.unknown()).optional(),
  period_key: PeriodKey,
  language: z.enum(LANGUAGES),
  max_files: z.int(),
  /** The organisation or account that asks, as the page names it. */
  asked_by: z.string(),
  /** The name of the account in its organisation. */
  client: z.string().optional(),
  created_at: z.iso.datetime(),
  /** The key or person that has made the link. */
  created_by: z.string(),
  ends_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().optional(),
  files: z.array(SentFile),
  expires_at: z.int(),
});
export type UploadLink = Readonly<z.output<typeof UploadLink>>;

type Asked = Pick<
  UploadLink,
  | "source_id"
  | "format"
  | "settings"
  | "period_key"
  | "language"
  | "max_files"
  | "asked_by"
  | "client"
  | "created_by"
> & { readonly days: number };

/** Returns a new link, which the token opens. */
export function newUploadLink({ days, ...asked }: Asked, token: string, id: string, now: Date) {
  const end = now.getTime() + days * DAY_MS;
  const link: UploadLink = {
    ...asked,
    id,
    version: 0,
    token_sha256: secretHash(token),
    created_at: now.toISOString(),
    ends_at: new Date(end).toISOString(),
    files: [],
    expires_at: Math.ceil((end + LISTED_DAYS * DAY_MS) / 1000),
  };
  return link;
}

/** The account and the id of a link. */
export type LinkName = { readonly ledger: LedgerId; readonly id: string };

/*
 * vat_upload.<ledger, base64url>.<id of the link>.<secret, 43 url-safe characters>
 *
 * The hash of the whole token is stored, so that no part of it can be replaced.
 */
export const linkToken = ({ ledger, id }: LinkName, secret: string): string =>
  ["vat_upload", Buffer.from(ledger).toString("base64url"), id, secret].join(".");

const TOKEN = /^vat_upload\.([\w-]{1,200})\.(\d{8}T\d{9}Z-[0-9a-f]{8})\.[\w-]{43}$/;
const LEDGER = /^[\w.-]{1,100}$/;

/** Parses a token; undefined for a text of another form. */
export function parseLinkToken(token: string): LinkName | undefined {
  const [, account = "", id = ""] = TOKEN.exec(token) ?? [];
  const ledger = Buffer.from(account, "base64url").toString();
  return LEDGER.test(ledger) ? { ledger: ledger as LedgerId, id } : undefined;
}

/** The one answer for a link that is unknown, revoked, expired or used up, so that it tells nothing of an account. */
export const linkEnded = (): DomainError =>
  new DomainError("link_ended", "this link is not valid any more: ask for a new one");

export const takesFiles = ({ revoked_at, ends_at }: UploadLink, now: Date): boolean =>
  revoked_at === undefined && now.toISOString() < ends_at;

export const receivedOf = ({ files }: UploadLink): SentFile[] =>
  files.filter(({ received_at }) => received_at !== undefined);

/** True if the link has received all its files. */
export const isUsedUp = (link: UploadLink): boolean => receivedOf(link).length >= link.max_files;

type File = Pick<SentFile, "file_name" | "size_bytes" | "sha256">;

/** Returns the file with that content that was announced before; the sender may have been interrupted. */
export const sameFile = ({ files }: UploadLink, { size_bytes, sha256 }: File) =>
  files.find((file) => file.sha256 === sha256 && file.size_bytes === size_bytes);

/**
 * Returns the link with one more announced file. The same file again takes no further place.
 * @throws DomainError `link_ended` if every place is taken
 */
export function withFile(link: UploadLink, file: File, now: Date): UploadLink {
  if (sameFile(link, file)) return link;
  if (link.files.length >= link.max_files) throw linkEnded();
  const announced = { ...file, id: newImportId(now), asked_at: now.toISOString() };
  return { ...link, files: [...link.files, announced] };
}

/** Returns the link after a file was received, or the link itself if it was received before. */
export function withReceipt(link: UploadLink, id: string, now: Date): UploadLink {
  if (receivedOf(link).some((file) => file.id === id)) return link;
  const received_at = now.toISOString();
  const files = link.files.map((file) => (file.id === id ? { ...file, received_at } : file));
  return { ...link, files };
}

export const revoked = (link: UploadLink, now: Date): UploadLink =>
  link.revoked_at === undefined ? { ...link, revoked_at: now.toISOString() } : link;
