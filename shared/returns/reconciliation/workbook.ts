import { amount, type Cell, day, label } from "../../core/files/cells.ts";
import { type Sheet, type SheetColumn, xlsxOf } from "../../core/files/xlsx.ts";
import type { BothAmounts, Reconciliation } from "./schema.ts";

/**
 * Builds the reconciliation as a workbook. Each line names the currency of its amounts, which may change after a move
 * to another Member State.
 */
export const reconciliationWorkbook = (
  content: Reconciliation,
  made_at: string,
): Promise<Uint8Array> =>
  xlsxOf({
    title: `${content.scheme_type} reconciliation ${content.as_of}`,
    made_at,
    sheets: [
      stateSheet(content),
      lateSheet(content),
      directSheet(content),
      aboutSheet(content, made_at),
    ],
  });

const PERIOD: SheetColumn = { head: "Period", width: 10 };
const STATE: SheetColumn = { head: "Member State of consumption", width: 14 };
const CURRENCY: SheetColumn = { head: "Currency", width: 10 };

const COLUMNS = [
  ["declared", "Declared in its return"],
  ["corrected", "Declared in later locked returns"],
  ["to_declare", "Next returns will declare"],
  ["ledger", "Ledger today"],
  ["difference", "Difference"],
] as const;

const stateSheet = ({ items }: Reconciliation): Sheet => ({
  name: "Reconciliation",
  columns: [
    PERIOD,
    STATE,
    CURRENCY,
    ...COLUMNS.flatMap(([, head]) => both(head)),
    { head: "Open returns", width: 18 },
  ],
  lines: items.map((item) => [
    label(item.period_key),
    label(item.member_state_of_consumption),
    label(item.return_currency),
    ...COLUMNS.flatMap(([field]) => cellsOf(item[field], item.return_currency)),
    label(item.in_returns.join(", ")),
  ]),
});

const both = (head: string): SheetColumn[] =>
  ["taxable amount", "VAT"].map((what) => ({ head: `${head}: ${what}`, width: 17 }));

const cellsOf = ({ taxable_minor, vat_minor }: BothAmounts, currency: string): Cell[] => [
  amount(taxable_minor, currency),
  amount(vat_minor, currency),
];

const lateSheet = ({ late_changes }: Reconciliation): Sheet => ({
  name: "Late",
  columns: [
    { head: "Open return that declares it", width: 14 },
    { head: "Changed period", width: 10 },
    STATE,
    CURRENCY,
    ...both("Late change"),
  ],
  lines: late_changes.map((late) => [
    label(late.declared_in),
    label(late.original_period),
    label(late.member_state_of_consumption),
    label(late.return_currency),
    amount(late.taxable_amount_minor, late.return_currency),
    amount(late.vat_amount_minor, late.return_currency),
  ]),
});

const directSheet = ({ direct_declarations }: Reconciliation): Sheet => ({
  name: "Direct",
  columns: [
    { head: "Changed period", width: 10 },
    STATE,
    { head: "Declared in", width: 12 },
    CURRENCY,
    ...both("To declare directly"),
    { head: "Reason", width: 22 },
  ],
  lines: direct_declarations.map((one) => [
    label(one.original_period),
    label(one.member_state_of_consumption),
    label(one.member_state_identification),
    label(one.return_currency),
    amount(one.taxable_amount_minor, one.return_currency),
    amount(one.vat_amount_minor, one.return_currency),
    label(one.reason),
  ]),
});

const aboutSheet = (content: Reconciliation, made_at: string): Sheet => ({
  name: "About",
  columns: [
    { head: "Reconciliation", width: 32 },
    { head: "Value", width: 60 },
  ],
  lines: [
    [label("Scheme"), label(content.scheme_type)],
    [label("As of"), day(content.as_of)],
    [label("Made at (UTC)"), label(made_at)],
    [label("Oldest period to be corrected"), label(content.from)],
    [label("Locked periods"), label(content.locked_periods.join(", "))],
    [label("Open periods"), label(content.open_periods.join(", "))],
    [label("Recount pending"), label(content.recount_pending ? "yes" : "no")],
  ],
});
