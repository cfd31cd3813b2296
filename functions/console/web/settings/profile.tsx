import type { AccountProfile } from "../../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { SettingForm } from "./setting-form.tsx";

/** Displays and changes the establishments of the business. */
export function Profile() {
  const { say } = useReader();
  const { client } = useSession();
  const profile = useLoad("profile", (signal) => client.getAccount({}, { signal }));
  const again = profile.state === "ready" ? profile.again : () => {};
  return (
    <Card title={say("profile.title")}>
      <Loaded of={profile}>
        {(value) => (
          <>
            <ProfileFigures profile={value} />
            <SettingForm
              title={say("profile.change")}
              button={say("settings.save")}
              fields={[
                { name: "establishment_country", label: say("profile.seat"), longest: 2 },
                { name: "display_name", label: say("profile.name"), longest: 200 },
                { name: "valid_from", label: say("profile.since"), kind: "date" },
              ]}
              save={async (typed) => {
                await client.putAccount({ body: { ...unchanged(value), ...typed } });
                again();
              }}
            />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Returns the fields of the profile. A PUT replaces the whole profile, so unedited fields are sent unchanged. */
const unchanged = (profile: AccountProfile) => ({
  establishment_country: profile.establishment_country ?? "",
  fixed_establishments: profile.fixed_establishments,
  entered_turnover: profile.entered_turnover,
  lock_requires_ready: profile.lock_requires_ready,
  valid_from: profile.valid_from,
  ...(profile.display_name ? { display_name: profile.display_name } : {}),
});

function ProfileFigures({ profile }: { readonly profile: AccountProfile }) {
  const { say, format } = useReader();
  const { establishment_country: seat, fixed_establishments, display_name } = profile;
  const figures = [
    [say("profile.name"), display_name ?? profile.account],
    [say("profile.seat"), seat ? format.country(seat) : say("profile.unknown")],
    [
      say("profile.establishments"),
      fixed_establishments.map(({ country }) => format.country(country)).join(", "),
    ],
    [say("profile.since"), profile.valid_from ? format.day(profile.valid_from) : ""],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi class="mark">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
