import { useState } from "preact/hooks";
import type { SupplyEvent, VatClient } from "../../../client/src/eu-vat-client.ts";
import { useAction } from "../loading/use-action.ts";
import { CountrySelect } from "../parts/country-select.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { Say } from "../texts/say.ts";
import type { Decided } from "./decide.ts";
import { completedEvent, type MissingFact, missingFactOf } from "./missing-fact.ts";

type RepairFormProps = {
  readonly event: SupplyEvent;
  readonly onDecided: (decided: Decided) => void;
};

/** Asks for the missing country of a sale, and replaces the sale by a complete one. */
export function RepairForm({ event, onDecided }: RepairFormProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, run } = useAction();
  const [country, choose] = useState<string>();
  const fact = missingFactOf(event);
  if (!fact) return null;
  const repair = (country: string) =>
    run(async () => onDecided(await replace(client, event, { fact, country, say })));
  return (
    <div class="row repair">
      <Field label={say(`repair.${fact}`)} width="narrow">
        <CountrySelect name={fact} onChoose={choose} isWorldwide={fact !== "dispatch_country"} />
      </Field>
      <button
        type="button"
        class="small"
        disabled={busy || !country}
        onClick={() => country && repair(country)}
      >
        {say("repair.do")}
        <span class="unseen"> {event.event_id}</span>
      </button>
    </div>
  );
}

type Repair = { readonly fact: MissingFact; readonly country: string; readonly say: Say };

/**
 * Commits the complete sale, then excludes the other one with a note that names it. The other one waits for a decision
 * and is in no return, so that no sale counts twice in between.
 */
async function replace(
  client: VatClient,
  event: SupplyEvent,
  { fact, country, say }: Repair,
): Promise<Decided> {
  const { event_id } = event;
  try {
    const complete = completedEvent(event, fact, country);
    await client.commitSupplyEvents({ body: { events: [complete] } });
    const note = say("repair.note", { id: complete.event_id });
    await client.classifySupplyEvent({
      path: { event_id },
      body: { classification_status: "excluded", note },
    });
    return { done: [event_id], refused: [] };
  } catch (failure) {
    return { done: [], refused: [{ id: event_id, failure }] };
  }
}
