import * as z from "zod";
import { IsoDate, PeriodKey as Key } from "../../core/calendar/schema.ts";
import { DomainError, type Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import type { PeriodKey } from "../../core/ids.ts";
import { severalOf, withRules } from "../../core/input/fields.ts";
import { cursorAt, cursorParam, Limit } from "../../core/input/pagination.ts";
import type { EventPosition } from "../../ledger/events/listing.ts";
import {
  parseLeftOutKey,
  parseReturnKey,
  returnPartition,
  type SumLine,
} from "../../ledger/sums/sum.ts";
import { MemberStateCode } from "../../vat/reference-data/schema.ts";
import { EventId } from "../../vat/schemes/event-fields.ts";
import { type Scheme, SECTIONS } from "../../vat/schemes/scheme.ts";
import { TREATMENTS } from "../../vat/schemes/supply-event.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { exclusionOfSum, isOfOtherRegistration, type ReturnRules } from "../compute/assign-sums.ts";
import { rowKeyOf } from "../compute/compute.ts";
import { RegistrationParam } from "../path-schema.ts";

/** The parts of what a return declares for a Member State. */
const PARTS = ["rows", "corrections"] as const;

/** A figure of a return: a row, a correction or a warning; omitted fields match anything. */
export type Figure = {
  readonly part?: (typeof PARTS)[number] | undefined;
  readonly section?: string | undefined;
  readonly member_state_of_consumption?: string | undefined;
  readonly vat_rate_bps?: number | undefined;
  readonly supply_kind?: string | undefined;
  readonly from_member_state?: string | undefined;
  readonly rate_category?: string | undefined;
  readonly original_period?: PeriodKey | undefined;
  readonly warning?: string | undefined;
  /** The treatments of the events that a warning leaves out. */
  readonly treatment?: readonly string[] | undefined;
};

/** The partition in which an event is counted, its key there, and that among the excluded amounts. */
export type CountedEvent = {
  readonly counted_in: string;
  readonly counted_as: string;
  readonly left_out_as?: string | undefined;
};

/** The position of an event, in the fields of a figure. */
type FigureValues = {
  readonly [Field in keyof Figure]?: string | number | readonly string[] | null | undefined;
};

/**
 * True if an event is a source event of the figure. The event is sorted by the rules that sort the sums of the return.
 */
export function isSourceEvent(event: CountedEvent, figure: Figure, rules: ReturnRules): boolean {
  const placed = placedIn(event, rules);
  return placed !== undefined && isOfFigure(placed, figure);
}

/** True if an event, a row or a correction at this position belongs to the figure. */
export const isOfFigure = (placed: FigureValues, figure: FigureValues): boolean =>
  Object.entries(figure).every(([field, asked]) => {
    const value = placed[field as keyof Figure];
    if (Array.isArray(asked)) return asked.includes(value);
    return asked === undefined || value === asked;
  });

/** Returns the position of an event in the return; undefined if it belongs to another return. */
export function placedIn(
  { counted_in, counted_as, left_out_as }: CountedEvent,
  rules: ReturnRules,
): FigureValues | undefined {
  const { scheme, period, coverage } = rules;
  if (counted_in !== returnPartition(scheme, period.key) || coverage.status !== "covered") {
    return undefined;
  }
  const key = parseReturnKey(counted_as);
  if (key.family === "check" || isOfOtherRegistration(key, rules)) return undefined;
  const warning = exclusionOfSum(key, rules)?.code;
  // An event that the return alone excludes has the treatment of the scheme.
  if (warning && key.family !== "excluded") return { warning, treatment: scheme.id };
  if (warning) {
    return { warning, treatment: left_out_as && parseLeftOutKey(left_out_as).treatment };
  }
  if (key.family === "line") return placedLine(key, rules, coverage.registration);
  if (key.family !== "correction") return undefined;
  return {
    part: "corrections",
    member_state_of_consumption: key.consumption_country,
    original_period: key.original_period,
  };
}

function placedLine(
  line: SumLine,
  { scheme }: ReturnRules,
  { member_state_identification }: { readonly member_state_identification: string },
): FigureValues {
  const row = rowKeyOf(line, { scheme, member_state_identification });
  return {
    part: "rows",
    section: row.section,
    member_state_of_consumption: row.member_state_of_consumption,
    vat_rate_bps: row.vat_rate_bps,
    supply_kind: row.supply_kind,
    from_member_state: row.from_member_state,
    rate_category: row.rate_category,
  };
}

const LIST = "return-events";

/** The fields that identify a row, but not a correction. */
const OF_ROWS = [
  "section",
  "vat_rate_bps",
  "supply_kind",
  "from_member_state",
  "rate_category",
] as const;

/** Query of the source events of a row, a correction or a warning, by the fields of the return. */
export const SourceEventsQuery = withRules(
  z.strictObject({
    part: z.enum(PARTS).optional().meta({
      description:
        "Part of the return: `rows` lists the events of the period, `corrections` the events that correct earlier periods. Late changes are listed by `late`",
    }),
    section: z.enum(SECTIONS).optional(),
    member_state_of_consumption: MemberStateCode.optional(),
    vat_rate_bps: z
      .string()
      .regex(/^\d{1,5}$/, "must be a rate in basis points, such as 1900")
      .transform(Number)
      .optional()
      .meta({ description: "VAT rate of a row, basis points" }),
    supply_kind: z.enum(["goods", "services"]).optional(),
    from_member_state: MemberStateCode.optional(),
    rate_category: z.enum(["standard", "reduced"]).optional(),
    original_period: Key.optional().meta({
      description: "The period that a correction is of",
    }),
    warning: z
      .enum(WARNING_CODES, "must be a warning code of this scheme")
      .optional()
      .meta({ description: "The events that the return leaves out with this code" }),
    treatment: severalOf(z.enum(TREATMENTS))
      .optional()
      .meta({
        description: `Treatments of the events that \`warning\` leaves out, separated by commas: ${TREATMENTS.join(", ")}. Events of before their amounts were kept are found after a recount`,
      }),
    late: z.literal("true").optional().meta({
      description:
        "The events of earlier, declared periods whose changes this return declares (`late_changes`); together with `member_state_of_consumption` and `original_period` those of one entry",
    }),
    registration_id: RegistrationParam,
    limit: Limit,
    cursor: cursorParam(LIST, z.tuple([IsoDate, EventId])),
  }),
  (query) => [
    ...(query.warning === undefined
      ? []
      : strangers(query, [...OF_ROWS, "member_state_of_consumption", "part"], "warning")),
    ...(query.late === undefined ? [] : strangers(query, [...OF_ROWS, "part", "warning"], "late")),
    ...faultIf(
      query.treatment !== undefined && query.warning === undefined,
      "treatment",
      "only together with warning",
    ),
    ...(query.original_period === undefined ? [] : strangers(query, OF_ROWS, "original_period")),
    ...(query.part === "corrections" ? strangers(query, OF_ROWS, "part=corrections") : []),
    ...(query.part === "rows" ? strangers(query, ["original_period"], "part=rows") : []),
    ...faultIf(
      query.warning !== undefined && query.original_period !== undefined,
      "original_period",
      "not together with warning",
    ),
  ],
);
export type SourceEventsQuery = z.output<typeof SourceEventsQuery>;

const strangers = (
  query: { readonly [field: string]: unknown },
  fields: readonly string[],
  other: string,
): Fault[] =>
  fields
    .filter((field) => query[field] !== undefined)
    .map((field) => ({ field, message: `not together with ${other}` }));

/**
 * Returns the requested figure.
 * @throws DomainError `invalid_request` for a warning that returns of the scheme never have: an empty list would hide
 * the mistake.
 */
export function figureOf(query: SourceEventsQuery, scheme: Scheme): Figure {
  const { registration_id, limit, cursor, late, ...figure } = query;
  const { warning } = figure;
  if (warning !== undefined && !scheme.warning_codes.includes(warning)) {
    const message = "must be a warning code of this scheme";
    const fault = { field: "warning", message };
    throw new DomainError("invalid_request", `warning: ${message}`, [fault]);
  }
  return figure;
}

export const cursorAfterSourceEvent = ({ supply_date, event_id }: EventPosition): string =>
  cursorAt(LIST, [supply_date, event_id]);
