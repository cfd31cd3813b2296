import { batchGet } from "../../platform/dynamodb/read.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { MAIL_SETTINGS_ITEM } from "../../platform/table/mail-items.ts";
import { mailSettingsKey } from "../../platform/table/mail-keys.ts";
import { MailSettings, NO_MAILS } from "./settings.ts";

const ITEM: VersionedItem<MailSettings> = {
  key: mailSettingsKey,
  schema: MailSettings,
  empty: NO_MAILS,
  definition: MAIL_SETTINGS_ITEM,
  name: "mail settings",
};

/** Reads the settings of a recipient, strongly consistent, so that nothing is sent after an unsubscription. */
export const loadMailSettings = (recipient: string): Promise<MailSettings> =>
  loadVersioned(ITEM, recipient);

/** Replaces the settings of a recipient by the result of `decide`; see updateVersioned. */
export const updateMailSettings = (
  recipient: string,
  decide: (seen: MailSettings) => MailSettings,
): Promise<MailSettings> => updateVersioned(ITEM, recipient, decide);

/** Reads the settings of those recipients that have any. */
export const loadSettingsOf = async (recipients: readonly string[]): Promise<MailSettings[]> =>
  (await batchGet(recipients.map(mailSettingsKey))).map((item) => MailSettings.parse(item));
