import type { PeriodState } from "../locks/state.ts";
import { establishmentNeeds } from "./establishments.ts";
import type { FileFinding } from "./finding.ts";
import { RETURN_FORMATS } from "./formats.ts";
import { isFor, returnFindings, type StandingReturn } from "./return-findings.ts";
import type { ReturnFormat } from "./return-format.ts";
import type { ReturnFileCheck } from "./schema.ts";

/**
 * What would keep the files of a return from being made, what is to be known of them, and which numbers
 * they ask for; without any of the filer's data, so that it can be read before they are looked up.
 */
export function returnFileCheck(standing: StandingReturn, status: PeriodState): ReturnFileCheck {
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

function checkOf(format: ReturnFormat, standing: StandingReturn): ReturnFileCheck["items"][number] {
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
