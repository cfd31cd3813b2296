import * as z from "zod";
import { NamedPeriod } from "../../core/calendar/schema.ts";
import { noSuch } from "../../core/errors/errors.ts";
import { readable } from "../../core/input/fields.ts";
import { listQuery, pageOf } from "../../core/input/pagination.ts";
import { LANGUAGES } from "../../core/language.ts";
import { CreatedImport, ID_FORM, ImportRequest } from "../jobs/schema.ts";
import {
  isUsedUp,
  LARGEST_SENT_FILE,
  LONGEST_DAYS,
  MOST_FILES,
  receivedOf,
  takesFiles,
  type UploadLink,
} from "./upload-link.ts";

const { format, source_id, size_bytes, sha256, settings } = ImportRequest.shape;
const period_key = NamedPeriod.describe("Period that the files are for, as the page names it");
const language = z.enum(LANGUAGES).describe("Language of the text to send");
const max_files = z
  .int()
  .min(1)
  .max(MOST_FILES)
  .describe("Number of files that the link takes at most");
const received_files = z.int().min(0).describe("Number of files that were received so far");
const instant = z.iso.datetime();
const ends_at = instant.describe("Time from which the link takes no file any more");

/** Body of POST /v1/upload-links. */
export const UploadLinkRequest = z
  .strictObject({
    source_id,
    period_key,
    format: format
      .optional()
      .describe("Format of the files; recognised from their first bytes when left out"),
    settings: settings
      .unwrap()
      .optional()
      .describe(
        "Settings of the format, which must be named then; those of the last import of the source when left out",
      ),
    language: language.default("en"),
    days: z.int().min(1).max(LONGEST_DAYS).default(14).describe("Days until the link ends"),
    max_files: max_files.default(MOST_FILES),
  })
  .meta({ id: "UploadLinkRequest" });
export type UploadLinkRequest = z.output<typeof UploadLinkRequest>;

const fields = {
  id: z.string(),
  status: z
    .enum(["open", "used_up", "ended", "revoked"])
    .describe("Status of the link; `ended` after its last day"),
  source_id,
  format: z.string().nullable().describe("Format of the files; null where it is recognised"),
  period_key,
  language,
  max_files,
  received_files,
  files: z
    .array(
      z.strictObject({
        import_id: z.string().describe("Id of the import that the file became, as a dry run"),
        file_name: z.string().describe("Name of the file at its sender"),
        size_bytes,
        received_at: instant.nullable().describe("Time of receipt; null while it is being sent"),
      }),
    )
    .describe("Files that the sender has announced"),
  created_at: instant,
  created_by: z.string().describe("Id of the key or person that has made the link"),
  ends_at,
};

export const UploadLinkView = z.strictObject(fields).meta({ id: "UploadLink" });

export const CreatedUploadLink = z
  .strictObject({
    ...fields,
    link: z
      .string()
      .describe("Address for the sender, with the token behind `#`; it is not shown again"),
    message: z
      .strictObject({
        subject: z.string().describe("Subject of the mail, in plain text"),
        text: z.string().describe("Text of the mail with the link"),
      })
      .describe("Ready text of a mail to the sender: the service does not send it"),
  })
  .meta({ id: "CreatedUploadLink" });

export const UploadLinkPath = z.strictObject({
  id: z.string().regex(ID_FORM, noSuch("upload link")),
});

const LIST = "upload-links";

export const UploadLinkQuery = listQuery(LIST, z.string().regex(ID_FORM));

export const UploadLinkList = z
  .strictObject({ items: z.array(UploadLinkView), next_cursor: z.string().nullable() })
  .meta({ id: "UploadLinkList" });

/** Returns a page of `limit` links from the first `limit` + 1 remaining ones. */
export const uploadLinksPage = (links: readonly UploadLink[], limit: number, now: Date) =>
  pageOf(LIST, links, limit, { idOf: ({ id }) => id, view: (link) => uploadLinkView(link, now) });

function statusOf(link: UploadLink, now: Date) {
  if (link.revoked_at !== undefined) return "revoked" as const;
  if (isUsedUp(link)) return "used_up" as const;
  return takesFiles(link, now) ? ("open" as const) : ("ended" as const);
}

export const uploadLinkView = (link: UploadLink, now: Date): z.output<typeof UploadLinkView> => ({
  id: link.id,
  status: statusOf(link, now),
  source_id: link.source_id,
  format: link.format ?? null,
  period_key: link.period_key,
  language: link.language,
  max_files: link.max_files,
  received_files: receivedOf(link).length,
  files: link.files.map(({ id, file_name, size_bytes, received_at = null }) => ({
    import_id: id,
    file_name,
    size_bytes,
    received_at,
  })),
  created_at: link.created_at,
  created_by: link.created_by,
  ends_at: link.ends_at,
});

const token = z.string().min(1).max(400).describe("Token of the link, the part behind `#upload=`");

/** Body of POST /v1/uploads/open, and of the receipt of a file. */
export const LinkToken = z.strictObject({ token }).meta({ id: "LinkToken" });

/** What the sender sees of a link. */
export const SenderView = z
  .strictObject({
    asked_by: z.string().describe("Organisation or account that asks for the files"),
    client: z.string().nullable().describe("Name of the account in that organisation, or null"),
    source_id,
    period_key,
    max_files,
    received_files,
    ends_at,
  })
  .meta({ id: "RequestedFiles" });

export const senderView = (link: UploadLink): z.output<typeof SenderView> => ({
  asked_by: link.asked_by,
  client: link.client ?? null,
  source_id: link.source_id,
  period_key: link.period_key,
  max_files: link.max_files,
  received_files: receivedOf(link).length,
  ends_at: link.ends_at,
});

/** Body of POST /v1/uploads. */
export const UploadRequest = z
  .strictObject({
    token,
    file_name: readable(255).describe("Name of the file; nothing follows from it"),
    size_bytes: z
      .int()
      .min(1)
      .max(LARGEST_SENT_FILE)
      .describe("Exact size of the file in bytes: the address accepts no other length"),
    sha256: sha256.unwrap().describe("SHA-256 of the file, hexadecimal: another file is rejected"),
  })
  .meta({ id: "UploadRequest" });
export type UploadRequest = z.output<typeof UploadRequest>;

export const AcceptedUpload = z
  .strictObject({
    id: z.string(),
    upload: CreatedImport.shape.upload
      .nullable()
      .describe("Address for the file; null for a file that was received before"),
  })
  .meta({ id: "AcceptedUpload" });

export const UploadPath = z.strictObject({ id: z.string().regex(ID_FORM, noSuch("upload")) });

export const ReceivedUpload = z
  .strictObject({
    id: z.string(),
    status: z
      .enum(["received", "unreadable"])
      .describe("Outcome for the sender; of an `unreadable` file nothing can be used"),
    error: z
      .strictObject({
        code: z.string().describe("Error code of the file, for programs"),
        message: z.string(),
      })
      .nullable()
      .describe("Reason why the file cannot be read, in one sentence; null if it may be"),
  })
  .meta({ id: "ReceivedUpload" });
