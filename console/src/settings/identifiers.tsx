import type { StoredIdentifiers, TaxRegistration } from "../../../client/src/eu-vat-client.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { textIn } from "../loading/typed.ts";
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

/** Displays a field for each registration, with the mask of its stored number. */
function NumbersForm({ stored, registrations, onChanged }: NumbersFormProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  /** Stores the numbers of the form, or erases those that are stored. */
  async function store(typed: FormData, form: HTMLFormElement) {
    const body = { items: numbersIn(typed, registrations) };
    await (typed.has("erase") ? client.eraseIdentifiers() : client.putIdentifiers({ body }));
    form.reset();
    onChanged();
  }
  return (
    <ActionForm
      button={say("identifiers.store")}
      look=""
      isDisabled={registrations.length === 0}
      beside={(busy) =>
        stored.stored_at && (
          <button type="submit" name="erase" value="true" disabled={busy}>
            {say("identifiers.erase")}
          </button>
        )
      }
      send={store}
    >
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
    </ActionForm>
  );
}

type NumberFieldsProps = {
  readonly of: TaxRegistration;
  readonly known: StoredIdentifiers["items"][number] | undefined;
};

function NumberFields({ of, known }: NumberFieldsProps) {
  const { say, format } = useReader();
  const { id, scheme_type, member_state_identification } = of;
  const state = format.country(member_state_identification);
  return (
    <>
      <Field label={say(`identifiers.number.${scheme_type}`, { state })} isOptional>
        <input
          name={`number.${id}`}
          maxLength={40}
          autocomplete="off"
          placeholder={known?.number_masked ?? ""}
        />
      </Field>
      {scheme_type === "ioss" && (
        <Field label={say("identifiers.intermediary", { state })} isOptional>
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
  return registrations.flatMap(({ id }) => {
    const [number, intermediary_number] = [
      textIn(data, `number.${id}`),
      textIn(data, `intermediary.${id}`),
    ];
    if (!number) return [];
    return [
      { registration_id: id, number, ...(intermediary_number ? { intermediary_number } : {}) },
    ];
  });
}
