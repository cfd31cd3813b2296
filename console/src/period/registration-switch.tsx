import type { TaxRegistration } from "../../../client/src/eu-vat-client.ts";
import { useReader } from "../session/console-context.ts";
import { addressOf, type ReturnPage } from "../shell/page.ts";
import type { ReturnIdentity } from "./return-identity.ts";

type RegistrationSwitchProps = {
  readonly registrations: readonly TaxRegistration[];
  readonly identity: ReturnIdentity;
  readonly page: ReturnPage;
};

/** Displays the choice between two successive registrations in the period, each of which has its own return. */
export function RegistrationSwitch({ registrations, identity, page }: RegistrationSwitchProps) {
  const { say, format } = useReader();
  if (registrations.length < 2) return null;
  const { scheme, period, registration } = identity;
  return (
    <nav class="switch" aria-label={say("period.registrations")}>
      <ul>
        {registrations.map(({ id, member_state_identification: state, effective_from: from }) => (
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
