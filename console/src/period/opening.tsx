import type { Opening } from "../../../client/src/eu-vat-client.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { Card } from "../parts/card.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { OpeningForm } from "./opening-form.tsx";
import type { ChangingPartProps } from "./part-props.ts";
import { hasEnded, parametersOf } from "./return-identity.ts";

/**
 * Displays, records and withdraws an opening: a return filed before the business used this service, so that later
 * refunds correct it. Displays nothing where the return is locked, or its period has not ended.
 */
export function FiledElsewhere(props: ChangingPartProps) {
  const { say } = useReader();
  const { may } = useSession();
  const { facts, identity } = props;
  if (facts.opening) return <Recorded {...props} opening={facts.opening} />;
  if (facts.lock || !hasEnded(identity.period) || !may("recordOpening")) return null;
  return (
    <details class="card">
      <summary>{say("opening.record")}</summary>
      <p>{say("opening.lead")}</p>
      <OpeningForm {...props} />
    </details>
  );
}

type RecordedProps = ChangingPartProps & { readonly opening: Opening };

function Recorded({ opening, identity, onChanged }: RecordedProps) {
  const { say, format } = useReader();
  const { client, may } = useSession();
  const { currency, filed_at, filing_reference, member_states, totals } = opening;
  async function withdraw() {
    await client.withdrawOpening(parametersOf(identity));
    onChanged();
  }
  type State = (typeof member_states)[number];
  const figure = (head: string, minorOf: (openingState: State) => number) => ({
    head,
    figure: true,
    cell: (openingState: State) => format.plainAmount(minorOf(openingState), currency),
  });
  return (
    <Card title={say("opening.title")}>
      <Notice level="info">
        {say("opening.filed", {
          day: format.day(filed_at),
          amount: format.amount(totals.payable_vat_minor, currency),
        })}{" "}
        {filing_reference && <bdi class="mark">{filing_reference}</bdi>}
      </Notice>
      <DataTable
        caption={say("opening.title")}
        columns={[
          {
            head: say("column.country"),
            cell: (openingState: State) => format.country(openingState.member_state_of_consumption),
          },
          figure(
            say("column.taxable", { currency }),
            (openingState) => openingState.taxable_amount_minor,
          ),
          figure(say("column.vat", { currency }), (openingState) => openingState.vat_amount_minor),
        ]}
        rows={member_states}
        keyOf={(openingState) => openingState.member_state_of_consumption}
        empty={say("opening.nil")}
      />
      {may("withdrawOpening") && (
        <ActionButton act={withdraw}>{say("opening.withdraw")}</ActionButton>
      )}
    </Card>
  );
}
