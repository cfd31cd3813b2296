import { errorIf, type FileFinding } from "./finding.ts";
import type { NeutralReturn, NeutralSupply } from "./neutral-return.ts";
import { establishmentIn, type FileRequest } from "./request.ts";
import type { ReturnFormat } from "./return-format.ts";
import { rejectedRows } from "./row-findings.ts";

/** A Member State that rows come from; `required` is true if the file needs the filer's number there. */
type EstablishmentNeed = {
  readonly country: string;
  readonly sections: readonly NonNullable<NeutralSupply["section"]>[];
  readonly required: boolean;
};

/**
 * Returns the Member States whose numbers the rows of a return require (Art. 369g(2) and (3) VAT Directive), by
 * country.
 */
export function establishmentNeeds(
  format: ReturnFormat,
  { supplies }: NeutralReturn,
): EstablishmentNeed[] {
  const origins = Map.groupBy(
    supplies.filter(({ from }) => from !== null),
    ({ from }) => from as string,
  );
  return [...origins]
    .map(([country, rows]) => {
      const sections = [...new Set(rows.map(({ section }) => section))].filter(
        (one) => one !== null,
      );
      return { country, sections, required: rows.some((row) => needsNumber(format, row)) };
    })
    .sort((a, b) => (a.country < b.country ? -1 : 1));
}

const needsNumber = ({ number_needed_in }: ReturnFormat, { from, section }: NeutralSupply) =>
  from !== null && section !== null && number_needed_in.includes(section);

/** Finds rows whose number is missing in the request, and numbers of a kind that the portal rejects. */
export const establishmentFindings = (
  format: ReturnFormat,
  neutral: NeutralReturn,
  request: FileRequest,
): FileFinding[] => [
  ...rejectedRows(
    neutral,
    "establishment_missing",
    ({ from }) => `give the number of ${from} in establishments`,
    (row) => needsNumber(format, row) && !establishmentIn(request, row.from as string),
  ),
  ...request.establishments.flatMap(({ tax_reference }, index) =>
    errorIf(
      tax_reference !== undefined && !format.takes_tax_reference,
      `establishments.${index}.tax_reference`,
      "tax_reference_not_taken",
      "the form has no place for a tax reference; give the VAT number",
    ),
  ),
];

/** Finds tax references that exceed the length of a form's field. */
export const longReferences = (
  establishments: FileRequest["establishments"],
  longest: number,
): FileFinding[] =>
  establishments.flatMap(({ tax_reference = "" }, index) =>
    errorIf(
      tax_reference.length > longest,
      `establishments.${index}.tax_reference`,
      "tax_reference_too_long",
      `the form has room for ${longest} characters`,
    ),
  );
