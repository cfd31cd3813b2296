import { useMemo, useState } from "preact/hooks";
import type {
  ReturnQuestion,
  RoundingAdjustment,
  SupplyEvent,
  SupplyEventRequest,
  VatClient,
} from "../../../client/src/eu-vat-client.ts";
import { newEntryId } from "../entries/new-event.ts";
import { loadEvents, type ReturnQuery } from "../events/source-events.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { NeedsRole } from "../parts/needs-role.tsx";
import { Notice } from "../parts/notice.tsx";
import { fieldsOfRow } from "../period/figure-parts.ts";
import type { ChangingPartProps } from "../period/part-props.ts";
import { useReader, useSession } from "../session/console-context.ts";

type RoundingOfferProps = Pick<ChangingPartProps, "facts" | "identity" | "onChanged"> & {
  readonly question: ReturnQuestion;
};

/** Offers the adjustments of figures that only rounding leaves below zero, and books all of them with one click. */
export function RoundingOffer({ question, facts, identity, onChanged }: RoundingOfferProps) {
  const { say, format } = useReader();
  const { client, may } = useSession();
  const { adjustments } = question;
  // A repeated click books the same events again, which changes nothing.
  const ids = useMemo(() => adjustments.map(() => newEntryId("adjustment")), [adjustments]);
  const [hasNoRefund, setNoRefund] = useState(false);
  async function book() {
    const found = adjustments.map((_, n) => firstRefund(client, identity, queriesOf(n)));
    const refunds = await Promise.all(found);
    const events = adjustments.flatMap((one, n) => bookingOf(one, ids[n], refunds[n]));
    setNoRefund(events.length < adjustments.length);
    if (events.length < adjustments.length) return;
    await client.commitSupplyEvents({ body: { events } });
    onChanged();
  }
  /** Returns the queries of the events in a figure below zero. The adjustments are in the order of the figures. */
  function queriesOf(n: number): ReturnQuery[] {
    const { corrected_period: original_period, consumption_country } = adjustments[n] ?? {};
    if (question.kind === "negative_row") {
      const row = facts.shown.rows.filter(isBelowZero)[n];
      const isRow = row?.member_state_of_consumption === consumption_country;
      return row && isRow ? [{ ...fieldsOfRow(row), part: "rows" }] : [];
    }
    const named = { original_period, member_state_of_consumption: consumption_country };
    return [
      { ...named, part: "corrections" },
      { ...named, late: "true" },
    ] as ReturnQuery[];
  }
  const { return_currency } = facts.shown;
  return (
    <div class="stack">
      <p>{say("rounding.lead")}</p>
      <ul>
        {adjustments.map((one, n) => (
          <li key={ids[n]}>
            {say("rounding.adjustment", {
              period: format.period(one.corrected_period),
              country: format.country(one.consumption_country),
              taxable: format.change(one.taxable_amount_minor, return_currency),
              vat: format.change(one.vat_amount_minor, return_currency),
            })}
          </li>
        ))}
      </ul>
      <NeedsRole operation="commitSupplyEvents" />
      {may("commitSupplyEvents") && (
        <ActionButton act={book}>{say.many("rounding.book", adjustments.length)}</ActionButton>
      )}
      {hasNoRefund && <Notice level="warn">{say("rounding.noRefund")}</Notice>}
    </div>
  );
}

const isBelowZero = (row: Pick<SupplyEvent, "taxable_amount_minor" | "vat_amount_minor">) =>
  row.taxable_amount_minor < 0 || row.vat_amount_minor < 0;

/** Returns an adjustment as the event that is booked against the sale of a refund. */
const bookingOf = (
  { corrected_period: _, ...fields }: RoundingAdjustment,
  event_id: string | undefined,
  refund: Refund | undefined,
): SupplyEventRequest[] =>
  refund ? [{ ...fields, event_id, ...refund } as unknown as SupplyEventRequest] : [];

type Refund = { readonly original_event_id: string; readonly source_id?: string };

/** Returns the sale of the first refund in a figure. */
async function firstRefund(
  client: VatClient,
  identity: ChangingPartProps["identity"],
  queries: readonly ReturnQuery[],
): Promise<Refund | undefined> {
  const { signal } = new AbortController();
  for (const query of queries) {
    let cursor: string | undefined;
    do {
      const page = await loadEvents(client, { identity, query }, cursor, signal);
      const refund = page.items.find(({ original_event_id: sale }) => sale);
      if (refund?.original_event_id) {
        const { original_event_id, source_id } = refund;
        return { original_event_id, ...(source_id ? { source_id } : {}) };
      }
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  return undefined;
}
