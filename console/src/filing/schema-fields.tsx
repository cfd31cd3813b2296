import { useId } from "preact/hooks";
import { useReader } from "../session/console-context.ts";
import type { Say } from "../texts/say.ts";
import type { FormField } from "./form-fields.ts";

type SchemaFieldsProps = { readonly part: string; readonly fields: readonly FormField[] };

/** Displays the inputs of one part of a form. */
export const SchemaFields = ({ part, fields }: SchemaFieldsProps) => (
  <>
    {fields.map((field) => (
      <SchemaField key={field.name} part={part} field={field} />
    ))}
  </>
);

function SchemaField({ part, field }: { readonly part: string; readonly field: FormField }) {
  const { say } = useReader();
  const id = useId();
  const name = `${part}.${field.name}`;
  const label = codeOr(say, "field", field.name);
  if (field.kind === "flag") {
    return (
      <label>
        <input type="checkbox" name={name} /> {label}
      </label>
    );
  }
  return (
    <div class="field">
      <label for={id}>{field.isRequired ? label : say("form.optional", { label })}</label>
      <SchemaInput id={id} name={name} field={field} />
    </div>
  );
}

/** Returns the text of a code, or the name itself when there is no text. */
function codeOr(say: Say, kind: string, name: string): string {
  const code = `${kind}.${name}`;
  const text = say.code(code);
  return text === code ? name : text;
}

type SchemaInputProps = {
  readonly id: string;
  readonly name: string;
  readonly field: FormField;
};

function SchemaInput({ id, name, field }: SchemaInputProps) {
  const { say } = useReader();
  const { kind, isRequired, options, longest, usual } = field;
  if (kind === "choice") {
    const nothing = [say("form.usual"), ...(usual ? [codeOr(say, "option", usual)] : [])];
    return (
      <select id={id} name={name} required={isRequired}>
        {!isRequired && <option value="">{nothing.join(": ")}</option>}
        {options.map((choice) => (
          <option key={choice} value={choice}>
            {codeOr(say, "option", choice)}
          </option>
        ))}
      </select>
    );
  }
  if (kind === "list" || kind === "pairs") {
    return <textarea id={id} name={name} required={isRequired} spellcheck={false} />;
  }
  return (
    <input
      id={id}
      name={name}
      inputMode={kind === "number" ? "numeric" : "text"}
      required={isRequired}
      {...(longest ? { maxLength: longest } : {})}
      {...(usual ? { placeholder: usual } : {})}
      autocomplete="off"
    />
  );
}
