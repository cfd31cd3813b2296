import * as z from "zod";
import { formSchema } from "../../core/input/form-schema.ts";
import { IMPORT_FORMATS } from "../formats/formats.ts";

const ShownImportFormat = z
  .strictObject({
    format: z.string().describe("What `POST /v1/imports` calls it"),
    title: z.string().describe("What the shop calls the export"),
    status: z.enum(["ready", "beta"]).describe("`beta`: not yet seen with a real file of the shop"),
    guide: z.string().describe("The page of this project on it"),
    settings: z
      .record(z.string(), z.unknown())
      .describe("JSON Schema of `settings`; `source_id` may be left out there"),
  })
  .meta({ id: "ImportFormat" });

/** Answer of GET /v1/import-formats. */
export const ImportFormatList = z.strictObject({ items: z.array(ShownImportFormat) });
type ImportFormatList = z.output<typeof ImportFormatList>;

/** Every kind of file that can be imported, with the settings that its import asks for. */
export const shownImportFormats = (): ImportFormatList => ({
  items: IMPORT_FORMATS.map(({ name, title, isBeta, settings }) => ({
    format: name,
    title,
    status: isBeta ? "beta" : "ready",
    guide: `docs/imports/${name}.md`,
    settings: formSchema(settings),
  })),
});
