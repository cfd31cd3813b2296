import { useState } from "preact/hooks";
import { MEMBER_STATES } from "../../../shared/vat/reference-data/member-states.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { filledFields } from "../loading/typed.ts";
import { useLoad } from "../loading/use-load.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { FirstDayField } from "./first-day-field.tsx";
import { type Kind, proposalBody } from "./proposal-body.ts";

const STATES = MEMBER_STATES.map(({ code }) => code).filter((code) => code !== "XI");

const FORMS = ["any", "physical", "electronic"] as const;

const KINDS = ["rate", "sme_threshold"] as const;

/** Takes a rate or a threshold that an operator proposes, with its source. */
export function ProposeDialog({ onClose }: { readonly onClose: () => void }) {
  const { say } = useReader();
  const [kind, choose] = useState<Kind>("rate");
  const { client } = useSession();
  async function propose(typed: FormData) {
    await client.proposeRate({ body: proposalBody(kind, filledFields(typed)) });
    onClose();
  }
  return (
    <Dialog title={say("taxRates.propose")} onClose={onClose}>
      <ActionForm button={say("taxRates.proposeIt")} send={propose}>
        <p class="muted">{say("taxRates.proposeLead")}</p>
        <Field label={say("taxRates.kind")}>
          <Choice
            value={kind}
            options={KINDS.map((kind) => [kind, say(`taxRates.kind.${kind}`)])}
            onChoose={(chosen = kind) => choose(chosen)}
          />
        </Field>
        <StateField />
        {kind === "rate" ? <RateFields /> : <ThresholdFields />}
        <SourceFields />
      </ActionForm>
    </Dialog>
  );
}

function StateField() {
  const { say, format } = useReader();
  return (
    <Field label={say("establishments.country")}>
      <Choice
        name="country"
        required
        none=""
        options={STATES.map((code) => [code, format.country(code)])}
      />
    </Field>
  );
}

function RateFields() {
  const { say } = useReader();
  const { client } = useSession();
  const classes = useLoad("tax classes", (signal) => client.listTaxClasses({}, { signal }));
  const items = classes.state === "ready" ? classes.value.items : [];
  return (
    <>
      <Field label={say("taxRates.class")}>
        <Choice name="tax_class_id" required none="" options={items.map(({ id }) => [id, id])} />
      </Field>
      <Field label={say("taxRates.form")} help={say("taxRates.formHelp")}>
        <Choice name="applies_to" none="" options={FORMS.map((form) => [form, say.code(form)])} />
      </Field>
      <Field
        label={say("taxRates.percent")}
        width="narrow"
        help={say("taxRates.percentHelp")}
        name="rate_bps"
      >
        <input name="percent" inputMode="decimal" required />
      </Field>
    </>
  );
}

function ThresholdFields() {
  const { say } = useReader();
  return (
    <>
      <Field label={say("rates.currency")} width="narrow" help={say("taxRates.currencyHelp")}>
        <input name="currency" pattern="[A-Z]{3}" maxLength={3} required />
      </Field>
      <Field
        label={say("taxRates.kind.sme_threshold")}
        width="narrow"
        help={say("taxRates.thresholdHelp")}
      >
        <input name="threshold_nac" type="number" min={1} step={1} required />
      </Field>
    </>
  );
}

function SourceFields() {
  const { say } = useReader();
  return (
    <>
      <FirstDayField />
      <Field label={say("taxRates.source")} help={say("taxRates.sourceHelp")}>
        <input name="source" maxLength={300} required />
      </Field>
      <Field label={say("taxRates.address")}>
        <input name="source_url" type="url" maxLength={500} required />
      </Field>
    </>
  );
}
