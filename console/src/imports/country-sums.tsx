import type { Import } from "../../../client/src/eu-vat-client.ts";
import { Card } from "../parts/card.tsx";
import { DataTable, figureColumn } from "../parts/data-table.tsx";
import { sorted } from "../parts/use-sorted.ts";
import { useReader } from "../session/console-context.ts";

type CountrySum = Import["countries"][number];

/** Displays the sums of the file by country, for comparison with the shop's own figures. */
export function CountrySums({ of: { countries } }: { readonly of: Import }) {
  const { say, format } = useReader();
  const nameOf = ({ country }: CountrySum) =>
    country ? format.country(country) : say("imports.noCountry");
  return (
    <Card title={say("imports.countries")}>
      <p>{say("imports.countriesLead")}</p>
      <DataTable
        caption={say("imports.countries")}
        columns={[
          {
            head: say.code("field.country"),
            cell: nameOf,
          },
          figureColumn(say("events.title"), ({ events }: CountrySum) => format.count(events)),
          figureColumn(say("standing.taxable"), (row: CountrySum) =>
            format.amount(row.taxable_amount_minor, row.currency),
          ),
          figureColumn(say("event.vat"), (row: CountrySum) =>
            format.amount(row.vat_amount_minor, row.currency),
          ),
        ]}
        rows={sorted(countries, nameOf, say)}
        keyOf={({ country, currency }) => `${country} ${currency}`}
      />
    </Card>
  );
}
