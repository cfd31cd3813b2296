import { useState } from "preact/hooks";
import type { Import } from "../../../client/src/eu-vat-client.ts";
import { EventsDrawer } from "../events/events-drawer.tsx";
import { type SourceEvents, sourceEventsOfSource } from "../events/source-events.ts";
import { fileSize } from "../format/file-size.ts";
import { Loaded } from "../loading/loaded.tsx";
import { Card } from "../parts/card.tsx";
import { isCountrySetting } from "../parts/countries.ts";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { CountrySums } from "./country-sums.tsx";
import { DeclaredEvents } from "./declared-events.tsx";
import { FoundRows } from "./found-rows.tsx";
import { hasRows } from "./import-action-rules.ts";
import { ImportActions } from "./import-actions.tsx";
import { ImportBridgeCard } from "./import-bridge.tsx";
import { ImportFailure } from "./import-failure.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportState } from "./import-state.tsx";
import { settingText } from "./remembered.ts";
import { useImport } from "./use-import.ts";

/** Displays one import: its progress, the results of its rows, and its actions. */
export function ImportPage({ id }: { readonly id: string }) {
  const { say } = useReader();
  const found = useImport(id);
  return (
    <>
      <p>
        <a href={addressOf({ name: "imports", id: undefined })}>{say("imports.all")}</a>
      </p>
      <PageTitle>{say("imports.one")}</PageTitle>
      <Loaded of={found}>
        {(value) => (
          <div class="stack">
            <ImportStatusSection of={value} onChanged={found.again} />
            {hasRows(value) && (
              <FoundRows key={`${value.dry_run}`} of={value} onChanged={found.again} />
            )}
            {hasRows(value) && <ImportBridgeCard of={value} />}
            {value.returns.length > 0 && <DeclaredEvents of={value} />}
            {value.countries.length > 0 && <CountrySums of={value} />}
            {hasRows(value) && <OfItsSource source={value.source_id} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

type ImportStateProps = { readonly of: Import; readonly onChanged: () => void };

function ImportStatusSection({ of, onChanged }: ImportStateProps) {
  const { say, format } = useReader();
  const { source_id, file_name, format: name, size_bytes, created_at } = of;
  return (
    <Card title={say.code(`format.${name}`)} aside={<ImportState of={of} />}>
      <p class="muted">
        {say("imports.source")}: <bdi class="mark">{source_id}</bdi> ·{" "}
        {file_name !== null && (
          <>
            <bdi class="mark">{file_name}</bdi> ·{" "}
          </>
        )}
        {format.instant(created_at)} · {fileSize(size_bytes, say.locale)}
      </p>
      <ImportFailure of={of} />
      <ImportProgress of={of} />
      <ImportActions of={of} onChanged={onChanged} />
      <Settings settings={of.settings} />
    </Card>
  );
}

/** Displays the completed settings with which the file is read. */
function Settings({ settings }: { readonly settings: Import["settings"] }) {
  const { say } = useReader();
  const shown = Object.entries(settings).filter(
    ([name, value]) => name !== "source_id" && value !== false && settingText(value),
  );
  if (shown.length === 0) return null;
  return (
    <details>
      <summary>{say("nav.settings")}</summary>
      <ul>
        {shown.map(([name, value]) => (
          <li key={name}>
            {say.code(`field.${name}`)}: <SettingValue name={name} value={value} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function SettingValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const { say, format } = useReader();
  const text = settingText(value) ?? "";
  if (isCountrySetting(name)) return <>{format.country(text)}</>;
  return <bdi class="mark lines">{say.known(`option.${text}`) ?? text}</bdi>;
}

/** Opens the events of the source, because the service has no list of events by import. */
function OfItsSource({ source }: { readonly source: string }) {
  const { say } = useReader();
  const [sourceEvents, open] = useState<SourceEvents>();
  return (
    <p class="buttons">
      <button type="button" onClick={() => open(sourceEventsOfSource(source, false))}>
        {say("imports.events")}
      </button>{" "}
      <button type="button" onClick={() => open(sourceEventsOfSource(source, true))}>
        {say("imports.waiting")}
      </button>{" "}
      <a href={addressOf({ name: "review" })}>{say("imports.review")}</a>
      {sourceEvents && (
        <EventsDrawer
          key={JSON.stringify(sourceEvents)}
          parts={[{ sourceEvents }]}
          title={source}
          onClose={() => open(undefined)}
        />
      )}
    </p>
  );
}
