import type { ImportFormat, NewImport } from "../../../../client/src/eu-vat-client.ts";
import { filledIn, formFields } from "../filing/form-fields.ts";

/** What somebody wants to import, and how. */
export type WantedImport = {
  readonly file: File;
  readonly asked: NewImport;
  readonly dryRun: boolean;
};

/** The fields of a format's settings: its source is asked for beside them. */
export const settingFields = ({ settings }: ImportFormat) =>
  formFields(settings).filter(({ name }) => name !== "source_id");

/** What a filled form stands for. */
export function wantedImport(data: FormData, file: File, format: ImportFormat): WantedImport {
  return {
    file,
    dryRun: data.get("dry_run") !== null,
    asked: {
      format: format.format as NewImport["format"],
      source_id: String(data.get("source_id") ?? "").trim(),
      settings: filledIn(data, "settings", settingFields(format)),
      size_bytes: file.size,
    },
  };
}
