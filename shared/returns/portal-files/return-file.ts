import { DomainError } from "../../core/errors/errors.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import type { PeriodState } from "../locks/state.ts";
import { establishmentFindings, establishmentNeeds } from "./establishments.ts";
import type { FileFinding } from "./finding.ts";
import { RETURN_FORMATS } from "./formats.ts";
import type { NeutralReturn } from "./neutral-return.ts";
import {
  type KnownEstablishments,
  numberFindings,
  numbersWithWarning,
  withWholeNumbers,
} from "./numbers.ts";
import type { FileRequest } from "./request.ts";
import { type CheckedReturn, isFor, returnFindings } from "./return-findings.ts";
import type { ReturnFormat } from "./return-format.ts";
import type { ReturnFileCheck } from "./schema.ts";
import { encoded } from "./text.ts";

/** A file as it is sent. */
type ReturnFile = {
  readonly bytes: Uint8Array;
  readonly content_type: string;
  /** Plain ASCII. */
  readonly file_name: string;
  /** How many warnings the return has; they can be read without the filer's data. */
  readonly warnings: number;
  /** Fields of the request whose number has the right form and wrong check digits. */
  readonly numbers_with_warning: readonly string[];
};

/**
 * The file of a return for one portal. `request` has been parsed by the fields of the format.
 * @throws DomainError `return_not_exportable` with every refusal at once
 */
export function returnFile(
  format: ReturnFormat,
  standing: CheckedReturn & { readonly is_draft: boolean },
  request: FileRequest,
  known: KnownEstablishments,
): ReturnFile {
  const { neutral, is_draft } = standing;
  const ofReturn = returnFindings(format, standing);
  const whole = withWholeNumbers(neutral, request);
  reject(format, [...ofReturn, ...requestFindings(format, neutral, whole, known)]);
  const made = encoded(format.print(neutral, whole), format.encoding);
  if ("missing" in made) throw rejection(format, [unwritable(format, made.missing)]);
  return {
    bytes: made.bytes,
    content_type: `${format.media_type}; charset=${format.encoding}`,
    file_name: fileName(format, neutral, is_draft),
    warnings: ofReturn.filter(isWarning).length,
    numbers_with_warning: numbersWithWarning(whole),
  };
}

const isWarning = ({ severity }: FileFinding): boolean => severity === "warning";

/** What the filer's own data add; a return that the form is not for has no use of them. */
function requestFindings(
  format: ReturnFormat,
  neutral: NeutralReturn,
  request: FileRequest,
  known: KnownEstablishments,
): FileFinding[] {
  if (!isFor(format, neutral)) return [];
  return [
    ...numberFindings(neutral, request, known),
    ...establishmentFindings(format, neutral, request),
    ...(format.requestFindings?.(neutral, request) ?? []),
  ];
}

function reject(format: ReturnFormat, findings: readonly FileFinding[]): void {
  const refusals = findings.filter((one) => !isWarning(one));
  if (refusals.length > 0) throw rejection(format, refusals);
}

const rejection = ({ format }: ReturnFormat, refusals: readonly FileFinding[]): DomainError =>
  new DomainError(
    "return_not_exportable",
    `${format} cannot be made of this return: ${refusals.length} ${refusals.length === 1 ? "reason" : "reasons"}, see details`,
    refusals.map(({ field, rule, message }) => ({ field, rule, message })),
  );

const unwritable = ({ encoding }: ReturnFormat, missing: readonly string[]): FileFinding => ({
  severity: "refusal",
  field: "filer",
  rule: "character_not_in_encoding",
  message: `the portal takes ${encoding}, which has no ${missing.join(" ")}`,
});

/** `union-oss-SK-2025-Q3-sk_dposs.xml`; a draft says so before all else. */
function fileName(
  { format, extension }: ReturnFormat,
  { scheme, identification, period }: NeutralReturn,
  isDraft: boolean,
): string {
  const { slug } = schemeNamed(scheme);
  const name = `${slug}-${identification.member_state}-${period.key}-${format}.${extension}`;
  return isDraft ? `DRAFT-${name}` : name;
}

/**
 * What would keep the files of a return from being made, what is to be known of them, and which numbers
 * they ask for; without any of the filer's data, so that it can be read before they are looked up.
 */
export function returnFileCheck(standing: CheckedReturn, status: PeriodState): ReturnFileCheck {
  const { neutral } = standing;
  return {
    scheme_type: neutral.scheme,
    period_key: neutral.period.key,
    member_state_identification: neutral.identification.member_state,
    status,
    items: RETURN_FORMATS.filter((format) => isFor(format, neutral)).map((format) =>
      checkOf(format, standing),
    ),
  };
}

function checkOf(format: ReturnFormat, standing: CheckedReturn): ReturnFileCheck["items"][number] {
  const findings = returnFindings(format, standing);
  const told = (severity: FileFinding["severity"]) =>
    findings
      .filter((one) => one.severity === severity)
      .map(({ field, rule, message }) => ({ field, rule, message }));
  const reasons = told("refusal");
  return {
    format: format.format,
    exportable: reasons.length === 0,
    reasons,
    warnings: told("warning"),
    establishments: establishmentNeeds(format, standing.neutral).map((need) => ({
      ...need,
      sections: [...need.sections],
    })),
  };
}
