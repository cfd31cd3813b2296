import type { StoredIdentifiers, TaxRegistration } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";

/** Displays the numbers that are stored in full; hidden from a caller who may not store them. */
export function Identifiers() {
  const { may } = useSession();
  return may("putIdentifiers") ? <StoredNumbers /> : null;
}

function StoredNumbers() {
  const { say } = useReader();
  const { client } = useSession();
  const known = useLoad("identifiers", async (signal) => {
    const [stored, { items }] = await Promise.all([
      client.getIdentifiers({}, { signal }),
      client.listRegistrations({ query: { limit: 200 } }, { signal }),
    ]);
    return { stored, registrations: items };
  });
  return (
    <Card title={say("identifiers.title")}>
      <p class="muted">{say("identifiers.lead")}</p>
      <Loaded of={known}>{(facts) => <NumbersForm {...facts} onChanged={known.again} />}</Loaded>
    </Card>
  );
}

type NumbersFormProps = {
  readonly stored: StoredIdentifiers;
  readonly registrations: readonly TaxRegistration[];
  readonly onChanged: () => void;
};

/** Stores the numbers of a form, or erases those that are stored. */
function useNumbers(registrations: readonly TaxRegistration[], onChanged: () => void) {
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    run(async () => {
      await client.putIdentifiers({
        body: { items: numbersIn(new FormData(form), registrations) },
      });
      form.reset();
      onChanged();
    });
  }
  const erase = () =>
    run(async () => {
      await client.eraseIdentifiers();
      onChanged();
    });
  return { busy, failure, submit, erase };
}

/** Displays a field for each registration, with the mask of its stored number. */
function NumbersForm({ stored, registrations, onChanged }: NumbersFormProps) {
  const { say, format } = useReader();
  const { busy, failure, submit, erase } = useNumbers(registrations, onChanged);
  return (
    <form class="stack" onSubmit={submit}>
      {stored.stored_at && (
        <p>{say("identifiers.stored", { at: format.instant(stored.stored_at) })}</p>
      )}
      {registrations.map((registration) => (
        <NumberFields
          key={registration.id}
          of={registration}
          known={stored.items.find(({ registration_id }) => registration_id === registration.id)}
        />
      ))}
      <p class="buttons">
        <button type="submit" class="primary" disabled={busy || registrations.length === 0}>
          {say("identifiers.store")}
        </button>
        {stored.stored_at && (
          <button type="button" disabled={busy} onClick={erase}>
            {say("identifiers.erase")}
          </button>
        )}
      </p>
      <ActionFailure failure={failure} />
    </form>
  );
}

type NumberFieldsProps = {
  readonly of: TaxRegistration;
  readonly known: StoredIdentifiers["items"][number] | undefined;
};

function NumberFields({ of, known }: NumberFieldsProps) {
  const { say, format } = useReader();
  const { id, scheme_type, member_state_identification: state } = of;
  const label = `${say.code(scheme_type)}, ${format.country(state)}`;
  return (
    <>
      <Field label={label} isOptional>
        <input
          name={`number.${id}`}
          maxLength={40}
          autocomplete="off"
          placeholder={known?.number_masked ?? ""}
        />
      </Field>
      {scheme_type === "ioss" && (
        <Field label={say("identifiers.intermediary", { of: label })} isOptional>
          <input
            name={`intermediary.${id}`}
            maxLength={40}
            autocomplete="off"
            placeholder={known?.intermediary_number_masked ?? ""}
          />
        </Field>
      )}
    </>
  );
}

/** Returns the numbers that are typed in. Registrations without one are left out. */
function numbersIn(data: FormData, registrations: readonly TaxRegistration[]) {
  const typed = (name: string) => String(data.get(name) ?? "").trim();
  return registrations.flatMap(({ id }) => {
    const [number, intermediary_number] = [typed(`number.${id}`), typed(`intermediary.${id}`)];
    if (!number) return [];
    return [
      { registration_id: id, number, ...(intermediary_number ? { intermediary_number } : {}) },
    ];
  });
}
