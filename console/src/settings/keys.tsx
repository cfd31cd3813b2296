import { useState } from "preact/hooks";
import type { ApiKey, ApiKeyRequest } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { useQuestion } from "../parts/question.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { SettingForm } from "./setting-form.tsx";

/** Lists the API keys with their ends, to who may see them. A new key is displayed only once. */
export function Keys() {
  const { say } = useReader();
  const { client } = useSession();
  const keys = useLoad("keys", (signal) =>
    client.listApiKeys({ query: { limit: 200 } }, { signal }),
  );
  const [made, setMade] = useState<string>();
  return (
    <Card title={say("keys.title")}>
      {made && <ShownOnce lead={say("keys.made")} secret={made} />}
      <Loaded of={keys}>{({ items }) => <KeyTables keys={items} onChanged={keys.again} />}</Loaded>
      <SettingForm
        operation="createApiKey"
        title={say("keys.add")}
        fields={[
          { name: "name", label: say("profile.name"), isRequired: true, longest: 200 },
          {
            name: "scope",
            label: say("keys.scope"),
            isRequired: true,
            options: (["read-only", "full"] as const).map(
              (value) => [value, say.code(`scope.${value}`)] as const,
            ),
          },
          { name: "expires_at", label: say("keys.endsOn"), kind: "date" as const },
        ]}
        save={async ({ expires_at: day, ...typed }) => {
          const end = day ? { expires_at: `${day}T00:00:00Z` } : {};
          const { api_key } = await client.createApiKey({
            body: { ...typed, ...end } as unknown as ApiKeyRequest,
          });
          setMade(api_key);
          keys.again();
        }}
      />
    </Card>
  );
}

type KeyTablesProps = { readonly keys: readonly ApiKey[]; readonly onChanged: () => void };

const isWorking = ({ status }: ApiKey): boolean => status === "active" || status === "rotated";

/** Lists the working keys, and the ended keys in a collapsed section. */
function KeyTables({ keys, onChanged }: KeyTablesProps) {
  const { say } = useReader();
  const ended = keys.filter((key) => !isWorking(key));
  return (
    <>
      <KeyTable title={say("keys.title")} keys={keys.filter(isWorking)} onChanged={onChanged} />
      {ended.length > 0 && (
        <details>
          <summary>{say.many("keys.ended", ended.length)}</summary>
          <KeyTable title={say("keys.endedTitle")} keys={ended} onChanged={onChanged} />
        </details>
      )}
    </>
  );
}

type KeyTableProps = KeyTablesProps & { readonly title: string };

function KeyTable({ title, keys, onChanged }: KeyTableProps) {
  const { say, format } = useReader();
  const { client, may } = useSession();
  const { busy, failure, run } = useAction();
  const { ask, question } = useQuestion();
  const stop = ({ id, name }: ApiKey) =>
    ask({
      title: say("keys.stop"),
      sure: say("keys.stop"),
      text: say("keys.sure", { name: name ?? id.slice(-4) }),
      onSure: () => run(() => client.revokeApiKey({ path: { id } }).then(onChanged)),
    });
  const columns: Column<ApiKey>[] = [
    {
      head: say("profile.name"),
      cell: ({ name, id }) => (
        <bdi class="mark">{name ?? say("keys.unnamed", { end: id.slice(-4) })}</bdi>
      ),
    },
    { head: say("keys.scope"), cell: ({ scope }) => say.code(`scope.${scope}`) },
    { head: say("due.state"), cell: ({ status }) => say.code(`key.${status}`) },
    {
      head: say("keys.lastUsed"),
      cell: ({ last_used_on: day }) => (day ? format.day(day) : say("keys.never")),
    },
    {
      head: say("keys.until"),
      cell: ({ expires_at: end }) => (end ? format.instant(end) : say("keys.never")),
    },
  ];
  const stopping: Column<ApiKey> = {
    head: say("keys.stop"),
    isAction: true,
    cell: (key) =>
      isWorking(key) && (
        <button type="button" class="small" disabled={busy} onClick={() => stop(key)}>
          {say("keys.stop")}
          <span class="unseen"> {key.name ?? key.id}</span>
        </button>
      ),
  };
  return (
    <>
      <DataTable
        caption={title}
        columns={may("revokeApiKey") ? [...columns, stopping] : columns}
        rows={keys}
        keyOf={({ id }) => id}
      />
      <ActionFailure failure={failure} />
      {question}
    </>
  );
}
