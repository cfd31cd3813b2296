import { errorIf, type FileFinding, warningIf } from "./finding.ts";
import type { NeutralReturn } from "./neutral-return.ts";
import type { ReturnFormat } from "./return-format.ts";
import { correctionWarnings, rowFindings } from "./row-findings.ts";

/** A return with its status. */
export type CheckedReturn = {
  readonly neutral: NeutralReturn;
  /** The open points as text; null if there are none. */
  readonly open_points: string | null;
  /** True if a recount may still move events of the period; never for a locked one. */
  readonly recount_pending: boolean;
};

/** True if the portal of a format accepts returns of this scheme in this Member State. */
export const isFor = (format: ReturnFormat, { scheme, identification }: NeutralReturn): boolean =>
  format.schemes.includes(scheme) && format.member_state === identification.member_state;

/** Returns the findings that follow from the return alone, independent of the filer. */
export function returnFindings(
  format: ReturnFormat,
  { neutral, open_points, recount_pending }: CheckedReturn,
): FileFinding[] {
  // The rules of a form do not apply to a return that the form does not accept.
  if (!isFor(format, neutral)) return placeFindings(format, neutral);
  return [
    ...currencyFindings(format, neutral),
    ...rowFindings(neutral),
    ...format.findings(neutral),
    ...correctionWarnings(neutral),
    ...warningIf(open_points !== null, "return", "review_required", open_points ?? ""),
    ...warningIf(
      recount_pending,
      "return",
      "recount_pending",
      "events of the period may still move; the draft may change",
    ),
    ...warningIf(
      format.status === "preview",
      "return",
      "preview_format",
      "the format is a preview: have the file looked at before relying on it",
    ),
  ];
}

const placeFindings = (
  { format, schemes, member_state }: ReturnFormat,
  { scheme, identification }: NeutralReturn,
): FileFinding[] => [
  ...errorIf(
    !schemes.includes(scheme),
    "return",
    "other_scheme",
    `${format} is a form of ${schemes.join(", ")}, and the return is of ${scheme}`,
  ),
  ...errorIf(
    member_state !== identification.member_state,
    "return",
    "other_member_state",
    `${format} is a form of ${member_state}, and the return is made to ${identification.member_state}`,
  ),
];

const currencyFindings = ({ format, currency }: ReturnFormat, neutral: NeutralReturn) =>
  errorIf(
    currency !== neutral.currency,
    "return",
    "other_currency",
    `${format} is in ${currency}, and the return in ${neutral.currency}`,
  );
