import type * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import type { Currency } from "../../core/money/money.ts";
import type { MemberStateCode } from "../../vat/reference-data/member-states.ts";
import type { RateCatalogue } from "../../vat/reference-data/vat-rates.ts";
import type { SchemeType } from "../../vat/seller/registration.ts";
import type { NeutralReturn, NeutralSupply } from "./neutral-return.ts";
import type { Establishment, FileRequest, Filer } from "./request.ts";
import type { FileFinding } from "./row-findings.ts";

/**
 * The last day before the messages of Implementing Regulation (EU) 2020/194 change. The import return of January 2027,
 * due on 2027-02-28, is the first that meets the change.
 */
export const CIR_2020_194_UNTIL = "2026-12-31" as IsoDate;

/** The public description of a format, without its printer `print`. */
type Described = {
  /** The name of the format from state and form, such as `sk_dposs`. */
  readonly format: string;
  /** The Member State of identification whose portal accepts the file. */
  readonly member_state: MemberStateCode;
  readonly schemes: readonly SchemeType[];
  /** The version of the form or schema, as the authority names it. */
  readonly version: string;
  /** The place where the file is submitted. */
  readonly channel: string;
  /** The guide for users who file it: `docs/filing/slovakia.md`. */
  readonly guide: string;
  /** The maximum sizes, counts and lengths of the portal. */
  readonly limits: readonly string[];
  /** high: official schema or portal source; medium: one generator; low: prose. */
  readonly confidence: "high" | "medium" | "low";
  /**
   * The last day of the periods whose layout follows its sources. The messages of Implementing Regulation (EU) 2020/194
   * change on 2027-01-01; until a newer description was read, files of later periods have to be accepted as they are.
   */
  readonly confirmed_until: IsoDate;
  /** Schemes whose layout is taken from another scheme of the form, because its own description was not available. */
  readonly unconfirmed_schemes?: readonly SchemeType[];
  /** Sentences about features that no portal is known to have accepted. */
  readonly unproven: readonly string[];
  readonly media_type: string;
  readonly encoding: "utf-8" | "iso-8859-1";
  /** The file extension, without the dot. */
  readonly extension: string;
  /** The currency of every return filed there. */
  readonly currency: Currency;
  /** Sections whose rows require a number in the state that they come from. */
  readonly number_needed_in: readonly NonNullable<NeutralSupply["section"]>[];
  /** True if a tax reference may replace a VAT number. */
  readonly takes_tax_reference: boolean;
};

/** The fields that the request requires, as zod schemas. */
type FileFields<F extends Filer = Filer, X extends object = object> = {
  readonly filer: z.ZodType<F>;
  readonly establishments: z.ZodType<readonly Establishment[]>;
  readonly extras: z.ZodType<X>;
};

type Printer<F extends Filer, X extends object> = {
  readonly fields: FileFields<F, X>;
  /**
   * The largest difference, in minor units, by which the VAT of a row may be replaced by base times rate once the
   * request accepts it. Only of portals that compute VAT themselves; larger differences are refused.
   */
  readonly largestAdjustment?: number;
  /** Returns the findings specific to this format that follow from the return. */
  readonly findings: (neutral: NeutralReturn, rates: RateCatalogue) => readonly FileFinding[];
  /** Returns the findings that need the filer's data; refusals only. */
  readonly requestFindings?: (
    neutral: NeutralReturn,
    request: FileRequest<F, X>,
  ) => readonly FileFinding[];
  /** Returns the text of the file. Called only if there are no refusals. */
  readonly print: (neutral: NeutralReturn, request: FileRequest<F, X>) => string;
};

export type ReturnFormat = Described & Printer<Filer, object>;

/**
 * Builds a format whose printer knows its own request fields. The cast is safe, because a request is parsed by the
 * fields of the format that prints it.
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
