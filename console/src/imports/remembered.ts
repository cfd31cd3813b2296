import type { Import } from "../../../client/src/eu-vat-client.ts";

/** Imports that were read: the settings of others may be wrong. */
const READ: readonly Import["status"][] = [
  "checked",
  "completed",
  "importing",
  "undoing",
  "undone",
];

/** Returns the last import of a format, of that source if there is one; `imports` has the newest first. */
export function lastImport(
  imports: readonly Import[],
  format: string,
  source: string,
): Import | undefined {
  const same = imports.filter((job) => job.format === format && READ.includes(job.status));
  return same.find(({ source_id }) => source_id === source) ?? same[0];
}

/** Returns the name of a shop system, with which the name of its format begins; none for the formats of this project. */
const systemOf = (format: string): string => format.replace(/_.*$/, "").replace(/^events$/, "");

/** Returns the source of the last import of a format, or a proposal. */
export const proposedSource = (imports: readonly Import[], format: string): string =>
  lastImport(imports, format, "")?.source_id ?? systemOf(format);

/** Returns a setting as the text of its input: lists and pairs have one entry per line. */
export function settingText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.join("\n");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name} = ${one}`)
    .join("\n");
}
