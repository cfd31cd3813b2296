import type { AccountProfile } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import type { Loading } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { Establishments } from "./establishments.tsx";
import { FourEyes } from "./four-eyes.tsx";
import { unchanged } from "./profile-body.ts";
import { SettingForm } from "./setting-form.tsx";

/** Displays and changes the establishments of the business. */
export function Profile({ of: profile }: { readonly of: Loading<AccountProfile> }) {
  const { say } = useReader();
  const { client, rename } = useSession();
  return (
    <Card title={say("profile.title")}>
      <Loaded of={profile}>
        {(value) => (
          <>
            <ProfileFigures profile={value} />
            <Establishments profile={value} onChanged={profile.again} />
            <FourEyes profile={value} onChanged={profile.again} />
            <SettingForm
              operation="putAccount"
              title={say("profile.change")}
              button={say("settings.save")}
              isOpen={value.establishment_country === null}
              fields={[
                {
                  name: "establishment_country",
                  label: say("profile.seat"),
                  kind: "country",
                  isRequired: true,
                  start: value.establishment_country ?? undefined,
                },
                {
                  name: "display_name",
                  label: say("profile.name"),
                  longest: 200,
                  start: value.display_name ?? undefined,
                },
                {
                  name: "valid_from",
                  label: say("profile.since"),
                  help: say("profile.since.help"),
                  kind: "date",
                },
              ]}
              save={async (typed) => {
                const saved = await client.putAccount({ body: { ...unchanged(value), ...typed } });
                rename?.(saved.display_name ?? saved.account);
                profile.again();
              }}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function ProfileFigures({ profile }: { readonly profile: AccountProfile }) {
  const { say, format } = useReader();
  const { name } = useSession();
  const { establishment_country: seat, display_name } = profile;
  const figures = [
    [say("profile.name"), display_name ?? name],
    [say("profile.seat"), seat ? format.country(seat) : say("profile.unknown")],
    ...(profile.valid_from ? [[say("profile.since"), format.day(profile.valid_from)]] : []),
  ] as const;
  return (
    <dl class="figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi class="mark">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
