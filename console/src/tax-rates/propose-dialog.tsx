import { useState } from "preact/hooks";
import { MEMBER_STATES } from "../../../shared/vat/reference-data/member-states.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { FirstDayField } from "./first-day-field.tsx";
import { type Kind, proposalBody } from "./proposal-body.ts";

const STATES = MEMBER_STATES.map(({ code }) => code).filter((code) => code !== "XI");

const KINDS = ["rate", "sme_threshold"] as const;

/** Takes a rate or a threshold that an operator proposes, with its source. */
export function ProposeDialog({ onClose }: { readonly onClose: () => void }) {
  const { say } = useReader();
  const [kind, choose] = useState<Kind>("rate");
  const { busy, failure, submit } = useProposal(kind, onClose);
  return (
    <Dialog title={say("taxRates.propose")} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <p class="muted">{say("taxRates.proposeLead")}</p>
        <Field label={say("taxRates.kind")}>
          <select
            value={kind}
            onChange={({ currentTarget }) => choose(currentTarget.value as Kind)}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {say(`taxRates.kind.${kind}`)}
              </option>
            ))}
          </select>
        </Field>
        <StateField failure={failure} />
        {kind === "rate" ? <RateFields failure={failure} /> : <ThresholdFields failure={failure} />}
        <SourceFields failure={failure} />
        <p>
          <button type="submit" class="primary" disabled={busy}>
            {say("taxRates.proposeIt")}
          </button>
        </p>
        <ActionFailure failure={failure} atFields={AT_FIELDS} />
      </form>
    </Dialog>
  );
}

const AT_FIELDS = [
  "country",
  "tax_class_id",
  "rate_bps",
  "currency",
  "threshold_nac",
  "valid_from",
  "source",
  "source_url",
];

function useProposal(kind: Kind, onProposed: () => void) {
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement));
    const body = proposalBody(kind, typed as Readonly<Record<string, string>>);
    run(async () => {
      await client.proposeRate({ body });
      onProposed();
    });
  }
  return { busy, failure, submit };
}

type FieldsProps = { readonly failure: unknown };

function StateField({ failure }: FieldsProps) {
  const { say, format } = useReader();
  return (
    <Field label={say("establishments.country")} name="country" failure={failure}>
      <select name="country" required>
        <option value="" />
        {STATES.map((code) => (
          <option key={code} value={code}>
            {format.country(code)}
          </option>
        ))}
      </select>
    </Field>
  );
}

function RateFields({ failure }: FieldsProps) {
  const { say } = useReader();
  const { client } = useSession();
  const classes = useLoad("tax classes", (signal) => client.listTaxClasses({}, { signal }));
  const items = classes.state === "ready" ? classes.value.items : [];
  return (
    <>
      <Field label={say("taxRates.class")} name="tax_class_id" failure={failure}>
        <select name="tax_class_id" required>
          <option value="" />
          {items.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </Field>
      <Field
        label={say("taxRates.percent")}
        width="narrow"
        help={say("taxRates.percentHelp")}
        name="rate_bps"
        failure={failure}
      >
        <input name="percent" inputMode="decimal" required />
      </Field>
    </>
  );
}

function ThresholdFields({ failure }: FieldsProps) {
  const { say } = useReader();
  return (
    <>
      <Field
        label={say("rates.currency")}
        width="narrow"
        help={say("taxRates.currencyHelp")}
        name="currency"
        failure={failure}
      >
        <input name="currency" pattern="[A-Z]{3}" maxLength={3} required />
      </Field>
      <Field
        label={say("taxRates.kind.sme_threshold")}
        width="narrow"
        help={say("taxRates.thresholdHelp")}
        name="threshold_nac"
        failure={failure}
      >
        <input name="threshold_nac" type="number" min={1} step={1} required />
      </Field>
    </>
  );
}

function SourceFields({ failure }: FieldsProps) {
  const { say } = useReader();
  return (
    <>
      <FirstDayField failure={failure} />
      <Field
        label={say("taxRates.source")}
        help={say("taxRates.sourceHelp")}
        name="source"
        failure={failure}
      >
        <input name="source" maxLength={300} required />
      </Field>
      <Field label={say("taxRates.address")} name="source_url" failure={failure}>
        <input name="source_url" type="url" maxLength={500} required />
      </Field>
    </>
  );
}
