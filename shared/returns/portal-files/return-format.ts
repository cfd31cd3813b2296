import type * as z from "zod";
import type { MemberStateCode } from "../../vat/reference-data/member-states.ts";
import type { SchemeType } from "../../vat/seller/registration.ts";
import type { FileFinding } from "./finding.ts";
import type { NeutralReturn, NeutralSupply } from "./neutral-return.ts";
import type { Establishment, FileRequest, Filer } from "./request.ts";

/** What is told of a format; the printer is `print`. */
type Described = {
  /** `sk_dposs`: state and form. */
  readonly format: string;
  /** The Member State of identification whose portal takes it. */
  readonly member_state: MemberStateCode;
  readonly schemes: readonly SchemeType[];
  /** Of the form or schema, as the authority names it. */
  readonly version: string;
  /** `preview`: made after the one public example; have it looked at before relying on it. */
  readonly status: "ready" | "preview";
  /** Where the file is handed in. */
  readonly channel: string;
  /** The page for people who file it: `docs/filing/slovakia.md`. */
  readonly guide: string;
  /** Sizes, counts and lengths that the portal does not go beyond. */
  readonly limits: readonly string[];
  /** high: official schema or portal source; medium: one generator; low: prose. */
  readonly confidence: "high" | "medium" | "low";
  /** What nobody has seen a portal accept, in sentences. */
  readonly unproven: readonly string[];
  readonly media_type: string;
  readonly encoding: "utf-8" | "iso-8859-1";
  /** Of the file's name, without the dot. */
  readonly extension: string;
  /** The currency of every return filed there. */
  readonly currency: string;
  /** Sections whose rows the portal takes only with a number of the state they come from. */
  readonly number_needed_in: readonly NonNullable<NeutralSupply["section"]>[];
  /** Whether a tax reference stands in for a VAT number. */
  readonly takes_tax_reference: boolean;
};

/** What the request has to bring, as zod schemas. */
type FileFields<F extends Filer = Filer, X extends object = object> = {
  readonly filer: z.ZodType<F>;
  readonly establishments: z.ZodType<readonly Establishment[]>;
  readonly extras: z.ZodType<X>;
};

type Printer<F extends Filer, X extends object> = {
  readonly fields: FileFields<F, X>;
  /** Rules of this format beyond those that all have, as far as they follow from the return. */
  readonly findings: (neutral: NeutralReturn) => readonly FileFinding[];
  /** Those that need the filer's data; refusals alone. */
  readonly requestFindings?: (
    neutral: NeutralReturn,
    request: FileRequest<F, X>,
  ) => readonly FileFinding[];
  /** The text of the file. Called only when nothing was refused. */
  readonly print: (neutral: NeutralReturn, request: FileRequest<F, X>) => string;
};

/** One format of return files: a record, as a scheme is. */
export type ReturnFormat = Described & Printer<Filer, object>;

/**
 * A record whose printer knows its own fields. That they are there is certain: a request is parsed by
 * the fields of the very format that prints it.
 */
export function returnFormat<F extends Filer, X extends object>(
  record: Described & Printer<F, X>,
): ReturnFormat {
  const { print, requestFindings, ...described } = record;
  const own = (request: FileRequest) => request as FileRequest<F, X>;
  return {
    ...described,
    ...(requestFindings && {
      requestFindings: (neutral: NeutralReturn, request: FileRequest) =>
        requestFindings(neutral, own(request)),
    }),
    print: (neutral, request) => print(neutral, own(request)),
  };
}
