import { ANY, defineItem } from "./item.ts";
import { mailKey, mailSettingsKey, suppressionKey } from "./mail-keys.ts";

/** The address, the language and the switches of a recipient of mails. Addresses are not in the journal. */
export const MAIL_SETTINGS_ITEM = defineItem({
  name: "mail settings",
  key: mailSettingsKey(ANY),
  version: 1,
  group: "mail_settings",
  reads: ["GetItem", "BatchGetItem"],
  writes: ["PutItem"],
  journal: false,
  sandbox: "stays",
});

/** One mail to one recipient, from its cause until it is sent. */
export const MAIL_ITEM = defineItem({
  name: "mail",
  key: mailKey({ cause: ANY, id: ANY }),
  version: 1,
  group: "mails",
  reads: ["GetItem"],
  writes: ["PutItem", "UpdateItem"],
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** An address that has rejected mails, as a hash. */
export const SUPPRESSION_ITEM = defineItem({
  name: "suppressed address",
  key: suppressionKey(ANY),
  version: 1,
  group: "mail_suppressions",
  reads: ["GetItem"],
  writes: ["PutItem"],
  journal: false,
  expires: true,
  sandbox: "stays",
});
