import {
  type LockedPeriod,
  type Return,
  UnprocessableError,
  type VatClient,
} from "../../../../client/src/eu-vat-client.ts";
import type { IsoDate } from "../../../../shared/calendar/iso-date.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Bar } from "../parts/bar.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { lastQuarters } from "./load-overview.ts";

const SHOWN = 6;

/** A quarter, with its return where one can be drawn. */
type Quarter = { readonly period: string; readonly drawn: Return | undefined };

type QuartersProps = { readonly today: IsoDate; readonly locked: readonly LockedPeriod[] };

/** The last quarters of the Union scheme side by side. */
export function Quarters({ today, locked }: QuartersProps) {
  const { say } = useReader();
  const { client } = useSession();
  const quarters = useLoad(`quarters ${today}`, (signal) => loadQuarters(client, today, signal));
  return (
    <Card title={say("quarters.title")}>
      <Loaded of={quarters}>{(value) => <QuarterTable quarters={value} locked={locked} />}</Loaded>
    </Card>
  );
}

const loadQuarters = (client: VatClient, today: IsoDate, signal: AbortSignal): Promise<Quarter[]> =>
  Promise.all(
    lastQuarters(today, SHOWN).map(async (period) => {
      const drawn = client
        .getReturn({ path: { scheme: "union-oss", period } }, { signal })
        .catch(noneWithoutRegistration);
      return { period, drawn: await drawn };
    }),
  );

/** A quarter without a registration has no return; everything else is to be told. */
function noneWithoutRegistration(failure: unknown): undefined {
  if (failure instanceof UnprocessableError) return undefined;
  throw failure;
}

type QuarterTableProps = {
  readonly quarters: readonly Quarter[];
  readonly locked: readonly LockedPeriod[];
};

function QuarterTable({ quarters, locked }: QuarterTableProps) {
  const { say, format } = useReader();
  const largest = Math.max(1, ...quarters.map(({ drawn }) => drawn?.totals.payable_vat_minor ?? 0));
  const stateOf = (period: string) =>
    locked.find(({ period_key }) => period_key === period)?.status ?? "open";
  const columns: Column<Quarter>[] = [
    {
      head: say("quarters.quarter"),
      cell: ({ period }) => (
        <a href={addressOf({ name: "period", scheme: "union-oss", period })}>
          {format.period(period)}
        </a>
      ),
    },
    {
      head: say("quarters.vat"),
      figure: true,
      cell: ({ drawn }) =>
        drawn
          ? format.amount(drawn.totals.payable_vat_minor, drawn.return_currency)
          : say("quarters.noRegistration"),
    },
    {
      head: say("quarters.bar"),
      cell: ({ drawn }) => <Bar share={((drawn?.totals.payable_vat_minor ?? 0) / largest) * 100} />,
    },
    { head: say("due.state"), cell: ({ period }) => say(`state.${stateOf(period)}`) },
  ];
  return (
    <DataTable
      caption={say("quarters.title")}
      columns={columns}
      rows={quarters}
      keyOf={({ period }) => period}
    />
  );
}
