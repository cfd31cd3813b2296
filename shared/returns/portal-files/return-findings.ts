import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { consentIf, errorIf, type FileFinding, warningIf } from "./finding.ts";
import type { NeutralReturn } from "./neutral-return.ts";
import { CIR_2020_194_UNTIL, type ReturnFormat } from "./return-format.ts";
import { correctionWarnings, rowFindings } from "./row-findings.ts";
import { adjustmentFindings } from "./vat-adjustment.ts";

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
    ...adjustmentFindings(format, neutral),
    ...layoutFindings(format, neutral),
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

/** True if a period ends after the last day for which the layout, or the messages of a preview, are known. */
const isOfLaterMessages = (last_day: IsoDate, confirmed_until = CIR_2020_194_UNTIL): boolean =>
  last_day > confirmed_until;

/** Finds layouts that no source confirms for the period or the scheme of the return. */
const layoutFindings = (
  { confirmed_until, unconfirmed_schemes }: ReturnFormat,
  { scheme, period }: NeutralReturn,
): FileFinding[] => [
  ...consentIf(
    isOfLaterMessages(period.last_day, confirmed_until),
    "return",
    "layout_not_confirmed",
    `${confirmed_until ? `the layout is confirmed for periods until ${confirmed_until}` : "no source confirms the layout of this preview"}; Implementing Regulation (EU) 2020/194 changes the messages from 2027-01-01: compare the file with the portal before you rely on it`,
  ),
  ...consentIf(
    unconfirmed_schemes.includes(scheme) && !isOfLaterMessages(period.last_day, confirmed_until),
    "return",
    "layout_not_confirmed",
    `the description of the ${scheme} layout was not available, and the file follows the one of another scheme: compare it with the portal before you rely on it`,
  ),
];

const currencyFindings = ({ format, currency }: ReturnFormat, neutral: NeutralReturn) =>
  errorIf(
    currency !== neutral.currency,
    "return",
    "other_currency",
    `${format} is in ${currency}, and the return in ${neutral.currency}`,
  );
