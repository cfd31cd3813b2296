import type { VatClient } from "../../../client/src/eu-vat-client.ts";
import type { Say } from "../texts/say.ts";

export type Sheet = Awaited<ReturnType<VatClient["getEntrySheet"]>>;
export type Line = Sheet["lines"][number];

/** Groups the lines of a sheet by part, and supplies by section, in the order of the form. */
export const linesByPart = ({ lines }: Sheet): [string, Line[]][] => [
  ...Map.groupBy(lines, ({ part, section }) => section ?? part),
];

export const partName = (part: string, say: Say): string =>
  say.known(`sheet.${part}`) ?? say.code(part);

/** Returns the name of a field in the language of the reader. */
export function fieldWord({ words }: Sheet, field: string, language: string): string {
  const found = words.find((word) => word.field === field);
  return (language === "de" ? found?.de : found?.en) ?? field;
}

/** Returns the text of a cell; kinds of supplies and of rates are in the language of the reader, as portals name them. */
export const cellText = ({ text }: Line["cells"][number], say: Say): string | null =>
  text && (say.known(`cell.${text}`) ?? text);
