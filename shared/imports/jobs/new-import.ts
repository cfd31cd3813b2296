import * as z from "zod";
import { IMPORT_FORMATS } from "../formats/formats.ts";
import { SourceId } from "../formats/settings.ts";

/** One gigabyte: what one run of the function reads. */
const LARGEST_FILE = 1_000_000_000;

const FORMAT_NAMES = IMPORT_FORMATS.map(({ name }) => name);

export const NewImport = z
  .strictObject({
    format: z.enum(FORMAT_NAMES).describe("What kind of file it is, see `docs/imports`"),
    source_id: SourceId,
    settings: z
      .record(z.string(), z.unknown())
      .default({})
      .describe("What the file does not say itself; which there are depends on the format"),
    size_bytes: z
      .int()
      .min(1)
      .max(LARGEST_FILE)
      .describe("Of the file, exactly: the link takes no other length"),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be 64 hex digits")
      .optional()
      .describe("Of the file, in hex; another file is refused then"),
  })
  .meta({ id: "NewImport" });
export type NewImport = z.output<typeof NewImport>;
