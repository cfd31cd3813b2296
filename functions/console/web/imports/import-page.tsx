import { useState } from "preact/hooks";
import type { Import } from "../../../../client/src/eu-vat-client.ts";
import { behindSource, type EventsBehind } from "../events/events-behind.ts";
import { EventsDrawer } from "../events/events-drawer.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { Card } from "../parts/card.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { CountrySums } from "./country-sums.tsx";
import { FoundRows } from "./found-rows.tsx";
import { ImportActions } from "./import-actions.tsx";
import { hasRows } from "./import-deeds.ts";
import { ImportProgress } from "./import-progress.tsx";
import { ImportState } from "./import-state.tsx";
import { useImport } from "./use-import.ts";

/** Displays one import: its progress, the results of its rows, and its actions. */
export function ImportPage({ id }: { readonly id: string }) {
  const { say } = useReader();
  const found = useImport(id);
  return (
    <>
      <h1>{say("imports.one")}</h1>
      <p>
        <a href={addressOf({ name: "imports", id: undefined })}>{say("imports.all")}</a>
      </p>
      <Loaded of={found}>
        {(value) => (
          <div class="stack">
            <Standing of={value} onChanged={found.state === "ready" ? found.again : () => {}} />
            {hasRows(value) && <FoundRows key={`${value.dry_run}`} of={value} />}
            {value.countries.length > 0 && <CountrySums of={value} />}
            <OfItsSource source={value.source_id} />
          </div>
        )}
      </Loaded>
    </>
  );
}

type StandingProps = { readonly of: Import; readonly onChanged: () => void };

function Standing({ of, onChanged }: StandingProps) {
  const { say, format } = useReader();
  const { source_id, format: name, size_bytes, created_at, error } = of;
  const facts = [
    [say("imports.source"), <bdi class="mark">{source_id}</bdi>],
    [say("imports.format"), name],
    [say("imports.when"), format.instant(created_at)],
    [say("imports.size"), say("imports.bytes", { count: format.count(size_bytes) })],
  ] as const;
  return (
    <Card title={say("imports.standing")} aside={<ImportState of={of} />}>
      <dl class="figures">
        {facts.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Settings settings={of.settings} />
      {error && <Failure error={error} />}
      <ImportProgress of={of} />
      <ImportActions of={of} onChanged={onChanged} />
    </Card>
  );
}

/** Explains why the file could not be used: a translated text, and the service's message with the position. */
function Failure({ error: { code, message } }: { readonly error: NonNullable<Import["error"]> }) {
  const { say } = useReader();
  const text = say.code(`error.${code}`);
  return (
    <Notice level="bad">
      {text !== `error.${code}` && <p>{text}</p>}
      <bdi class="mark">{message}</bdi>
    </Notice>
  );
}

/** Displays the completed settings with which the file is read. */
function Settings({ settings }: { readonly settings: Import["settings"] }) {
  const { say } = useReader();
  const told = Object.entries(settings).filter(([name]) => name !== "source_id");
  if (told.length === 0) return null;
  return (
    <details>
      <summary>{say("imports.settings")}</summary>
      <ul>
        {told.map(([name, value]) => (
          <li key={name}>
            <bdi class="mark">
              {name}: {JSON.stringify(value)}
            </bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Opens the events of the source, because the service has no list of events by import. */
function OfItsSource({ source }: { readonly source: string }) {
  const { say } = useReader();
  const [behind, open] = useState<EventsBehind>();
  return (
    <p class="buttons">
      <button type="button" onClick={() => open(behindSource(source, false))}>
        {say("imports.events")}
      </button>{" "}
      <button type="button" onClick={() => open(behindSource(source, true))}>
        {say("imports.waiting")}
      </button>{" "}
      <a href={addressOf({ name: "review" })}>{say("imports.review")}</a>
      {behind && (
        <EventsDrawer
          key={JSON.stringify(behind)}
          behind={behind}
          title={source}
          onClose={() => open(undefined)}
        />
      )}
    </p>
  );
}
