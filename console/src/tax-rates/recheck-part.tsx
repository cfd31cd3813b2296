import type { RateProposal } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { useReader, useSession } from "../session/console-context.ts";

type RecheckPartProps = { readonly proposal: RateProposal; readonly onChanged: () => void };

/** Displays the last check of stored events by the rates of today, and requests the next step. */
export function RecheckPart({ proposal, onChanged }: RecheckPartProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const { recheck, proposal_id } = proposal;
  const request = (body: { confirm?: number }) =>
    run(async () => {
      await client.recheckRate({ path: { id: proposal_id }, body });
      onChanged();
    });
  const counted = recheck?.state === "counted" ? recheck.events : null;
  const isRunning = recheck?.state === "counting" || recheck?.state === "applying";
  const count = (value: number | null | undefined) => format.count(value ?? 0);
  return (
    <div class="stack">
      <h3>{say("taxRates.recheck")}</h3>
      <p class="muted">{say("taxRates.recheckHelp")}</p>
      {recheck && (
        <p>
          {say(`taxRates.recheck.${recheck.state}`, {
            events: count(recheck.events),
            accounts: count(recheck.accounts),
            periods: count(recheck.periods),
            calculations: count(recheck.calculations),
          })}
        </p>
      )}
      <p class="actions">
        <button type="button" disabled={busy || isRunning} onClick={() => request({})}>
          {say("taxRates.countEvents")}
        </button>{" "}
        {isRunning && (
          <button type="button" disabled={busy} onClick={onChanged}>
            {say("records.refresh")}
          </button>
        )}
        {counted !== null && counted > 0 && (
          <button
            type="button"
            class="primary"
            disabled={busy}
            onClick={() => request({ confirm: counted })}
          >
            {say.many("taxRates.applyChecks", counted)}
          </button>
        )}
      </p>
      <ActionFailure failure={failure} />
    </div>
  );
}
