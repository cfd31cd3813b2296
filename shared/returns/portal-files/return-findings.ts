import { errorIf, type FileFinding, warningIf } from "./finding.ts";
import type { NeutralReturn } from "./neutral-return.ts";
import type { ReturnFormat } from "./return-format.ts";
import { correctionWarnings, rowFindings } from "./row-findings.ts";

/** A return, and how it stands apart from its figures. */
export type CheckedReturn = {
  readonly neutral: NeutralReturn;
  /** What is still open, in words; null when nothing is. */
  readonly open_points: string | null;
  /** Whether events of the period may still move; never of a locked one. */
  readonly recount_pending: boolean;
};

/** Whether the portal of a format takes returns of this scheme, in this state. */
export const isFor = (format: ReturnFormat, { scheme, identification }: NeutralReturn): boolean =>
  format.schemes.includes(scheme) && format.member_state === identification.member_state;

/** What stands against the file, or is to be known of it, whoever files: it follows from the return. */
export function returnFindings(
  format: ReturnFormat,
  { neutral, open_points, recount_pending }: CheckedReturn,
): FileFinding[] {
  // The rules of a form say nothing about a return that it is not for.
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
