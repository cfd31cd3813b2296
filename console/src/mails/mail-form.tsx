import { useState } from "preact/hooks";
import type { MailChange, MailSettings } from "../../../client/src/eu-vat-client.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { textIn } from "../loading/typed.ts";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { LANGUAGES } from "../texts/say.ts";

/** The calls that load and save the settings of a recipient: a person, or an account. */
type MailCardProps = {
  readonly of: string;
  readonly load: (signal: AbortSignal) => Promise<MailSettings>;
  readonly save: (change: MailChange) => Promise<unknown>;
};

/** Displays and changes the address and the mails of a recipient. */
export function MailCard({ of, load, save }: MailCardProps) {
  const { say } = useReader();
  const settings = useLoad(`mails ${of}`, load);
  return (
    <Card title={say("nav.mails")}>
      <Loaded of={settings}>
        {(value) =>
          value.offered ? (
            <>
              <MailStatus settings={value} />
              <MailForm
                settings={value}
                save={async (change) => {
                  await save(change);
                  settings.again();
                }}
              />
            </>
          ) : (
            <p class="muted">{say.code("error.mail_not_offered")}</p>
          )
        }
      </Loaded>
    </Card>
  );
}

/** Displays what is the matter with the address, if anything. */
function MailStatus({ settings }: { readonly settings: MailSettings }) {
  const { say, format } = useReader();
  const { address, unconfirmed_address, confirmation_ends_at, suppressed, enabled } = settings;
  return (
    <>
      {unconfirmed_address && confirmation_ends_at && (
        <Notice level="info">
          {say("mails.waiting", {
            address: unconfirmed_address,
            until: format.instant(confirmation_ends_at),
          })}
        </Notice>
      )}
      {suppressed && (
        <Notice level="bad">{say("mails.suppressed", { address: address ?? "" })}</Notice>
      )}
      {address && !enabled && <Notice level="warn">{say("mails.ended")}</Notice>}
    </>
  );
}

type MailFormProps = Pick<MailCardProps, "save"> & { readonly settings: MailSettings };

function MailForm({ settings, save }: MailFormProps) {
  const { say } = useReader();
  const [isOn, turn] = useState(settings.enabled);
  const kinds = Object.keys(settings.kinds) as (keyof MailSettings["kinds"])[];
  async function send(typed: FormData) {
    // A form leaves out what is disabled.
    const chosen = kinds.map((kind) => [kind, isOn ? typed.has(kind) : settings.kinds[kind]]);
    await save({
      address: textIn(typed, "address") || null,
      language: typed.get("language") === "de" ? "de" : "en",
      enabled: typed.has("enabled"),
      kinds: Object.fromEntries(chosen) as MailSettings["kinds"],
    });
  }
  return (
    <ActionForm button={say("settings.save")} look="" send={send} key={JSON.stringify(settings)}>
      <Field label={say("mails.address")} help={say("mails.addressHelp")} isOptional>
        <input
          name="address"
          type="email"
          maxLength={254}
          autocomplete="email"
          defaultValue={settings.unconfirmed_address ?? settings.address ?? ""}
        />
      </Field>
      <Field label={say("language.label")}>
        <Choice
          name="language"
          options={LANGUAGES.map((language) => [language, say(`language.${language}`)])}
          start={settings.address === null ? say.language : settings.language}
        />
      </Field>
      <fieldset>
        <legend>{say("mails.kinds")}</legend>
        <div>
          <label>
            <input
              type="checkbox"
              name="enabled"
              checked={isOn}
              onChange={({ currentTarget }) => turn(currentTarget.checked)}
            />{" "}
            {say("mails.enabled")}
          </label>
        </div>
        <fieldset class="of-switch" disabled={!isOn} aria-label={say("mails.kinds")}>
          {kinds.map((kind) => (
            <div key={kind}>
              <label>
                <input type="checkbox" name={kind} defaultChecked={settings.kinds[kind]} />{" "}
                {say(`mails.kind.${kind}`)}
              </label>
            </div>
          ))}
        </fieldset>
      </fieldset>
    </ActionForm>
  );
}
