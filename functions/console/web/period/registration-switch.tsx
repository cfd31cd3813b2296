import type { TaxRegistration } from "../../../../client/src/eu-vat-client.ts";
import { useReader } from "../session/console-context.ts";
import { addressOf, type ReturnPage } from "../shell/page.ts";
import type { Which } from "./which.ts";

type RegistrationSwitchProps = {
  readonly making: readonly TaxRegistration[];
  readonly which: Which;
  readonly page: ReturnPage;
};

/** Displays the choice between two successive registrations in the period, each of which has its own return. */
export function RegistrationSwitch({ making, which, page }: RegistrationSwitchProps) {
  const { say, format } = useReader();
  if (making.length < 2) return null;
  const { scheme, period, registration } = which;
  return (
    <nav class="switch" aria-label={say("period.registrations")}>
      <ul>
        {making.map(({ id, member_state_identification: state, effective_from: from }) => (
          <li key={id}>
            <a
              href={addressOf({ name: page, scheme, period, registration: id })}
              aria-current={id === registration ? "true" : undefined}
            >
              {say("period.registration", { state: format.country(state), day: format.day(from) })}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
