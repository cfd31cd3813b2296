import type { ReturnBridge, Warning } from "../../../client/src/eu-vat-client.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./part-props.ts";
import { sumOf } from "./rate-sums.ts";
import { useBridge } from "./return-bridge.tsx";
import { ReturnFigure } from "./return-figure.tsx";
import { sinceColumns } from "./since-columns.ts";
import { compare } from "./since-lock.ts";

type BridgePart = NonNullable<ReturnBridge["lines"]>[number]["parts"][number];

/** An exclusion code of the return, or one of the treatments of its events. */
type LeftOutRow = Warning & {
  readonly treatment?: string;
  /** True of a treatment under the row of its code. */
  readonly isPart?: boolean;
  readonly amounts: readonly Amount[];
};

type Amount = { readonly currency: string; readonly taxable: number; readonly vat: number };

/** The code of events that belong in no return of the scheme; their treatments say where they belong. */
const BY_TREATMENT = "classification_excluded";

const COMPARABLE = {
  keyOf: ({ code }: Warning): string => code,
  empty: (row: Warning): Warning => ({ ...row, count: 0 }),
};

/** Lists the exclusions of the return, with number and amounts of their events. */
export function LeftOut(props: PartProps) {
  const { shown, today } = props.facts;
  const { say, format } = useReader();
  const bridge = useBridge(props.identity);
  const parts =
    bridge.state === "ready" ? (bridge.value.lines ?? []).flatMap((line) => line.parts) : [];
  const compared = compare(shown.warnings, today?.warnings, COMPARABLE);
  const nameOf = useName();
  const count = useCount(props);
  const amounts = useAmountColumns();
  const since = sinceColumns(compared, [
    {
      head: say("column.sinceEvents"),
      figureOf: ({ count }) => count,
      text: (change, row) => count(format.countChange(change), { ...row, count: change }, true),
    },
  ]);
  return (
    <Card title={say("leftOut.title")}>
      <DataTable
        caption={say("leftOut.title")}
        columns={[
          {
            head: say("leftOut.reason"),
            cell: (row: LeftOutRow) =>
              row.isPart ? <small class="why">{nameOf(row)}</small> : nameOf(row),
          },
          figureColumn(say("events.title"), (row: LeftOutRow) =>
            count(format.count(row.count), row),
          ),
          ...(parts.length > 0 ? amounts : []),
          ...since.map((column) => ({
            ...column,
            cell: (row: LeftOutRow) => (row.treatment ? "" : column.cell(row)),
          })),
        ]}
        rows={compared.rows.flatMap((row) => rowsOf(row, parts, since.length === 0))}
        keyOf={({ code, treatment = "" }) => `${code} ${treatment}`}
        empty={say("leftOut.none")}
      />
    </Card>
  );
}

/** Returns the columns of taxable amount and VAT, in each currency of the events. */
function useAmountColumns(): Column<LeftOutRow>[] {
  const { say, format } = useReader();
  const column = (head: string, minorOf: (amount: Amount) => number) =>
    figureColumn(head, ({ amounts }: LeftOutRow) =>
      amounts.map((amount) => (
        <div key={amount.currency}>{format.amount(minorOf(amount), amount.currency)}</div>
      )),
    );
  return [
    column(say("standing.taxable"), ({ taxable }) => taxable),
    column(say("event.vat"), ({ vat }) => vat),
  ];
}

/** Returns what displays a number of events, which opens them. */
function useCount({ identity, onOpen }: PartProps) {
  const name = useName();
  return (text: string, row: Warning & { readonly treatment?: string }, isSince = false) => {
    const { code: warning, treatment, count: value } = row;
    const query = { warning, ...(treatment ? { treatment } : {}) };
    const part = {
      sourceEvents: { identity, query },
      shown: { measure: "count", value, isSince },
    } as const;
    return (
      <ReturnFigure onOpen={onOpen} title={name(row)} parts={value === 0 ? [] : [part]}>
        {text}
      </ReturnFigure>
    );
  };
}

function useName() {
  const { say } = useReader();
  return ({ code, treatment }: Pick<LeftOutRow, "code" | "treatment">): string =>
    treatment === undefined
      ? say.code(code)
      : (say.known(`leftOut.${treatment}`) ?? say("leftOut.otherwise"));
}

/**
 * Returns the row of a code, and one for each treatment of events that belong in no return of the scheme; those alone where
 * they are all of it.
 */
function rowsOf(row: Warning, parts: readonly BridgePart[], mayStandAlone: boolean): LeftOutRow[] {
  const own = parts.filter(({ code }) => code === row.code);
  const amountsOf = (all: readonly BridgePart[]) =>
    [
      ...Map.groupBy(
        all.flatMap(({ amounts }) => amounts),
        ({ currency }) => currency,
      ),
    ].map(([currency, same]) => ({
      currency,
      taxable: sumOf(same, ({ taxable_amount_minor: minor }) => minor ?? 0),
      vat: sumOf(same, ({ vat_amount_minor: minor }) => minor ?? 0),
    }));
  const treatments = row.code === BY_TREATMENT ? own : [];
  const isPart = !mayStandAlone || sumOf(treatments, ({ count }) => count) !== row.count;
  return [
    ...(isPart ? [{ ...row, amounts: amountsOf(own) }] : []),
    ...treatments.map((part) => ({
      ...row,
      isPart,
      treatment: part.treatment,
      count: part.count,
      amounts: amountsOf([part]),
    })),
  ];
}
