import { PageTitle } from "../parts/page-title.tsx";
import { useReader } from "../session/console-context.ts";
import { Keys } from "./keys.tsx";
import { Profile } from "./profile.tsx";
import { Registrations } from "./registrations.tsx";
import { Sources } from "./sources.tsx";

/** Displays the profile, the registrations, the sources and the API keys. */
export function SettingsPage() {
  const { say } = useReader();
  return (
    <>
      <PageTitle>{say("nav.settings")}</PageTitle>
      <div class="stack">
        <Profile />
        <Registrations />
        <Sources />
        <Keys />
      </div>
    </>
  );
}
