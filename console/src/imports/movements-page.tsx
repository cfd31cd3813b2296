import { useState } from "preact/hooks";
import type { Movement } from "../../../client/src/eu-vat-client.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { saveFile } from "../downloads/save.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { fullPage } from "../paging/full-page.ts";
import { Paged } from "../paging/paged.tsx";
import { usePages } from "../paging/use-pages.ts";
import { Card } from "../parts/card.tsx";
import { CountrySelect } from "../parts/country-select.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import { Field } from "../parts/field.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";

type Wanted = { readonly month: string; readonly origin: string; readonly destination: string };

/** Displays the movements of own goods of a month, and offers their sums by pair of states as a file. */
export function MovementsPage() {
  const { say } = useReader();
  const [wanted, want] = useState<Wanted>({
    month: dayOf(new Date()).slice(0, 7),
    origin: "",
    destination: "",
  });
  return (
    <>
      <p>
        <a href={addressOf({ name: "imports", id: undefined })}>{say("imports.all")}</a>
      </p>
      <PageTitle lead={say("movements.lead")}>{say("nav.movements")}</PageTitle>
      <div class="stack">
        <Filters wanted={wanted} onChange={want} />
        <Movements key={Object.values(wanted).join(" ")} wanted={wanted} />
      </div>
    </>
  );
}

type FiltersProps = { readonly wanted: Wanted; readonly onChange: (wanted: Wanted) => void };

function Filters({ wanted, onChange }: FiltersProps) {
  const { say } = useReader();
  return (
    <search>
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <Field label={say("movements.month")} width="narrow">
          <input
            name="month"
            type="month"
            required
            value={wanted.month}
            onChange={({ currentTarget: { value: month } }) =>
              month !== "" && onChange({ ...wanted, month })
            }
          />
        </Field>
        {(["origin", "destination"] as const).map((place) => (
          <Field key={place} label={say(`movements.${place}`)} isOptional width="narrow">
            <CountrySelect
              name={place}
              isWorldwide
              start={wanted[place]}
              onChoose={(code = "") => onChange({ ...wanted, [place]: code })}
            />
          </Field>
        ))}
      </form>
    </search>
  );
}

function Movements({ wanted: { month, origin, destination } }: { readonly wanted: Wanted }) {
  const { say } = useReader();
  const { client } = useSession();
  const places = { ...(origin && { origin }), ...(destination && { destination }) };
  const found = usePages(`movements ${month} ${origin} ${destination}`, ({ cursor }, signal) =>
    fullPage(
      (paging) => client.listMovements({ query: { month, ...places, ...paging } }, { signal }),
      cursor,
    ),
  );
  return (
    <Card title={say("nav.movements")} aside={<PairsOfStates month={month} />}>
      <Paged name={say("nav.movements")} of={found}>
        {({ items }) => <MovementsTable movements={items} />}
      </Paged>
    </Card>
  );
}

/** Saves the sums of a month by pair of states, in the form of the API. */
function PairsOfStates({ month }: { readonly month: string }) {
  const { say } = useReader();
  const { client } = useSession();
  const save = async () =>
    saveFile(await client.exportMovements({ query: { month } }), `movements-${month}.csv`);
  return <ActionButton act={save}>{say("movements.export")}</ActionButton>;
}

function MovementsTable({ movements }: { readonly movements: readonly Movement[] }) {
  const { say, format } = useReader();
  const placeOf = (code: string | null) => (code ? format.country(code) : say("movements.unknown"));
  const columns: Column<Movement>[] = [
    { head: say("event.day"), inOneLine: true, cell: ({ day }) => format.day(day) },
    { head: say("column.kind"), cell: ({ kind }) => say.code(`movement.${kind}`) },
    { head: say("movements.origin"), cell: ({ origin }) => placeOf(origin) },
    { head: say("movements.destination"), cell: ({ destination }) => placeOf(destination) },
    { head: say("movements.sku"), cell: ({ sku }) => <bdi>{sku}</bdi> },
    figureColumn(say("movements.quantity"), ({ quantity }) => quantity && format.decimal(quantity)),
    figureColumn(
      say("movements.cost"),
      ({ cost_minor, currency }) =>
        cost_minor !== null && currency && format.amount(cost_minor, currency),
    ),
    { head: say("imports.source"), cell: ({ source_id }) => <bdi>{source_id}</bdi> },
  ];
  return (
    <DataTable
      caption={say("nav.movements")}
      columns={columns}
      rows={movements}
      keyOf={({ id, source_id }) => `${source_id} ${id}`}
      empty={say("movements.none")}
    />
  );
}
