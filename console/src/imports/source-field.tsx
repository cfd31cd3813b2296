import { useId } from "preact/hooks";
import { Field } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";

type SourceFieldProps = {
  readonly value: string;
  /** The sources of the account, as choices. */
  readonly known: readonly { readonly source: string; readonly name: string }[];
  readonly onChange: (value: string) => void;
};

/** Asks for the name of the shop, with the known ones as choices. */
export function SourceField({ value, known, onChange }: SourceFieldProps) {
  const { say } = useReader();
  const id = useId();
  return (
    <>
      <Field label={say("imports.sourceTag")} help={say("imports.sourceHelp")}>
        <input
          name="source_id"
          required
          value={value}
          list={`${id}-known`}
          maxLength={100}
          pattern="[A-Za-z0-9_\-\/]{1,100}"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => {
            currentTarget.setCustomValidity("");
            onChange(currentTarget.value);
          }}
          onInvalid={({ currentTarget }) =>
            currentTarget.setCustomValidity(say("imports.sourceForm"))
          }
        />
      </Field>
      <datalist id={`${id}-known`}>
        {known.map(({ source, name }) => (
          <option key={source} value={source} label={name} />
        ))}
      </datalist>
    </>
  );
}
