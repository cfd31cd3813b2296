import { useMemo, useState } from "preact/hooks";
import type { RefundedSale, RefundSale, SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { minorOrNull } from "../format/typed-amount.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { useOverviewAgain } from "../overview/overview-context.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type Entered, EnteredNotice } from "./entered-notice.tsx";
import { newEntryId } from "./new-event.ts";

type Sale = Pick<SupplyEvent, "event_id" | "currency">;

type RefundDialogProps = { readonly sale: Sale; readonly onClose: () => void };

/** Takes back a sale in a window of its own. */
export function RefundDialog({ sale, onClose }: RefundDialogProps) {
  const { say } = useReader();
  return (
    <Dialog title={say("entry.refund")} onClose={onClose}>
      <RefundForm sale={sale} />
    </Dialog>
  );
}

type RefundFormProps = {
  readonly sale: Sale;
  /** The refund's id, where it follows from a row of a file. */
  readonly id?: string;
  readonly onEntered?: (event_id: string) => Promise<void>;
};

type Split = { readonly body: RefundSale; readonly answer: RefundedSale };

/** Takes back a sale in full or by an amount: shows the split into net and VAT first, and then books it. */
export function RefundForm({ sale, id, onEntered }: RefundFormProps) {
  const { say } = useReader();
  const { client } = useSession();
  const overviewAgain = useOverviewAgain();
  const event_id = useMemo(() => id ?? newEntryId("refund"), [id]);
  const [split, setSplit] = useState<Split>();
  const [entered, setEntered] = useState<Entered>();
  const path = { event_id: sale.event_id };
  async function preview(typed: FormData) {
    const isInFull = textIn(typed, "extent") === "full";
    const gross = minorOrNull(textIn(typed, "amount"), sale.currency, say.locale);
    const body = {
      event_id,
      supply_date: textIn(typed, "supply_date"),
      ...(isInFull ? { in_full: true } : { gross_amount_minor: gross }),
    } as RefundSale;
    const answer = await client.refundSupplyEvent({ path, query: { dry_run: "true" }, body });
    setSplit({ body, answer });
  }
  async function book({ body }: Split) {
    const { items } = await client.refundSupplyEvent({ path, body });
    await onEntered?.(items[0]?.event_id ?? event_id);
    setEntered(items);
    overviewAgain();
  }
  return (
    <>
      <p class="muted">
        {say("event.original")} <bdi class="mark">{sale.event_id}</bdi>
      </p>
      {entered && <EnteredNotice entered={entered} />}
      {!entered && (
        <ActionForm button={say("entry.split")} look={split ? "" : "primary"} send={preview}>
          <RefundFields currency={sale.currency} onChange={() => setSplit(undefined)} />
        </ActionForm>
      )}
      {!entered && split && (
        <ActionForm button={say("entry.bookRefund")} send={() => book(split)}>
          <SplitFigures answer={split.answer} />
        </ActionForm>
      )}
    </>
  );
}

type RefundFieldsProps = { readonly currency: string; readonly onChange: () => void };

function RefundFields({ currency, onChange }: RefundFieldsProps) {
  const { say } = useReader();
  const [extent, choose] = useState<string>("full");
  return (
    <div class="stack" onInput={onChange}>
      <Field label={say("entry.refundDay")} name="supply_date">
        <input name="supply_date" type="date" required defaultValue={dayOf(new Date())} />
      </Field>
      <Field label={say("entry.extent")}>
        <Choice
          name="extent"
          value={extent}
          options={[
            ["full", say("entry.inFull")],
            ["amount", say("entry.byAmount")],
          ]}
          onChoose={(chosen = "full") => choose(chosen)}
        />
      </Field>
      {extent === "amount" && (
        <Field
          label={`${say("found.gross")} (${currency})`}
          name="gross_amount_minor"
          width="narrow"
        >
          <input name="amount" inputMode="decimal" required autocomplete="off" />
        </Field>
      )}
    </div>
  );
}

/** Displays net amount and VAT of each event that the refund makes. */
function SplitFigures({ answer: { items, currency } }: { readonly answer: RefundedSale }) {
  const { say, format } = useReader();
  return (
    <dl class="figures">
      {items.map(({ event_id, taxable_amount_minor, vat_amount_minor }) => (
        <div key={event_id}>
          <dt>
            {say("standing.taxable")} + {say("event.vat")}
          </dt>
          <dd>
            {format.amount(taxable_amount_minor, currency)} +{" "}
            {format.amount(vat_amount_minor, currency)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
