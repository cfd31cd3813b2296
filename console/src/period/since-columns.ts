import type { ComponentChildren } from "preact";
import type { ReturnRow } from "../../../client/src/eu-vat-client.ts";
import type { Measure } from "../events/opened-figure.ts";
import type { Column } from "../parts/data-table.tsx";
import type { Words } from "../session/console-context.ts";
import { measured } from "./figure-parts.ts";
import type { Comparison } from "./since-lock.ts";

/** A figure whose change since the lock has a column. */
type ComparedFigure<Row> = {
  readonly head: string;
  readonly figureOf: (row: Row) => number;
  readonly text: (change: number, row: Row) => ComponentChildren;
};

/** Returns a column for each figure that has changed since the lock in any row; unchanged rows are empty there. */
export const sinceColumns = <Row>(
  { rows, changeOf }: Comparison<Row>,
  figures: readonly ComparedFigure<Row>[],
): Column<Row>[] =>
  figures
    .filter(({ figureOf }) => rows.some((row) => changeOf(row, figureOf) !== 0))
    .map(({ head, figureOf, text }) => ({
      head,
      figure: true,
      cell: (row) => {
        const change = changeOf(row, figureOf);
        return change === 0 ? "" : text(change, row);
      },
    }));

type Amounts = Pick<ReturnRow, "taxable_amount_minor" | "vat_amount_minor" | "event_count">;

export const withoutFigures = <Row extends Amounts>(row: Row): Row => ({
  ...row,
  taxable_amount_minor: 0,
  vat_amount_minor: 0,
  event_count: 0,
});

/** Displays an amount that has changed, which opens its events. */
type ShowChange<Row> = (text: string, row: Row, column: ChangedColumn) => ComponentChildren;

type ChangedColumn = { readonly head: string; readonly measure: Measure };

/** Returns the columns for the changes of rows or corrections since the lock. */
export const changedAmountColumns = <Row extends Amounts>(
  compared: Comparison<Row>,
  currency: string,
  { say, format }: Words,
  show: ShowChange<Row>,
): Column<Row>[] =>
  sinceColumns(
    compared,
    (["taxable", "vat"] as const).map((measure) => {
      const head = say(measure === "vat" ? "column.sinceVat" : "column.sinceTaxable", { currency });
      return {
        head,
        figureOf: (row: Row) => measured(row, measure),
        text: (change: number, row: Row) =>
          show(format.plainChange(change, currency), row, { head, measure }),
      };
    }),
  );
