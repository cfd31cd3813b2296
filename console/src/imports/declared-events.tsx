import type { ImportReport } from "../../../client/src/eu-vat-client.ts";
import { Card } from "../parts/card.tsx";
import { useReader, type Words } from "../session/console-context.ts";
import { addressOf, slugOf } from "../shell/page.ts";

type DeclaredEventsProps = { readonly of: Pick<ImportReport, "returns"> };

/** Says for each return how many events of the file fall into its months, and which return declares them. */
export function DeclaredEvents({ of: { returns } }: DeclaredEventsProps) {
  const words = useReader();
  const { say } = words;
  return (
    <Card title={say("imports.declared")}>
      <p class="muted">{say("imports.declaredLead")}</p>
      <ul>
        {returns.map((one) => {
          const { scheme_type, period_key, registration_id } = one;
          const period = one.declared_in ?? period_key;
          const place = { name: "period", scheme: slugOf(scheme_type), period } as const;
          return (
            <li key={`${scheme_type} ${period_key} ${registration_id}`}>
              <a href={addressOf(place)}>{declaredText(one, words)}</a>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function declaredText(one: ImportReport["returns"][number], { say, format }: Words): string {
  const { scheme_type, period_key, event_count, is_declared, declared_in } = one;
  const counted = say.many("imports.declaredEvents", event_count, {
    scheme: say.code(scheme_type),
    period: format.period(period_key),
  });
  const reason = one.undeclared_reason;
  if (reason)
    return `${counted} ${say("event.declaredDirectly", { reason: say(`direct.${reason}`) })}`;
  if (declared_in === null) return `${counted} ${say("event.declaredUnknown")}`;
  if (!is_declared) return `${counted} ${say("imports.declaredOpen")}`;
  if (declared_in === period_key) return `${counted} ${say("imports.declaredOwn")}`;
  return `${counted} ${say("imports.declaredLater", { period: format.period(declared_in) })}`;
}
