import * as z from "zod";
import type { IsoDate as Day } from "../../core/calendar/dates.ts";
import { IsoDate, MonthKey, PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { BridgeAmount, MoneySums, moneyOf } from "../../imports/bridge/bridge-line.ts";
import { CHECK_WORDS, WARNING_WORDS, type WarningCode } from "../../vat/schemes/warnings.ts";
import { countOf, excludedOf, moneySumsOf } from "../bridge/ledger-lines.ts";
import { type BelowZero, Count, type OpenImportRows, type ReturnRow, State } from "../schema.ts";
import { isFiledElsewhere } from "./assign-sums.ts";
import { type ComputedReturn, type Covered, openExclusions } from "./compute.ts";
import { isNegativeRow } from "./late-changes.ts";

const KINDS = [
  "import_rows",
  "orders",
  "exclusion",
  "check",
  "negative_row",
  "correction_below_zero",
  "supplies_without_registration",
  "nothing_included",
] as const;
type Kind = (typeof KINDS)[number];

const REMEDIES = [
  "complete_rows",
  "decide_orders",
  "decide_events",
  "complete_events",
  "record_sale",
  "record_opening",
  "add_exchange_rate",
  "change_registrations",
  "review_events",
  "review_figures",
  "adjust_rounding",
] as const;
type Remedy = (typeof REMEDIES)[number];

/** The adjustment that takes the rounding of refunds out of a figure below zero. */
const RoundingAdjustment = z
  .strictObject({
    corrected_period: PeriodKey.describe("Period of the sale that the adjustment must name"),
    event_type: z.literal("adjustment"),
    supply_date: IsoDate.describe("Day in the period of the return"),
    consumption_country: State,
    currency: KnownCurrency.describe("Currency of the return"),
    taxable_amount_minor: z.int(),
    vat_amount_minor: z.int(),
    description: z.string().describe("Reason of the adjustment"),
  })
  .meta({
    id: "RoundingAdjustment",
    description:
      "An adjustment of at most one minor unit for each refund. The filer accepts it by committing these fields, but for `corrected_period`, as a supply event with an `event_id` and the refunded sale as `original_event_id`",
  });
type RoundingAdjustment = z.output<typeof RoundingAdjustment>;

export const ReturnQuestion = z
  .strictObject({
    kind: z
      .enum(KINDS)
      .describe("Kind of the question: rows of a file, orders of a shop, events or figures"),
    code: z
      .string()
      .describe("Code of the exclusion or check, else as `return_not_ready` names it"),
    count: z.int().positive().describe("Number of open rows, orders, events or figures"),
    amounts: z
      .array(BridgeAmount)
      .nullable()
      .describe("Known amounts by currency; null where none is known or read"),
    unread_count: Count.describe("Number among `count` whose amount is not known or not read"),
    source_id: z.string().nullable().describe("Source of the rows or orders; null for others"),
    import_id: z.string().nullable().describe("Import of the rows; null for others"),
    connection_id: z.string().nullable().describe("Connected shop of the orders; null for others"),
    month: MonthKey.nullable().describe("Month of the rows or orders; null without a day"),
    reasons: z.array(z.string()).describe("Codes of the reasons that the rows were given"),
    message: z.string().describe("Reason for the question in words"),
    remedy: z.enum(REMEDIES).describe("Action that answers the question"),
    adjustments: z
      .array(RoundingAdjustment)
      .describe("Adjustments offered for figures below zero that only rounding explains"),
    path: z
      .string()
      .describe("Request that lists the rows, orders, events, figures, or registrations"),
  })
  .meta({ id: "ReturnQuestion", description: "An open question of a return" });
export type ReturnQuestion = Readonly<z.output<typeof ReturnQuestion>>;

/** The number of open questions of a return, as every view has it. */
export const OpenQuestionCount = Count.describe(
  "Number of events, rows, orders and figures that are open: the sum over `open_questions`",
);

export const countOfQuestions = (questions: readonly Pick<ReturnQuestion, "count">[]): number =>
  questions.reduce((sum, { count }) => sum + count, 0);

/** The fields of a return that has open questions. */
export const questionFields = {
  open_question_count: OpenQuestionCount,
  open_questions: z.array(ReturnQuestion).describe("Open questions of the return"),
};

export const questionFieldsOn = (computed: ComputedReturn, today: Day) =>
  fieldsOf(openQuestionsOn(computed, today));

export const fieldsOf = (open_questions: ReturnQuestion[]) => ({
  open_question_count: countOfQuestions(open_questions),
  open_questions,
});

/** Returns questions without those that several returns have in common, such as rows without a day. */
const distinct = (questions: readonly ReturnQuestion[]): ReturnQuestion[] => [
  ...new Map(questions.map((one) => [JSON.stringify(one), one])).values(),
];

type Account = {
  readonly returns: readonly {
    readonly state: string;
    readonly open_questions: readonly ReturnQuestion[] | null;
  }[];
  readonly open_import_rows: readonly OpenImportRows[];
};

/** Lists the open questions of an account: those of its undeclared returns, and rows and orders of any month. */
export const questionsOf = ({ returns, open_import_rows }: Account): ReturnQuestion[] =>
  distinct([
    ...open_import_rows.map(questionOfRows),
    ...returns
      .filter(({ state }) => state === "running" || state === "open")
      .flatMap(({ open_questions }) => open_questions ?? []),
  ]);

/** Kinds that tell of the figures of a whole period, so that they are no question before it has ended. */
const OF_FIGURES: readonly Kind[] = [
  "negative_row",
  "correction_below_zero",
  "supplies_without_registration",
  "nothing_included",
];

/** Lists the open questions of a return on a day. Those of its figures are left out while its period runs. */
const openQuestionsOn = (computed: ComputedReturn, today: Day): ReturnQuestion[] =>
  openQuestions(computed).filter(
    ({ kind }) => today > computed.period.lastDay || !OF_FIGURES.includes(kind),
  );

/**
 * Lists all that is open in a return: excluded events that may belong in it, blocking checks, figures that no portal
 * accepts, and supplies that no return has. Every view counts and shows this list.
 */
export function openQuestions(computed: ComputedReturn): ReturnQuestion[] {
  if (isFiledElsewhere(computed.input)) return [];
  const found = [
    ...exclusions(computed),
    ...checks(computed),
    ...figures(computed),
    ...(hasNothing(computed) ? unregistered(computed) : []),
    ...(computed.open_import_rows ?? []).map(questionOfRows),
  ];
  return found.length === 0 ? nothingIncluded(computed) : found;
}

/** True if the question keeps the return from being ready. Rows without a day may be of any period. */
export const blocksFiling = ({ code, month }: ReturnQuestion): boolean =>
  code !== "open_import_rows" || month !== null;

/** True without any source event. A return that corrects earlier ones is no nil return (Art. 4(2) of Regulation (EU) 2020/194). */
export const hasNothing = (computed: ComputedReturn): boolean =>
  computed.total_source_event_count === 0 && !corrects(computed);

export const corrects = (computed: ComputedReturn): boolean =>
  computed.status === "covered" && computed.report.corrections.length > 0;

type Facts = Pick<ReturnQuestion, "kind" | "count" | "message" | "remedy" | "path"> &
  Partial<ReturnQuestion>;

const question = (facts: Facts): ReturnQuestion => ({
  code: facts.kind,
  amounts: null,
  unread_count: facts.amounts ? 0 : facts.count,
  source_id: null,
  import_id: null,
  connection_id: null,
  month: null,
  reasons: [],
  adjustments: [],
  ...facts,
});

/** Returns the question of rows of a file, or of orders of a connected shop, that are not in the ledger. */
export function questionOfRows({ row_count, format, ...rows }: OpenImportRows): ReturnQuestion {
  const { import_id, connection_id } = rows;
  const common = { ...rows, code: "open_import_rows", count: row_count };
  return import_id === null
    ? question({
        ...common,
        kind: "orders",
        message: "Orders of a connected shop are not in the ledger",
        remedy: "decide_orders",
        path: `/v1/connections/${connection_id}/open-orders`,
      })
    : question({
        ...common,
        kind: "import_rows",
        message: "Rows of an imported file are not in the ledger",
        remedy: "complete_rows",
        path: `/v1/imports/${import_id}/rows`,
      });
}

const REMEDY_OF: Readonly<Partial<Record<WarningCode, Remedy>>> = {
  registration_missing_excluded: "change_registrations",
  registration_overlap_excluded: "change_registrations",
  needs_review_excluded: "decide_events",
  taxed_at_home_under_scheme_excluded: "decide_events",
  consignment_value_unverified_excluded: "complete_events",
  missing_origin_excluded: "complete_events",
  correction_reference_missing_excluded: "record_sale",
  correction_reference_invalid_excluded: "decide_events",
  correction_opening_missing_excluded: "record_opening",
  missing_exchange_rate_excluded: "add_exchange_rate",
};

const REGISTRATIONS = "/v1/tax-registrations";

/** Returns the request of a part of the return; without a return that of the registrations. */
function pathOf(computed: ComputedReturn, part: string): string {
  if (computed.status !== "covered") return REGISTRATIONS;
  const { scheme, period, registration } = computed;
  const sign = part.includes("?") ? "&" : "?";
  return `/v1/returns/${scheme.slug}/${period.key}${part}${sign}registration_id=${registration.id}`;
}

const exclusions = (computed: ComputedReturn): ReturnQuestion[] =>
  openExclusions(computed).map(({ code, count }) =>
    question({
      kind: "exclusion",
      code,
      count,
      ...(computed.status === "covered" ? amountsOfExcluded(computed, code, count) : {}),
      message: WARNING_WORDS[code],
      remedy: REMEDY_OF[code] ?? "review_events",
      path: pathOf(computed, `/events?warning=${code}`),
    }),
  );

/** Returns the amounts of open exclusions, as far as the sums that were read have them. */
function amountsOfExcluded(computed: Covered, code: WarningCode, count: number) {
  const own = excludedOf(computed, computed.left_out ?? []).excluded.filter(
    (one) => one.code === code && one.status === "open",
  );
  const unread_count = Math.max(0, count - countOf(own));
  return { amounts: own.length > 0 ? moneySumsOf(own).amounts : null, unread_count };
}

const checks = (computed: ComputedReturn): ReturnQuestion[] =>
  computed.checks
    .filter(({ severity }) => severity === "blocking")
    .map(({ code, count }) =>
      question({
        kind: "check",
        code,
        count,
        message: CHECK_WORDS[code],
        remedy: "review_events",
        path: `/v1/supply-events?period=${computed.period.key}&warning=${code}`,
      }),
    );

function figures(computed: ComputedReturn): ReturnQuestion[] {
  if (computed.status !== "covered") return [];
  const { report, corrections_below_zero: below = [] } = computed;
  const negative = report.rows.filter(isNegativeRow);
  const common = { path: pathOf(computed, "") };
  const amountsOf = (all: readonly (readonly [taxable: number, vat: number])[]) => {
    const sums = new MoneySums();
    for (const [taxable, vat] of all) sums.add(report.return_currency, moneyOf(taxable, vat));
    return sums.amounts;
  };
  const refunded = below.map(({ resulting_vat_minor: vat }) => vat);
  const found: Facts[] = [
    {
      ...common,
      kind: "negative_row",
      count: negative.length,
      amounts: amountsOf(
        negative.map((row) => [row.taxable_amount_minor, row.vat_amount_minor] as const),
      ),
      message: "Lines of the return are below zero, which no portal accepts",
      ...remedyOf(computed, negative.map(rowBelowZero(computed.period))),
    },
    {
      ...common,
      kind: "correction_below_zero",
      count: below.length,
      amounts: vatAlone(report.return_currency, refunded),
      message: "Corrections take more VAT back than was declared",
      ...remedyOf(computed, below.map(correctionBelowZero)),
    },
  ];
  return found.filter(({ count }) => count > 0).map(question);
}

/** A figure below zero, with the number of events that were rounded in it. */
type FigureBelowZero = {
  readonly corrected_period: BelowZero["original_period"];
  readonly state: string;
  readonly taxable: number;
  readonly vat: number;
  readonly event_count: number;
};

const rowBelowZero =
  ({ key }: ComputedReturn["period"]) =>
  (row: ReturnRow): FigureBelowZero => ({
    corrected_period: key,
    state: row.member_state_of_consumption,
    taxable: row.taxable_amount_minor,
    vat: row.vat_amount_minor,
    event_count: row.event_count,
  });

const correctionBelowZero = (row: BelowZero): FigureBelowZero => ({
  corrected_period: row.original_period,
  state: row.member_state_of_consumption,
  taxable: 0,
  vat: row.resulting_vat_minor,
  event_count: row.event_count,
});

/**
 * Returns the remedy of figures below zero. Each refund is rounded by itself, and converted at the rates of its return, so
 * that the parts of a sale may exceed it by a minor unit each. One unit is offered at a time.
 */
function remedyOf({ period, report }: Covered, found: readonly FigureBelowZero[]) {
  const adjustments = found
    .filter(({ taxable, vat, event_count }) => Math.min(taxable, vat) >= -event_count)
    .map(
      ({ corrected_period, state, taxable, vat }): RoundingAdjustment => ({
        corrected_period,
        event_type: "adjustment",
        supply_date: period.lastDay,
        consumption_country: state,
        currency: report.return_currency,
        taxable_amount_minor: taxable < 0 ? 1 : 0,
        vat_amount_minor: vat < 0 ? 1 : 0,
        description: `Rounding of the refunds of sales of ${corrected_period} in ${state}`,
      }),
    );
  const isRounding = adjustments.length === found.length;
  return { adjustments, remedy: isRounding ? "adjust_rounding" : "review_figures" } as const;
}

function vatAlone(currency: string, all: readonly number[]): BridgeAmount[] {
  const sums = new MoneySums();
  for (const vat of all) sums.add(currency, { gross: null, taxable: null, vat });
  return sums.amounts;
}

/** Returns the supplies of other schemes that may make an empty return none, and that say nothing of the figures of another. */
const unregistered = ({ unregistered: others = [] }: ComputedReturn): ReturnQuestion[] =>
  others.map(({ scheme_type, period_key, event_count }) =>
    question({
      kind: "supplies_without_registration",
      count: event_count,
      message: `Supplies of ${scheme_type} in ${period_key}, which no registration covers`,
      remedy: "change_registrations",
      path: REGISTRATIONS,
    }),
  );

/** Returns the question of a return that excludes all of its events, each rightly. */
function nothingIncluded(computed: ComputedReturn): ReturnQuestion[] {
  const count = computed.excluded_source_event_count;
  if (computed.included_source_event_count > 0 || corrects(computed) || count === 0) return [];
  return [
    question({
      kind: "nothing_included",
      count,
      message: "The return excludes all of its events; check that all of them belong elsewhere",
      remedy: "review_events",
      path: pathOf(computed, "/events"),
    }),
  ];
}
