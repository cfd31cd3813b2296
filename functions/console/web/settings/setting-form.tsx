import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { useReader, useSession } from "../session/console-context.ts";

/** A field of a settings form; an empty field is not sent. */
type SettingField = {
  readonly name: string;
  readonly label: string;
  readonly kind?: "date" | "text";
  readonly isRequired?: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly longest?: number;
};

type SettingFormProps = {
  readonly title: string;
  readonly button: string;
  readonly fields: readonly SettingField[];
  readonly save: (typed: Readonly<Record<string, string>>) => Promise<void>;
};

/** Displays a collapsed form; hidden for read-only keys. */
export function SettingForm({ title, button, fields, save }: SettingFormProps) {
  const { mayWrite } = useSession();
  const { busy, failure, run } = useAction();
  if (!mayWrite) return null;
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const typed = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
    run(async () => {
      await save(Object.fromEntries(typed.filter(([, value]) => value !== "")));
      form.reset();
    });
  }
  return (
    <details>
      <summary>{title}</summary>
      <form class="stack" onSubmit={submit}>
        {fields.map((field) => (
          <SettingInput key={field.name} field={field} />
        ))}
        <p>
          <button type="submit" class="primary" disabled={busy}>
            {button}
          </button>
        </p>
        <ActionFailure failure={failure} />
      </form>
    </details>
  );
}

function SettingInput({ field }: { readonly field: SettingField }) {
  const { say } = useReader();
  const { name, label, isRequired = false, options, kind = "text", longest } = field;
  const told = isRequired ? label : say("form.optional", { label });
  if (options) {
    return (
      <label class="field">
        <span>{told}</span>
        <select name={name} required={isRequired}>
          {!isRequired && <option value="">{say("form.usual")}</option>}
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <label class="field">
      <span>{told}</span>
      <input
        name={name}
        required={isRequired}
        autocomplete="off"
        {...(kind === "date" ? { type: "date" } : {})}
        {...(longest ? { maxLength: longest } : {})}
      />
    </label>
  );
}
