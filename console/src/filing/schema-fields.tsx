import { Choice } from "../parts/choice.tsx";
import { type Described, Field } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";
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
  const name = `${part}.${field.name}`;
  const label = say.known(`field.${field.name}`) ?? field.name;
  if (field.kind === "flag") {
    return (
      <label>
        <input type="checkbox" name={name} /> {label}
      </label>
    );
  }
  return (
    <Field label={label} isOptional={!field.isRequired}>
      <SchemaInput name={name} field={field} />
    </Field>
  );
}

type SchemaInputProps = Described & {
  readonly name: string;
  readonly field: FormField;
};

function SchemaInput({ name, field, ...described }: SchemaInputProps) {
  const { say } = useReader();
  const { kind, isRequired, options, longest, usual } = field;
  if (kind === "choice") {
    const nothing = [say("form.usual"), ...(usual ? [say.known(`option.${usual}`) ?? usual] : [])];
    return (
      <Choice
        {...described}
        name={name}
        required={isRequired}
        none={isRequired ? undefined : nothing.join(": ")}
        options={options.map((choice) => [choice, say.known(`option.${choice}`) ?? choice])}
      />
    );
  }
  if (kind === "list" || kind === "pairs") {
    return <textarea {...described} name={name} required={isRequired} spellcheck={false} />;
  }
  return (
    <input
      {...described}
      name={name}
      inputMode={kind === "number" ? "numeric" : "text"}
      required={isRequired}
      {...(longest ? { maxLength: longest } : {})}
      {...(usual ? { placeholder: usual } : {})}
      autocomplete="off"
    />
  );
}
