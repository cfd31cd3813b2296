import type { DueReturn } from "../../../client/src/eu-vat-client.ts";
import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { useReader, type Words } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { pageOf, returnName } from "./due-returns.ts";

/** Compares the last quarters of the Union scheme: as locked, with the change since, else as they stand. */
export function Quarters({ returns }: { readonly returns: readonly DueReturn[] }) {
  const words = useReader();
  const { say, format } = words;
  const quarters = returns.filter(
    ({ scheme_type, payable_vat_minor, state }) =>
      scheme_type === "union_oss" && (payable_vat_minor !== null || state === "filed_elsewhere"),
  );
  const largest = Math.max(1, ...quarters.map((quarter) => quarter.payable_vat_minor ?? 0));
  const columns: Column<DueReturn>[] = [
    {
      head: say("quarters.quarter"),
      cell: (dueReturn) => (
        <a href={addressOf(pageOf("period", dueReturn, returns))}>
          {returnName(dueReturn, returns, words).period}
        </a>
      ),
    },
    figureColumn(
      say("standing.payable"),
      ({ payable_vat_minor: vat, return_currency: currency }) =>
        vat === null || currency === null ? "" : format.amount(vat, currency),
    ),
    ...sinceColumn(quarters, words),
    {
      head: say("quarters.bar"),
      cell: ({ payable_vat_minor: vat }) => <Bar share={((vat ?? 0) / largest) * 100} />,
    },
    { head: say("due.state"), cell: ({ state }) => say(`state.${state}`) },
  ];
  return (
    <Card title={say("quarters.title")}>
      <DataTable
        caption={say("quarters.title")}
        columns={columns}
        rows={quarters}
        keyOf={({ period_key, registration_id }) => `${period_key} ${registration_id}`}
        empty={say("quarters.noRegistration")}
      />
    </Card>
  );
}

/** Returns the column for the changes since the lock, if there are any. */
function sinceColumn(
  quarters: readonly DueReturn[],
  { say, format }: Words,
): readonly Column<DueReturn>[] {
  if (!quarters.some((quarter) => quarter.payable_vat_since_lock_minor)) return [];
  return [
    figureColumn(
      say("quarters.since"),
      ({ payable_vat_since_lock_minor: change, return_currency: currency }) =>
        change && currency ? format.change(change, currency) : "",
    ),
  ];
}
