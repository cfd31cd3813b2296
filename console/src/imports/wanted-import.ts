import type { ImportFormat, ImportRequest } from "../../../client/src/eu-vat-client.ts";
import { filledIn, formFields } from "../filing/form-fields.ts";

export type WantedImport = {
  readonly file: File;
  readonly asked: ImportRequest;
};

/** Returns the fields of a format's settings, without the source, which has its own input. */
export const settingFields = ({ settings }: ImportFormat) =>
  formFields(settings).filter(({ name }) => name !== "source_id");

export function wantedImport(data: FormData, file: File, format: ImportFormat): WantedImport {
  return {
    file,
    asked: {
      format: format.format as ImportRequest["format"],
      source_id: String(data.get("source_id") ?? "").trim(),
      settings: filledIn(data, "settings", settingFields(format)),
      ...(data.has("adjust") && { on_conflict: "adjust" as const }),
      ...(file.name && { file_name: file.name }),
      size_bytes: file.size,
    },
  };
}
