import { useState } from "preact/hooks";
import type { TaxRegistration, TaxRegistrationRequest } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { EndRegistration } from "./end-registration.tsx";
import { SettingForm } from "./setting-form.tsx";

const STATUSES: readonly TaxRegistration["status"][] = ["active", "pending", "ended", "excluded"];
const SCHEME_TYPES: readonly TaxRegistration["scheme_type"][] = [
  "union_oss",
  "non_union_oss",
  "ioss",
];

/** Lists the registrations of the business, with scheme and first day. */
export function Registrations() {
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
        isOpen={registrations.state === "ready" && registrations.value.items.length === 0}
        save={async (typed) => {
          // The service validates the input.
          await client.createRegistration({ body: typed as unknown as TaxRegistrationRequest });
          registrations.again();
        }}
      />
    </Card>
  );
}

function useFields() {
  const { say } = useReader();
  return [
    {
      name: "scheme_type",
      label: say("period.schemes"),
      isRequired: true,
      start: "union_oss",
      options: SCHEME_TYPES.map((value) => [value, say.code(value)] as const),
    },
    {
      name: "member_state_identification",
      label: say("registrations.state"),
      isRequired: true,
      kind: "state" as const,
    },
    {
      name: "effective_from",
      label: say("records.first"),
      kind: "date" as const,
      isRequired: true,
    },
    {
      name: "vat_registration_number",
      label: say.code("field.vat_registration_number"),
      help: say("registrations.number.help"),
      longest: 40,
    },
    { name: "effective_to", label: say("records.last"), kind: "date" as const },
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

function RegistrationTable({ rows, onChanged }: RegistrationTableProps) {
  const { say, format } = useReader();
  const { may } = useSession();
  const [ending, setEnding] = useState<TaxRegistration>();
  const columns: Column<TaxRegistration>[] = [
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
  const endColumn: Column<TaxRegistration> = {
    head: say("registrations.end"),
    isAction: true,
    cell: (row) =>
      row.status === "active" && (
        <button type="button" class="small" onClick={() => setEnding(row)}>
          {say("registrations.end")}
          <span class="unseen"> {say.code(row.scheme_type)}</span>
        </button>
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
