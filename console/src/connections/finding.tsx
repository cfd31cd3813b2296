import type { InboundDelivery } from "../../../client/src/eu-vat-client.ts";
import { useReader } from "../session/console-context.ts";

type FindingsProps = { readonly of: InboundDelivery["findings"] };

export const Findings = ({ of }: FindingsProps) => (
  <ul>
    {of.map((finding) => (
      <li key={`${finding.reason} ${finding.message}`}>
        <Finding of={finding} />
      </li>
    ))}
  </ul>
);

/** Displays a finding with the fields by which its order is found in the shop. */
function Finding({ of }: { readonly of: InboundDelivery["findings"][number] }) {
  const { say, format } = useReader();
  const text = say.known(`finding.${of.reason}`);
  const remedy = say.known(`remedy.${of.reason}`);
  const facts = [
    of.supply_date && format.day(of.supply_date),
    of.country && format.country(of.country),
    of.currency && of.gross_amount_minor !== null
      ? format.amount(of.gross_amount_minor, of.currency)
      : null,
    of.column && (of.value === null ? of.column : `${of.column}: ${of.value}`),
  ].filter(Boolean);
  return (
    <>
      {text ?? <bdi>{of.message}</bdi>} {remedy}
      {facts.length > 0 && (
        <p class="muted">
          <bdi>{facts.join(" · ")}</bdi>
        </p>
      )}
    </>
  );
}
