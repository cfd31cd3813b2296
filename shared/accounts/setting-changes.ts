import * as z from "zod";

/** What decides over whole returns, and is written as one item each. */
const SettingsSubject = z.enum(["registrations", "profile", "sources"]);

const Fields = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe(
    "The fields that differ, numbers masked as they are kept, names as `(text)`; null where there was nothing",
  );

const ChangedEntry = z.strictObject({
  id: z
    .int()
    .positive()
    .nullable()
    .describe("Of the registration or the source; null: the profile"),
  before: Fields,
  after: Fields,
});
export type ChangedEntry = Readonly<z.output<typeof ChangedEntry>>;

/** One write of an account's registrations, profile or sources, as it is kept and shown. */
export const SettingChange = z
  .strictObject({
    at: z.iso.datetime(),
    key_id: z
      .string()
      .nullable()
      .describe("The key that it was changed with; null: by a command of the operator"),
    subject: SettingsSubject,
    version: z.int().positive().describe("The number of writes of the subject, this one included"),
    changes: z.array(ChangedEntry),
  })
  .meta({ id: "SettingChange" });
export type SettingChange = Readonly<z.output<typeof SettingChange>>;

/** Who changes something, and when. */
export type Author = { readonly now: Date; readonly key_id: string | null };

const DIGITS = 9;

/** In the order of time; of two writes at the same instant the subject and its version tell. */
export const changeId = ({
  at,
  subject,
  version,
}: Pick<SettingChange, "at" | "subject" | "version">): string =>
  `${at}#${subject}#${String(version).padStart(DIGITS, "0")}`;
