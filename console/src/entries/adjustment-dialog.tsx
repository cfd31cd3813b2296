import { useMemo, useState } from "preact/hooks";
import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { useOverviewAgain } from "../overview/overview-context.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type Entered, EnteredNotice } from "./entered-notice.tsx";
import { adjustmentOf, newEntryId } from "./new-event.ts";

type AdjustmentDialogProps = { readonly sale: SupplyEvent; readonly onClose: () => void };

/** Takes the difference by which a sale was booked too high or too low. */
export function AdjustmentDialog({ sale, onClose }: AdjustmentDialogProps) {
  const { say } = useReader();
  const { client } = useSession();
  const overviewAgain = useOverviewAgain();
  const event_id = useMemo(() => newEntryId("adjustment"), []);
  const [entered, setEntered] = useState<Entered>();
  async function enter(typed: FormData) {
    const body = adjustmentOf(sale, { typed, locale: say.locale }, event_id);
    const { items } = await client.commitSupplyEvents({ body });
    setEntered(items);
    overviewAgain();
  }
  return (
    <Dialog title={say("entry.adjustment")} onClose={onClose}>
      <p class="muted">
        {say("event.original")} <bdi class="mark">{sale.event_id}</bdi>
      </p>
      {entered ? (
        <EnteredNotice entered={entered} />
      ) : (
        <ActionForm button={say("entry.enter")} send={enter}>
          <p>{say("entry.adjustmentLead")}</p>
          <Field label={say("event.day")}>
            <input name="supply_date" type="date" required defaultValue={dayOf(new Date())} />
          </Field>
          <Field label={say("entry.direction")}>
            <Choice
              name="direction"
              options={[
                ["lower", say("entry.lower")],
                ["raise", say("entry.raise")],
              ]}
            />
          </Field>
          <div class="row">
            <Field label={`${say("standing.taxable")} (${sale.currency})`} width="narrow">
              <input name="taxable_amount_minor" inputMode="decimal" required autocomplete="off" />
            </Field>
            <Field label={`${say("event.vat")} (${sale.currency})`} width="narrow">
              <input name="vat_amount_minor" inputMode="decimal" required autocomplete="off" />
            </Field>
          </div>
          <Field label={say("webhooks.description")} isOptional>
            <input name="description" maxLength={200} autocomplete="off" />
          </Field>
        </ActionForm>
      )}
    </Dialog>
  );
}
