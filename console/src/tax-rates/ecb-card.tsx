import { useState } from "preact/hooks";
import type { EcbRatesLoaded } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { textOfFile } from "../loading/text-of-file.ts";
import { useAction } from "../loading/use-action.ts";
import { Card } from "../parts/card.tsx";
import { CsvFile } from "../parts/csv-file.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";

/** Maximum number of missing days that are named. */
const NAMED_DAYS = 10;

/** Loads exchange rates from the ECB, or from one of its files for days that are older. */
export function EcbCard() {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const [isConfirmed, confirmJumps] = useState(false);
  const [loaded, setLoaded] = useState<EcbRatesLoaded>();
  const load = async (body: Parameters<typeof client.loadEcbRates>[0]["body"]) =>
    setLoaded(await client.loadEcbRates({ body }));
  const loadFile = async (file: File) => {
    const csv = await textOfFile(file);
    await load({ from: "file", csv, ...(isConfirmed ? { confirm_jumps: true } : {}) });
  };
  return (
    <Card title={say("ecb.title")}>
      <div class="stack">
        <p class="muted">{say("ecb.lead")}</p>
        <p>
          <button type="button" disabled={busy} onClick={() => run(() => load({ from: "ecb" }))}>
            {say("ecb.load")}
          </button>
        </p>
        <CsvFile
          label={say("ecb.file")}
          help={say("ecb.fileHelp")}
          busy={busy}
          onFile={(file) => run(() => loadFile(file))}
        />
        <label>
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={({ currentTarget }) => confirmJumps(currentTarget.checked)}
          />{" "}
          {say("ecb.jumps")}
        </label>
        <ActionFailure failure={failure} />
        {loaded && failure === undefined && <Result of={loaded} />}
      </div>
    </Card>
  );
}

function Result({
  of: { stored, corrected, missing_days, faults },
}: {
  readonly of: EcbRatesLoaded;
}) {
  const { say, format } = useReader();
  const named = missing_days.slice(0, NAMED_DAYS).map(format.day).join(", ");
  const more = missing_days.length > NAMED_DAYS ? ", …" : "";
  return (
    <Notice level={faults.length > 0 ? "warn" : "good"}>
      <p>
        {say("ecb.loaded", { stored: format.count(stored), corrected: format.count(corrected) })}
      </p>
      {missing_days.length > 0 && <p>{say("ecb.missing", { days: named + more })}</p>}
      {faults.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </Notice>
  );
}
