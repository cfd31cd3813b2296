import type { AccountProfile } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { unchanged } from "./profile-body.ts";
import { type SettingField, SettingForm } from "./setting-form.tsx";

type EstablishmentsProps = { readonly profile: AccountProfile; readonly onChanged: () => void };

type Establishment = AccountProfile["fixed_establishments"][number];

/** Lists, adds and removes fixed establishments, whose supplies have sections of their own in a return. */
export function Establishments({ profile, onChanged }: EstablishmentsProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const own = unchanged(profile);
  const put = (fixed_establishments: NonNullable<PutProfile["fixed_establishments"]>) =>
    client.putAccount({ body: { ...own, fixed_establishments } });
  const remove = (country: string) =>
    run(async () => {
      await put(
        own.fixed_establishments.filter((establishment) => establishment.country !== country),
      );
      onChanged();
    });
  return (
    <>
      <h3>{say("profile.establishments")}</h3>
      <EstablishmentTable rows={profile.fixed_establishments} busy={busy} onRemove={remove} />
      <ActionFailure failure={failure} />
      <SettingForm
        operation="putAccount"
        title={say("establishments.add")}
        fields={useFields()}
        save={async ({ country = "", vat_number }) => {
          const added = { country, ...(vat_number ? { vat_number } : {}) };
          await put([...own.fixed_establishments, added]);
          onChanged();
        }}
      />
    </>
  );
}

function useFields(): SettingField[] {
  const { say } = useReader();
  return [
    { name: "country", label: say("establishments.country"), kind: "state", isRequired: true },
    {
      name: "vat_number",
      label: say("establishments.number"),
      help: say("registrations.number.help"),
      longest: 40,
    },
  ];
}

type EstablishmentTableProps = {
  readonly rows: readonly Establishment[];
  readonly busy: boolean;
  readonly onRemove: (country: string) => void;
};

function EstablishmentTable({ rows, busy, onRemove }: EstablishmentTableProps) {
  const { say, format } = useReader();
  const { may } = useSession();
  const columns: Column<Establishment>[] = [
    { head: say("establishments.country"), cell: ({ country }) => format.country(country) },
    {
      head: say("establishments.number"),
      cell: (establishment) => establishment.vat_number_masked ?? "",
    },
  ];
  const removing: Column<Establishment> = {
    head: say("establishments.change"),
    isAction: true,
    cell: ({ country }) => (
      <button type="button" class="small" disabled={busy} onClick={() => onRemove(country)}>
        {say("establishments.remove")}
        <span class="unseen"> {format.country(country)}</span>
      </button>
    ),
  };
  return (
    <DataTable
      caption={say("profile.establishments")}
      columns={may("putAccount") ? [...columns, removing] : columns}
      rows={rows}
      keyOf={({ country }) => country}
      empty={say("establishments.none")}
      isSaved={false}
    />
  );
}

type PutProfile = Parameters<ReturnType<typeof useSession>["client"]["putAccount"]>[0]["body"];
