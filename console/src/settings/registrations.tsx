import { useState } from "preact/hooks";
import type { TaxRegistration, TaxRegistrationRequest } from "../../../client/src/eu-vat-client.ts";
import { memberStateOf } from "../../../shared/vat/reference-data/member-states.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { ChangeRegistration } from "./change-registration.tsx";
import { EndRegistration } from "./end-registration.tsx";
import { NumberAndDays, SchemeAndState } from "./registration-fields.tsx";
import { type SettingField, SettingForm } from "./setting-form.tsx";

const STATUSES: readonly TaxRegistration["status"][] = ["active", "pending", "ended", "excluded"];

/** Lists the registrations of the business, with scheme and first day. */
export function Registrations({ seat }: { readonly seat: string | null }) {
  const { say } = useReader();
  const { client } = useSession();
  const registrations = useLoad("registrations", (signal) =>
    client.listRegistrations({ query: { limit: 200 } }, { signal }),
  );
  return (
    <Card title={say("registrations.title")}>
      <Loaded of={registrations}>
        {({ items }) => <RegistrationTable rows={items} onChanged={registrations.again} />}
      </Loaded>
      <SettingForm
        operation="createRegistration"
        title={say("registrations.add")}
        fields={useFields()}
        isOpen={
          seat !== null && registrations.state === "ready" && registrations.value.items.length === 0
        }
        save={async (typed) => {
          // The service validates the input.
          await client.createRegistration({ body: typed as unknown as TaxRegistrationRequest });
          registrations.again();
        }}
      >
        <SchemeAndState scheme="union_oss" state={memberStateOf(seat ?? "")?.code} />
        <NumberAndDays help={say("registrations.number.help")} />
      </SettingForm>
    </Card>
  );
}

function useFields(): SettingField[] {
  const { say } = useReader();
  return [
    { name: "effective_to", label: say("records.last"), kind: "date" },
    {
      name: "status",
      label: say("due.state"),
      isRequired: true,
      start: "active",
      options: STATUSES.map((value) => [value, say.code(`registration.${value}`)] as const),
    },
  ];
}

type RegistrationTableProps = {
  readonly rows: readonly TaxRegistration[];
  readonly onChanged: () => void;
};

function useColumns(): Column<TaxRegistration>[] {
  const { say, format } = useReader();
  return [
    { head: say("period.schemes"), cell: ({ scheme_type }) => say.code(scheme_type) },
    {
      head: say("registrations.state"),
      cell: ({ member_state_identification: state }) => format.country(state),
    },
    {
      head: say.code("field.vat_registration_number"),
      cell: (row) => row.vat_registration_number_masked ?? "",
    },
    {
      head: say("records.first"),
      inOneLine: true,
      cell: (row) => format.day(row.effective_from),
    },
    {
      head: say("records.last"),
      inOneLine: true,
      cell: ({ effective_to }) => (effective_to ? format.day(effective_to) : ""),
    },
    { head: say("due.state"), cell: ({ status }) => say.code(`registration.${status}`) },
  ];
}

function RegistrationTable({ rows, onChanged }: RegistrationTableProps) {
  const { say } = useReader();
  const { may } = useSession();
  const columns = useColumns();
  const [ending, setEnding] = useState<TaxRegistration>();
  const [changing, setChanging] = useState<TaxRegistration>();
  const action = (text: string, row: TaxRegistration, act: () => void) => (
    <button type="button" class="small" onClick={act}>
      {text}
      <span class="unseen"> {say.code(row.scheme_type)}</span>
    </button>
  );
  const endColumn: Column<TaxRegistration> = {
    head: say("change.do"),
    isAction: true,
    cell: (row) => (
      <>
        {row.status !== "excluded" && action(say("change.do"), row, () => setChanging(row))}{" "}
        {row.status === "active" && action(say("registrations.end"), row, () => setEnding(row))}
      </>
    ),
  };
  return (
    <>
      <DataTable
        caption={say("registrations.title")}
        columns={may("updateRegistration") ? [...columns, endColumn] : columns}
        rows={rows}
        keyOf={({ id }) => String(id)}
        empty={say("due.none")}
      />
      {changing && (
        <ChangeRegistration
          registration={changing}
          onClose={() => setChanging(undefined)}
          onChanged={onChanged}
        />
      )}
      {ending && (
        <EndRegistration
          registration={ending}
          onClose={() => setEnding(undefined)}
          onEnded={onChanged}
        />
      )}
    </>
  );
}
