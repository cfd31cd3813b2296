import * as z from "zod";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { IsoDate as Day, PeriodKey } from "../../core/calendar/schema.ts";
import { type RecountPending, recountField } from "../../ledger/recount/recount-view.ts";
import { unreadCount } from "../../notifications/listing.ts";
import type { NotificationRecord } from "../../notifications/texts.ts";
import { RATES_SEEN_TO } from "../../vat/reference-data/vat-rates.ts";
import type { Scheme } from "../../vat/schemes/scheme.ts";
import { inForce } from "../../vat/seller/in-force.ts";
import {
  type Registration,
  RegistrationView,
  registrationView,
  SchemeType,
} from "../../vat/seller/registration.ts";
import { RegistrationHint, registrationHints } from "../../vat/seller/registration-rules.ts";
import { thresholdStatus } from "../../vat/threshold/check.ts";
import { ThresholdStatus } from "../../vat/threshold/schema.ts";
import type { ThresholdInput } from "../../vat/threshold/threshold-input.ts";
import { MonthEnd, turnoverByMonth } from "../../vat/threshold/turnover.ts";
import { DirectDeclaration } from "../compute/late-changes.ts";
import { countOfQuestions, OpenQuestionCount, questionsOf } from "../compute/open-questions.ts";
import type { ChangedPeriod } from "../locks/declared-returns.ts";
import { OpenImportRows, UnregisteredSupplies } from "../schema.ts";
import { DueReturn } from "./due-return-schema.ts";
import { unresolvedOverlaps } from "./quarter-readiness.ts";

export const ComplianceOverview = z
  .strictObject({
    as_of: Day,
    covered_for_union_oss: z
      .boolean()
      .describe("True if exactly one Union registration covers today"),
    cleanup_required: z
      .boolean()
      .describe("True if active Union registrations overlap; end or exclude the duplicates"),
    conflicting_registration_ids: z.array(z.int()),
    union_oss_registration: RegistrationView.nullable().describe(
      "The Union registration that covers today; null without exactly one",
    ),
    threshold: ThresholdStatus.describe("Status of the annual threshold, also if covered"),
    changed_periods: z
      .array(z.strictObject({ scheme_type: SchemeType, period_key: PeriodKey }))
      .describe(
        "Locked periods whose sums or registrations have changed since: the next open return declares what moved",
      ),
    unread_notifications: z.int().min(0),
    hints: z
      .array(RegistrationHint)
      .describe(
        "Registrations, from today on, that the law does not allow for the business of the profile; they stop nothing, because the profile may be wrong",
      ),
    ...recountField,
    returns: z
      .array(DueReturn)
      .nullable()
      .describe(
        "Returns of the last six quarters and four months (the recent ones) of every scheme, under each registration that makes one, every older one that is overdue, back to 2021-07-01, and locked ones of the last twelve quarters and twenty months, to compare with; null unless `details=true`",
      ),
    supplies_without_registration: z
      .array(UnregisteredSupplies)
      .nullable()
      .describe(
        "Supplies of every scheme that no registration covers, in the running quarter and the one before; null unless `details=true`",
      ),
    open_import_rows: z
      .array(OpenImportRows)
      .nullable()
      .describe(
        "Open rows of imports in every month, and those without a day; null unless `details=true`",
      ),
    open_question_count: OpenQuestionCount.nullable().describe(
      "Number of events, rows, orders and figures that are open in undeclared returns, with rows of declared ones; counts once what several returns may have; null unless `details=true`",
    ),
    direct_declarations: z
      .array(DirectDeclaration)
      .nullable()
      .describe(
        "Changes of declared returns that no return declares any more; null unless `details=true`",
      ),
    rates_known_to: z
      .strictObject({
        vat_rates: Day.describe("Day up to which changes of the built-in VAT rates were gathered"),
        ecb_rates: Day.nullable().describe("Newest day with exchange rates; null without any"),
      })
      .nullable()
      .describe(
        "Last days that the rates of this service are known for; null unless `details=true`",
      ),
    turnover_by_month: z
      .array(MonthEnd)
      .nullable()
      .describe("Cumulative turnover of the year by month; null unless `details=true`"),
  })
  .meta({ id: "ComplianceOverview" });

export const OverviewQuery = z.strictObject({
  details: z
    .enum(["true", "false"])
    .default("false")
    .describe("True if returns and months are reported"),
});

type OverviewInput = {
  /** The scheme that small sellers have to join when they cross the threshold. */
  readonly scheme: Scheme;
  readonly registrations: readonly Registration[];
  /** The threshold input of the year to date. */
  readonly threshold: ThresholdInput;
  readonly notifications: readonly NotificationRecord[];
  /** The ids of notifications that ask for nothing any more. */
  readonly done: ReadonlySet<string>;
  readonly changed_periods: readonly ChangedPeriod[];
  readonly recount_pending: RecountPending | null;
  /** Present if requested; the monthly turnover is then included as well. */
  readonly details?: {
    readonly returns: readonly DueReturn[];
    readonly supplies_without_registration: readonly UnregisteredSupplies[];
    readonly open_import_rows: readonly OpenImportRows[];
    readonly direct_declarations: readonly DirectDeclaration[];
    /** The newest day with exchange rates. */
    readonly ecb_rates: IsoDate | null;
  };
};

/**
 * Returns the overview of an account for a dashboard. Overlapping registrations that are not resolved give no coverage,
 * even if only one of them is in force today.
 */
export function complianceOverview(
  {
    scheme,
    registrations,
    threshold,
    notifications,
    done,
    changed_periods,
    recount_pending,
    details,
  }: OverviewInput,
  today: IsoDate,
): z.output<typeof ComplianceOverview> {
  const conflicting = unresolvedOverlaps(registrations, scheme.id);
  const [registration, ...more] = inForce(registrations, scheme.id, today, today);
  const covered = registration !== undefined && more.length === 0 && conflicting.length === 0;
  return {
    as_of: today,
    covered_for_union_oss: covered,
    cleanup_required: conflicting.length > 0,
    conflicting_registration_ids: conflicting,
    union_oss_registration: covered ? registrationView(registration) : null,
    threshold: thresholdStatus(threshold),
    changed_periods: [...changed_periods],
    unread_notifications: unreadCount(notifications, done),
    hints: registrationHints(registrations, threshold.seller.profile, { from: today }),
    recount_pending,
    returns: details ? [...details.returns] : null,
    supplies_without_registration: details ? [...details.supplies_without_registration] : null,
    open_import_rows: details ? [...details.open_import_rows] : null,
    open_question_count: details ? countOfQuestions(questionsOf(details)) : null,
    direct_declarations: details ? [...details.direct_declarations] : null,
    rates_known_to: details ? { vat_rates: RATES_SEEN_TO, ecb_rates: details.ecb_rates } : null,
    turnover_by_month: details ? turnoverByMonth(threshold) : null,
  };
}
