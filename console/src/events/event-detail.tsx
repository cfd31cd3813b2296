import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { EventActions } from "../entries/event-actions.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Fact } from "../parts/fact.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf, slugOf } from "../shell/page.ts";
import { eventFacts } from "./event-facts.ts";
import { Explanation } from "./explanation.tsx";
import { leftOutAs } from "./left-out-as.ts";

type EventDetailProps = {
  readonly id: string;
  readonly onBack: () => void;
  /** Opens another event, such as the sale of a refund. */
  readonly onOpen: (id: string) => void;
};

/** Displays one event in full: what was sold, where the customer is, what was found, and who decided what. */
export function EventDetail({ id, onBack, onOpen }: EventDetailProps) {
  const { say } = useReader();
  const { client } = useSession();
  const event = useLoad(`event ${id}`, (signal) =>
    client.getSupplyEvent({ path: { event_id: id } }, { signal }),
  );
  return (
    <>
      <p>
        <button type="button" onClick={onBack}>
          {say("event.back")}
        </button>
      </p>
      <Loaded of={event}>{(value) => <Detail event={value} onOpen={onOpen} />}</Loaded>
    </>
  );
}

function Detail({ event, onOpen }: Pick<EventDetailProps, "onOpen"> & { event: SupplyEvent }) {
  const words = useReader();
  const { say } = words;
  const { original_event_id: original } = event;
  return (
    <>
      <h3>
        <bdi class="mark">{event.event_id}</bdi>
      </h3>
      <dl class="facts">
        {eventFacts(event, words).map(([name, text]) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
        <Fact name={say("event.declaredIn")}>
          <DeclaredIn event={event} />
        </Fact>
      </dl>
      <EventActions event={event} />
      {original && (
        <p>
          {say("event.original")}{" "}
          <button type="button" class="opens" onClick={() => onOpen(original)}>
            <bdi class="mark">{original}</bdi>
          </button>
        </p>
      )}
      {event.vat_number_check_id && <NumberCheck id={event.vat_number_check_id} />}
      <Findings event={event} />
      <History event={event} />
      <Explanation key={event.event_id} id={event.event_id} onOpen={onOpen} />
    </>
  );
}

const DIRECT = ["after_three_years", "former_registration", "former_currency"] as const;

/** Displays the return that declares an event, or why none does. */
function DeclaredIn({ event }: { readonly event: SupplyEvent }) {
  const { say, format } = useReader();
  const { declared_in: declaring, undeclared_reason: reason, treatment } = event;
  if (declaring) {
    const { scheme_type, period_key: period, part } = declaring;
    const place = { name: "period", scheme: slugOf(scheme_type), period } as const;
    const words = { scheme: say.code(scheme_type), period: format.period(period) };
    return <a href={addressOf(place)}>{say(`event.inReturn.${part}`, words)}</a>;
  }
  if (!reason) return <>{say("event.declaredUnknown")}</>;
  const direct = DIRECT.find((one) => one === reason);
  const text = direct
    ? say("event.declaredDirectly", { reason: say(`direct.${direct}`) })
    : say("event.declaredNowhere", { reason: say.code(leftOutAs(reason, treatment)) });
  return <>{text}</>;
}

/** Displays the check of the customer's VAT number that is the evidence of the event. */
function NumberCheck({ id }: { readonly id: string }) {
  const { say, format } = useReader();
  const { client } = useSession();
  const check = useLoad(`check ${id}`, (signal) =>
    client.getVatNumberCheck({ path: { id } }, { signal }),
  );
  return (
    <>
      <h3>{say("event.numberCheck")}</h3>
      <Loaded of={check}>
        {({ vat_number_masked, status, answered_at, consultation_number }) => (
          <dl class="facts">
            <Fact name={say("vies.number")}>{vat_number_masked}</Fact>
            <Fact name={say("due.state")}>{say(`vies.${status}`)}</Fact>
            {answered_at && <Fact name={say("vies.answered")}>{format.instant(answered_at)}</Fact>}
            {consultation_number && (
              <Fact name={say("vies.consultation")}>{consultation_number}</Fact>
            )}
          </dl>
        )}
      </Loaded>
    </>
  );
}

function Findings({ event }: { readonly event: SupplyEvent }) {
  const { say } = useReader();
  const codes = [
    ...event.classification_reasons,
    ...(event.exclusion_code ? [leftOutAs(event.exclusion_code, event.treatment)] : []),
    ...event.checks.map(({ code }) => code),
  ];
  if (codes.length === 0) return null;
  return (
    <>
      <h3>{say("found.title")}</h3>
      <ul>
        {codes.map((code) => (
          <li key={code}>{say.code(code)}</li>
        ))}
      </ul>
    </>
  );
}

function History({ event }: { readonly event: SupplyEvent }) {
  const { say, format } = useReader();
  return (
    <>
      <h3>{say("event.history")}</h3>
      <ul>
        <li>{say("event.committed", { instant: format.instant(event.committed_at) })}</li>
        {event.classification_history.map(({ at, from, to, note, key_id }) => (
          <li key={at}>
            {say("event.decided", {
              instant: format.instant(at),
              from: say.code(from),
              to: say.code(to),
              key: key_id.slice(-4),
            })}{" "}
            <bdi class="mark why">{note}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
