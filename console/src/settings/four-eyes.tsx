import type { AccountProfile } from "../../../client/src/eu-vat-client.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { unchanged } from "./profile-body.ts";

type FourEyesProps = { readonly profile: AccountProfile; readonly onChanged: () => void };

/** Displays if a lock needs a second person, and lets an owner who has signed in change it; a key cannot. */
export function FourEyes({ profile, onChanged }: FourEyesProps) {
  const { say } = useReader();
  const { client, may, role } = useSession();
  const isOn = profile.lock_requires_second_person;
  const isKnown = profile.establishment_country !== null;
  async function change() {
    const body = { ...unchanged(profile), lock_requires_second_person: !isOn };
    await client.putAccount({ body });
    onChanged();
  }
  if (role === undefined && !isOn) return null;
  return (
    <div class="stack">
      <h3>{say("fourEyes.title")}</h3>
      <p>{say(isOn ? "fourEyes.on" : "fourEyes.off")}</p>
      {role !== undefined && isKnown && may("putAccount") && (
        <ActionButton act={change}>{say(isOn ? "fourEyes.stop" : "fourEyes.require")}</ActionButton>
      )}
    </div>
  );
}
