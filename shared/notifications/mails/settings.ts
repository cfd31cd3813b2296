import * as z from "zod";
import { hasHash, newSecret, secretHash } from "../../accounts/people/session.ts";
import { LANGUAGES } from "../../core/language.ts";
import { mailsDueKey } from "../../platform/table/mails.ts";
import { MAIL_KINDS, type MailKind } from "./mail.ts";
import type { MailChange, MailSettingsView } from "./schema.ts";

const CONFIRMATION_HOURS = 48;
const HOUR_MS = 3_600_000;

/** The stored settings of a recipient: a person, or an account that is used by keys alone. */
export const MailSettings = z.object({
  version: z.int(),
  recipient: z.string(),
  language: z.enum(LANGUAGES),
  /** False after the one click that ends all mails, until the recipient switches them on again. */
  enabled: z.boolean(),
  off: z.array(z.enum(MAIL_KINDS)).readonly(),
  /** A confirmed address. */
  address: z.string().optional(),
  confirmed_at: z.string().optional(),
  /** An address that waits for its confirmation. */
  pending: z
    .object({ address: z.string(), secret_sha256: z.string(), ends_at: z.string() })
    .optional(),
  /** Opens nothing but the end of all mails; each mail contains it. */
  unsubscribe_secret: z.string().optional(),
  /** The instant of the next digest, while there is one. */
  digest_at: z.string().optional(),
  gsi1pk: z.string().optional(),
  gsi1sk: z.string().optional(),
});
export type MailSettings = Readonly<z.output<typeof MailSettings>>;

export const NO_MAILS: MailSettings = {
  version: 0,
  recipient: "",
  language: "en",
  enabled: true,
  off: [],
};

/** Returns the address for mails of a kind; undefined if the recipient wants none, or has confirmed none. */
export const addressFor = (
  { address, enabled, off }: MailSettings,
  kind: MailKind,
): string | undefined => (enabled && !off.includes(kind) ? address : undefined);

/** True if a change names an address that has to be confirmed first, and was not asked before. */
export const isNewAddress = (
  { address, pending }: MailSettings,
  wanted: string | null,
  now: Date,
): wanted is string => {
  const isPending = pending?.address === wanted && now.toISOString() < (pending?.ends_at ?? "");
  return wanted !== null && wanted !== address && !isPending;
};

/**
 * Returns the settings after a change. A new address waits for its confirmation; the one before stays until then. Without
 * an address nothing of one is left.
 * @param secret of the link that confirms a new address
 */
export function changedSettings(
  before: MailSettings,
  recipient: string,
  { address, language, enabled, kinds }: MailChange,
  { secret, now }: { readonly secret: string; readonly now: Date },
): MailSettings {
  const off = MAIL_KINDS.filter((kind) => !kinds[kind]);
  const common = { ...before, recipient, language, enabled, off };
  if (address === null) return withDigest(withoutAddress(common), now);
  if (isNewAddress(before, address, now)) {
    const ends_at = new Date(now.getTime() + CONFIRMATION_HOURS * HOUR_MS).toISOString();
    const pending = { address, secret_sha256: secretHash(secret), ends_at };
    return withDigest({ ...common, pending }, now);
  }
  if (address !== before.address) return withDigest(common, now);
  const { pending: _, ...settled } = common;
  return withDigest(settled, now);
}

const withoutAddress = ({
  address: _,
  confirmed_at: __,
  pending: ___,
  unsubscribe_secret: ____,
  ...rest
}: MailSettings): MailSettings => rest;

/** Returns the settings with the address confirmed; undefined if the link is used, over, or of another address. */
export function confirmed(
  before: MailSettings,
  secret: string,
  now: Date,
): MailSettings | undefined {
  const { pending, ...rest } = before;
  const isOpen = pending !== undefined && now.toISOString() < pending.ends_at;
  if (!isOpen || !hasHash(secret, pending.secret_sha256)) return undefined;
  const { address } = pending;
  // The links of former mails still work.
  const unsubscribe_secret = before.unsubscribe_secret ?? newSecret();
  const confirmed_at = now.toISOString();
  return withDigest({ ...rest, address, confirmed_at, unsubscribe_secret }, now);
}

/** Returns the settings without any further mail; undefined if the secret is not that of the recipient's mails. */
export function unsubscribed(
  before: MailSettings,
  secret: string,
  now: Date,
): MailSettings | undefined {
  const known = before.unsubscribe_secret;
  if (known === undefined || !hasHash(secret, secretHash(known))) return undefined;
  return withDigest({ ...before, enabled: false }, now);
}

const MONDAY = 1;
/** Digests are made in the morning of Europe. */
const DIGEST_HOUR_UTC = 5;

/** Returns the first Monday morning after an instant. */
function nextDigest(now: Date): string {
  const next = new Date(now);
  next.setUTCHours(DIGEST_HOUR_UTC, 0, 0, 0);
  while (next.getUTCDay() !== MONDAY || next <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString();
}

/** Returns the settings with the instant of the next digest: a future one stays. */
export function withDigest(settings: MailSettings, now: Date): MailSettings {
  const { digest_at, gsi1pk: _, gsi1sk: __, ...rest } = settings;
  if (addressFor(settings, "digest") === undefined) return rest;
  const next =
    digest_at !== undefined && digest_at > now.toISOString() ? digest_at : nextDigest(now);
  return { ...rest, digest_at: next, ...mailsDueKey(next) };
}

export const settingsView = (
  { address, confirmed_at, pending, language, enabled, off }: MailSettings,
  { isSuppressed, isOffered, now }: MailState,
): MailSettingsView => {
  const waits = pending && now.toISOString() < pending.ends_at ? pending : undefined;
  return {
    address: address ?? null,
    confirmed_at: confirmed_at ?? null,
    unconfirmed_address: waits?.address ?? null,
    confirmation_ends_at: waits?.ends_at ?? null,
    suppressed: isSuppressed,
    language,
    enabled,
    kinds: Object.fromEntries(
      MAIL_KINDS.map((kind) => [kind, !off.includes(kind)]),
    ) as MailSettingsView["kinds"],
    offered: isOffered,
  };
};

type MailState = {
  /** True if the confirmed address has rejected mails. */
  readonly isSuppressed: boolean;
  /** True if the stage sends mails. */
  readonly isOffered: boolean;
  readonly now: Date;
};

/** Parses the token of a link in a mail: the recipient, and a secret of 43 characters. */
export function parseMailToken(token: string) {
  const [, recipient, secret] = /^([A-Za-z0-9_-]{1,64})\.([\w-]{43})$/.exec(token) ?? [];
  return recipient && secret ? { recipient, secret } : undefined;
}

export const mailToken = (recipient: string, secret: string): string => `${recipient}.${secret}`;
