import * as z from "zod";
import { type IsoDate, plusDays } from "../../core/calendar/dates.ts";
import { IsoDate as Day, PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { countThatFits, cursorAt, cursorParam } from "../../core/input/pagination.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { dueSums, IntermediaryDue, intermediaryFields } from "./intermediary-due.ts";
import { type Client, hasLeft, type Member, memberRole } from "./organisation.ts";
import { PERSON_ID, type Person, Role } from "./person.ts";

const STATES = ["running", "open", "locked", "filed", "filed_elsewhere"] as const;
const READINESS = ["ready", "nil_return", "review_required"] as const;
const PAYMENTS = ["unpaid", "part_paid", "paid", "overpaid", "nothing_due"] as const;

const progress = {
  data_complete: z
    .boolean()
    .describe(
      "True if the period has ended, and no row of a file, order of a shop or recount is pending",
    ),
  open_questions: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "Number of events, rows, orders and figures that are open, as `open_question_count` of the overview has it; null where the return is overdue and not recent",
    ),
  filing_status: z
    .enum(READINESS)
    .nullable()
    .describe("Readiness for filing; null unless the return is open and recent"),
  state: z
    .enum(STATES)
    .describe(
      "State of the return; `running`: its period has not ended; `filed_elsewhere`: an opening is recorded",
    ),
  submitted_on: Day.nullable()
    .default(null)
    .describe("Day of submission that the lock states; null where none is stated"),
  payment_status: z
    .enum(PAYMENTS)
    .nullable()
    .describe("The payment of a locked return; null for others"),
  payable_vat_minor: z
    .int()
    .nullable()
    .default(null)
    .describe(
      "VAT payable in minor units, as locked or as of the last check; null while the period runs, and where the overview has none",
    ),
  return_currency: KnownCurrency.nullable()
    .default(null)
    .describe("Currency of `payable_vat_minor`, null with it"),
  correction_vat_minor: z
    .int()
    .nullable()
    .default(null)
    .describe("Corrections of earlier periods in `payable_vat_minor`, null with it"),
  outstanding_minor: z
    .int()
    .nullable()
    .default(null)
    .describe(
      "Amount still to pay of a locked return in minor units, as of its last payment or check; null for others",
    ),
  prepared_by: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "Id of the person who last marked these figures as prepared, kept after the lock; null without a mark",
    ),
  locked_by: z
    .string()
    .nullable()
    .default(null)
    .describe("Id of the API key or person that locked the return; null unless it is locked"),
  files_asked: z
    .int()
    .min(0)
    .default(0)
    .describe("Number of upload links that ask the client for files of the period"),
  files_received: z
    .int()
    .min(0)
    .default(0)
    .describe("Number of files that were received by these links, committed ones included"),
};

const identity = {
  account: z.string().brand("AccountId").describe("Id of the account, sent as `X-Account`"),
  scheme_type: SchemeType,
  period_key: z.string().brand("PeriodKey"),
  registration_id: z.int(),
  member_state_identification: z.string(),
  filing_due_date: Day,
  ...intermediaryFields,
};

/** The progress of one return of a client. Its amount is as old as the row, and decides nothing. */
export const BoardRow = z.object({
  ...identity,
  ...progress,
  as_of: z.string(),
  file_made_at: z.string().optional(),
  prepared_at: z.string().nullable().default(null),
  /** In epoch seconds; present for a return that the account does not make any more. */
  expires_at: z.int().optional(),
});
export type BoardRow = Readonly<z.output<typeof BoardRow>>;

export type CheckedRow = Omit<BoardRow, "as_of" | "file_made_at" | "expires_at">;

type Locked = Pick<CheckedRow, "return_currency" | "locked_by"> & {
  readonly submitted_on?: IsoDate | undefined;
  readonly totals: { readonly payable_vat_minor: number; readonly correction_vat_minor: number };
};

/** Returns what a lock changes in the row of its return. Who has prepared it stays. */
export const lockedRow = ({ submitted_on, ...lock }: Locked): Partial<CheckedRow> => ({
  state: "locked",
  filing_status: null,
  prepared_at: null,
  submitted_on: submitted_on ?? null,
  payable_vat_minor: lock.totals.payable_vat_minor,
  correction_vat_minor: lock.totals.correction_vat_minor,
  return_currency: lock.return_currency,
  locked_by: lock.locked_by,
});

const MOST_ROWS = 8_000;
const LIMIT_RULE = `must be a number from 1 to ${MOST_ROWS}`;
const LIST = "board";

/** Query of GET /v1/organisations/{organisation}/board. */
export const BoardQuery = z.strictObject({
  due_before: Day.optional().describe("Only returns that are due before this day"),
  period_key: PeriodKey.optional().describe("Only returns of this quarter or month"),
  state: z.enum(STATES).optional().describe("Only returns in this state"),
  intermediary: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "Only returns of the import scheme under this intermediary: its number as the rows mask it, or its name",
    ),
  prepared: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "Filter by preparation: `true` returns only returns whose figures are marked as prepared, `false` only others",
    ),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, LIMIT_RULE)
    .transform(Number)
    .refine((limit) => limit <= MOST_ROWS, LIMIT_RULE)
    .default(2_000)
    .meta({ description: `Rows of a page, 1 to ${MOST_ROWS}` }),
  cursor: cursorParam(LIST, z.string().max(200)),
});
export type BoardQuery = z.output<typeof BoardQuery>;

export const Board = z
  .strictObject({
    items: z.array(
      z
        .strictObject({
          ...identity,
          client_name: z.string(),
          client_reference: z.string().nullable(),
          role: Role.describe("Your role in this account"),
          ...progress,
          overdue: z
            .boolean()
            .describe(
              "True if the due day is over, and neither a filing nor a day of submission is recorded here; the return may have been submitted all the same",
            ),
          file_made_at: z.iso
            .datetime()
            .nullable()
            .describe(
              "Time when a portal file of the locked return was last built, UTC; null if none was",
            ),
          prepared_at: z.iso
            .datetime()
            .nullable()
            .describe(
              "Time when the current figures of the open return were last marked as prepared, UTC; null for other returns",
            ),
          as_of: z.iso
            .datetime()
            .describe(
              "Time when the row was last refreshed from the ledger, UTC; at least once a day",
            ),
        })
        .meta({ id: "BoardRow" }),
    ),
    people: z
      .array(
        z.strictObject({
          id: z.string().describe("Id of a person"),
          name: z.string().describe("Name of the person, as the issuer says it"),
        }),
      )
      .describe("Names of the persons that rows of this page name"),
    intermediaries: z
      .array(IntermediaryDue)
      .describe(
        "Totals due of the import returns of this page whose period is over, by intermediary, month and currency",
      ),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "Board" });
type Board = z.output<typeof Board>;

/** True if the submission of a return is recorded: as its filing, here or elsewhere, or with its lock. */
export const isSubmitted = ({
  state,
  submitted_on,
}: Pick<BoardRow, "state" | "submitted_on">): boolean =>
  state.startsWith("filed") || submitted_on !== null;

/** True if files were asked for a period and none came: sales may be missing. */
export const isUnanswered = ({
  files_asked,
  files_received,
}: Pick<BoardRow, "files_asked" | "files_received">): boolean =>
  files_asked > 0 && files_received === 0;

/** Maximum age of `as_of`, in days: an unchanged row is written once a day. */
const RENEWED_AFTER_DAYS = 1;

/** True if the row has to be written: it is new, it has changed, or it was written a day ago. */
export function isToWrite(known: BoardRow | undefined, row: CheckedRow, today: IsoDate): boolean {
  if (!known || known.expires_at !== undefined) return true;
  if (known.as_of.slice(0, 10) <= plusDays(today, -RENEWED_AFTER_DAYS)) return true;
  return Object.entries(row).some(([name, value]) => known[name as keyof CheckedRow] !== value);
}

export type BoardFilter = Omit<BoardQuery, "limit" | "cursor">;

export const isAskedFor = (
  row: BoardRow,
  { due_before, period_key, state, prepared, intermediary }: BoardFilter,
): boolean =>
  (due_before === undefined || row.filing_due_date < due_before) &&
  (period_key === undefined || row.period_key === period_key) &&
  (state === undefined || row.state === state) &&
  (intermediary === undefined ||
    [row.intermediary_number_masked, row.intermediary_name].includes(intermediary)) &&
  (prepared === undefined || (row.prepared_at !== null) === (prepared === "true"));

type Shown = {
  readonly clients: ReadonlyMap<string, Client>;
  readonly member: Member;
  readonly today: IsoDate;
};

/** Returns the row as a member sees it; none of an account in which the member has no role, or of a client that has left. */
function rowView(row: BoardRow, { clients, member, today }: Shown): Board["items"] {
  const role = memberRole(member, row.account);
  const client = clients.get(row.account);
  if (role === undefined || !client || hasLeft(client, today)) return [];
  const { expires_at: _, file_made_at = null, ...shown } = row;
  const overdue = !isSubmitted(row) && today > row.filing_due_date;
  const { name: client_name, reference: client_reference = null } = client;
  return [{ ...shown, client_name, client_reference, role, overdue, file_made_at }];
}

export type PlacedRow = { readonly place: string; readonly row: BoardRow };

/** Returns the ids of who prepared and locked the returns of a page; API keys are none of the persons. */
export const namedOnBoard = ({ items }: Pick<Board, "items">): string[] => [
  ...new Set(
    items
      .flatMap(({ prepared_by, locked_by }) => [prepared_by, locked_by])
      .flatMap((id) => (id !== null && PERSON_ID.test(id) ? [id] : [])),
  ),
];

/** Adds the names of persons as the issuer said them. */
export const withNames = (
  page: Omit<Board, "people">,
  persons: ReadonlyMap<string, Pick<Person, "name">>,
): Board => ({
  ...page,
  people: [...persons].flatMap(([id, { name }]) => (name === undefined ? [] : [{ id, name }])),
});

/** Builds a page of the board from the next `limit` + 1 rows. Rows of accounts without a role are left out. */
export function boardPage(
  rows: readonly PlacedRow[],
  { limit, isCompressed }: { readonly limit: number; readonly isCompressed: boolean },
  shown: Shown,
): Omit<Board, "people"> {
  const some = rows.slice(0, limit);
  const views = some.map(({ row }) => rowView(row, shown));
  // Each row may add a total of its own to the response.
  const count = countThatFits(
    views.map((row) => [row, dueSums(row)]),
    isCompressed,
  );
  const last = some[count - 1];
  const items = views.slice(0, count).flat();
  return {
    items,
    intermediaries: dueSums(items),
    next_cursor: last && rows.length > count ? cursorAt(LIST, last.place) : null,
  };
}
