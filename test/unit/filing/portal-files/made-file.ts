import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import type { NeutralReturn } from "../../../../shared/filing/portal-files/neutral-return.ts";
import type { KnownEstablishments } from "../../../../shared/filing/portal-files/numbers.ts";
import type { FileRequest } from "../../../../shared/filing/portal-files/request.ts";
import { returnFile } from "../../../../shared/filing/portal-files/return-file.ts";
import {
  type AcceptableRule,
  type CheckedReturn,
  returnFindings,
} from "../../../../shared/filing/portal-files/row-findings.ts";
import { BUILT_IN_RATES } from "../../../make/built-in-rates.ts";
import { declaredReturn, makeRow, neutralIn } from "../../../make/f1-return.ts";
import { fileRequest, type SAMPLE_FILERS } from "../../../make/file-request.ts";
import { errorOf } from "../../../make/refusal.ts";

export type FormatName = keyof typeof SAMPLE_FILERS;

/** The return of these rows and corrections, of the Union scheme as a rule, where a format is for. */
export function unionReturn(
  name: FormatName,
  ...[rows, corrections, more]: Parameters<typeof declaredReturn>
) {
  const { member_state, currency } = formatNamed(name);
  const declared = declaredReturn(rows, corrections, { return_currency: currency, ...more });
  return neutralIn(member_state, declared);
}

type Options = {
  readonly request?: Parameters<typeof fileRequest>[1];
  readonly known?: KnownEstablishments;
  readonly accept?: readonly AcceptableRule[];
  readonly checked?: Partial<CheckedReturn> & { readonly is_draft?: boolean };
};

/** The file of a return, as a caller gets it; the request is parsed by the fields of the format. */
export function madeFile(name: FormatName, neutral: NeutralReturn, options: Options = {}) {
  const { request, known = [], checked, accept = [] } = options;
  const format = formatNamed(name);
  const given = fileRequest(name, request);
  const parsed: FileRequest = {
    filer: format.fields.filer.parse(given.filer),
    establishments: format.fields.establishments.parse(given.establishments),
    extras: format.fields.extras.parse(given.extras),
    prepared_on: given.prepared_on,
  };
  const usual = {
    rates: BUILT_IN_RATES,
    open_points: null,
    recount_pending: false,
    is_draft: false,
    accept,
  };
  const file = returnFile(format, { neutral, ...usual, ...checked }, parsed, known);
  return { ...file, text: new TextDecoder(format.encoding, { fatal: true }).decode(file.bytes) };
}

/** What is told of a return before a file is made of it: field and rule of each warning. */
export const warningsOf = (name: FormatName, neutral: NeutralReturn): string[] =>
  returnFindings(formatNamed(name), {
    neutral,
    rates: BUILT_IN_RATES,
    open_points: null,
    recount_pending: false,
  })
    .filter(({ severity }) => severity === "warning")
    .map(({ field, rule }) => `${field} ${rule}`);

/** What has to be accepted before a file is made: field and rule of each finding. */
export const consentsOf = (name: FormatName, neutral: NeutralReturn): string[] =>
  returnFindings(formatNamed(name), {
    neutral,
    rates: BUILT_IN_RATES,
    open_points: null,
    recount_pending: false,
  })
    .filter(({ severity }) => severity === "consent")
    .map(({ field, rule }) => `${field} ${rule}`);

/** What the file is refused for: field and rule of each reason. */
export function reasonsOf(...asked: Parameters<typeof madeFile>): string[] {
  const refusal = errorOf(() => madeFile(...asked));
  return [
    ...(refusal.code === "return_not_exportable" ? [] : [refusal.code]),
    ...(refusal.details ?? []).map(({ field, rule }) => `${field} ${rule}`),
  ];
}

/** A supply of 2d from Poland to France. */
export const FROM_POLAND = makeRow({ section: "2d", from_member_state: "PL" });
