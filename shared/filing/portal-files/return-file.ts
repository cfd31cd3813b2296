import { DomainError } from "../../core/errors/errors.ts";
import type { PeriodState } from "../../returns/locks/state.ts";
import { schemeNamed } from "../../vat/schemes/schemes.ts";
import { RETURN_FORMATS } from "./formats.ts";
import { establishmentFindings, establishmentNeeds, type NeutralReturn } from "./neutral-return.ts";
import {
  type KnownEstablishments,
  numberFindings,
  numbersWithWarning,
  withWholeNumbers,
} from "./numbers.ts";
import type { FileRequest } from "./request.ts";
import type { ReturnFormat } from "./return-format.ts";
import {
  type AcceptableRule,
  asThePortalComputes,
  type CheckedReturn,
  type FileFinding,
  isFor,
  returnFindings,
} from "./row-findings.ts";
import type { ReturnFileCheck } from "./schema.ts";
import { encoded } from "./text.ts";

type ReturnFile = {
  readonly bytes: Uint8Array;
  readonly content_type: string;
  /** The file name in ASCII. */
  readonly file_name: string;
  /** Number of warnings of the return; the check lists them without the filer's data. */
  readonly warnings: number;
  /** VAT that the file adds to the return, in minor units, because the portal computes base times rate. */
  readonly adjustment_minor: number;
  /** Fields of the request whose number has a valid form but wrong check digits. */
  readonly numbers_with_warning: readonly string[];
};

/**
 * Builds the file of a return for one portal. `request` was parsed by the fields of the format.
 * @throws DomainError `return_not_exportable` with all refusals together, and the findings that nobody accepted
 */
export function returnFile(
  format: ReturnFormat,
  checked: CheckedReturn & {
    readonly is_draft: boolean;
    /** The rules of findings that the request accepts. */
    readonly accept: readonly AcceptableRule[];
  },
  request: FileRequest,
  known: KnownEstablishments,
): ReturnFile {
  const { neutral, is_draft, accept } = checked;
  const ofReturn = returnFindings(format, checked);
  const whole = withWholeNumbers(neutral, request);
  const findings = [...ofReturn, ...requestFindings(format, neutral, whole, known)];
  reject(
    format,
    findings.filter((finding) => !isAccepted(finding, accept)),
  );
  const computed = asThePortalComputes(format, neutral);
  const made = encoded(format.print(computed, whole), format.encoding);
  if ("missing" in made) throw rejection(format, [unwritable(format, made.missing)]);
  return {
    bytes: made.bytes,
    content_type: `${format.media_type}; charset=${format.encoding}`,
    file_name: fileName(format, neutral, is_draft),
    warnings: ofReturn.filter(isWarning).length,
    adjustment_minor: vatOf(computed) - vatOf(neutral),
    numbers_with_warning: numbersWithWarning(whole),
  };
}

const isWarning = ({ severity }: FileFinding): boolean => severity === "warning";

/** True for a consent whose rule the request names. */
const isAccepted = ({ severity, rule }: FileFinding, accept: readonly string[]): boolean =>
  severity === "consent" && accept.includes(rule);

const vatOf = ({ supplies }: NeutralReturn): number =>
  supplies.reduce((sum, { vat_minor }) => sum + vat_minor, 0);

/** Returns the findings of the filer's data; none if the form does not accept the return. */
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
  const refusals = findings.filter((finding) => !isWarning(finding));
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

/** Returns the file name, such as `union-oss-SK-2025-Q3-sk_dposs.xml`; the name of a draft begins with that word. */
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
 * Returns the refusals and warnings of a return's files, and the numbers that they require. Needs none of the filer's
 * data, so that users can check before they look the data up.
 */
export function returnFileCheck(checked: CheckedReturn, status: PeriodState): ReturnFileCheck {
  const { neutral } = checked;
  return {
    scheme_type: neutral.scheme,
    period_key: neutral.period.key,
    member_state_identification: neutral.identification.member_state,
    status,
    items: RETURN_FORMATS.filter((format) => isFor(format, neutral)).map((format) =>
      checkOf(format, checked),
    ),
  };
}

function checkOf(format: ReturnFormat, checked: CheckedReturn): ReturnFileCheck["items"][number] {
  const findings = returnFindings(format, checked);
  const findingsOf = (severity: FileFinding["severity"]) =>
    findings
      .filter((finding) => finding.severity === severity)
      .map(({ field, rule, message }) => ({ field, rule, message }));
  const reasons = findingsOf("refusal");
  return {
    format: format.format,
    exportable: reasons.length === 0,
    reasons,
    consents: findingsOf("consent"),
    warnings: findingsOf("warning"),
    establishments: establishmentNeeds(format, checked.neutral).map((need) => ({
      ...need,
      sections: [...need.sections],
    })),
  };
}
