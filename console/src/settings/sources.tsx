import type { SourceProfile, SourceRequest } from "../../../client/src/eu-vat-client.ts";
import { CHANNEL_TYPES } from "../../../shared/accounts/channel-types.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { SettingForm } from "./setting-form.tsx";

/** Lists the names of sources, the shops and channels of events. Names do not affect VAT. */
export function Sources() {
  const { say } = useReader();
  const { client } = useSession();
  const sources = useLoad("sources", (signal) => client.listSources({}, { signal }));
  return (
    <Card title={say("sources.title")}>
      <Loaded of={sources}>{({ items }) => <SourceTable rows={items} />}</Loaded>
      <SettingForm
        operation="createSource"
        title={say("sources.add")}
        fields={[
          { name: "source_key", label: say("sources.key"), isRequired: true, longest: 100 },
          { name: "display_name", label: say("profile.name"), isRequired: true, longest: 200 },
          {
            name: "channel_type",
            label: say("sources.channel"),
            isRequired: true,
            options: CHANNEL_TYPES.map((value) => [value, say.code(`channel.${value}`)] as const),
          },
        ]}
        save={async (typed) => {
          await client.createSource({ body: typed as unknown as SourceRequest });
          sources.again();
        }}
      />
    </Card>
  );
}

function SourceTable({ rows }: { readonly rows: readonly SourceProfile[] }) {
  const { say } = useReader();
  return (
    <DataTable
      caption={say("sources.title")}
      columns={[
        {
          head: say("sources.key"),
          cell: ({ source_key }: SourceProfile) => <bdi class="mark">{source_key}</bdi>,
        },
        {
          head: say("profile.name"),
          cell: ({ display_name }: SourceProfile) => <bdi class="mark">{display_name}</bdi>,
        },
        {
          head: say("sources.channel"),
          cell: ({ channel_type }: SourceProfile) => say.code(`channel.${channel_type}`),
        },
      ]}
      rows={rows}
      keyOf={({ id }) => String(id)}
    />
  );
}
