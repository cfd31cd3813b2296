import { ANY, defineItem } from "./item.ts";
import { INDEX, type Key } from "./keys.ts";

/*
 * The keys of mails. A recipient is a person, or an account that is used by keys alone. Mails have a partition for what
 * caused them: an account, a recipient, or an organisation. The index lists mails that are due, and recipients whose
 * next digest is.
 *
 *   pk                         sk             item                                read by
 *   MAIL_SETTINGS#<recipient>  MAIL_SETTINGS  address, language and switches      fan-out, sending, settings
 *   MAILS#<cause>              <mail>         one mail to one recipient           sending
 *   MAIL_SUPPRESSIONS#<hash>   SUPPRESSION    an address that rejects mails       sending, settings
 */
const SETTINGS = "MAIL_SETTINGS";

export const mailSettingsKey = (recipient: string): Key => ({
  pk: `${SETTINGS}#${recipient}`,
  sk: SETTINGS,
});

/** The identity of a mail: the partition of its cause, and its id within. */
export type MailName = { readonly cause: string; readonly id: string };

export const mailKey = ({ cause, id }: MailName): Key => ({ pk: `MAILS#${cause}`, sk: id });

export const suppressionKey = (addressHash: string): Key => ({
  pk: `MAIL_SUPPRESSIONS#${addressHash}`,
  sk: "SUPPRESSION",
});

/** Returns the index key of a mail or digest that is due at an instant. */
export const mailsDueKey = (at: string) => ({ gsi1pk: "MAILS_DUE", gsi1sk: at });

/** Queries the mails and digests that are due by `at`, the longest overdue first. */
export const mailsDueUntil = (at: string) => ({
  IndexName: INDEX,
  KeyConditionExpression: "gsi1pk = :pk AND gsi1sk <= :at",
  ExpressionAttributeValues: { ":pk": mailsDueKey("").gsi1pk, ":at": at },
});

/** Returns the mail of a due item, or the recipient whose digest is due. */
export function dueMail({ pk, sk }: Key): MailName | { readonly digest_of: string } {
  const name = pk.slice(pk.indexOf("#") + 1);
  return sk === SETTINGS ? { digest_of: name } : { cause: name, id: sk };
}

/** The address, the language and the switches of a recipient of mails. Addresses are not in the journal. */
export const MAIL_SETTINGS_ITEM = defineItem({
  name: "mail settings",
  key: mailSettingsKey(ANY),
  group: "mail_settings",
  journal: false,
  sandbox: "stays",
});

/** One mail to one recipient, from its cause until it is sent. */
export const MAIL_ITEM = defineItem({
  name: "mail",
  key: mailKey({ cause: ANY, id: ANY }),
  group: "mails",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** An address that has rejected mails, as a hash. */
export const SUPPRESSION_ITEM = defineItem({
  name: "suppressed address",
  key: suppressionKey(ANY),
  group: "mail_suppressions",
  journal: false,
  expires: true,
  sandbox: "stays",
});
