import { useId } from "preact/hooks";
import { useReader } from "../session/console-context.ts";
import type { FormField } from "./form-fields.ts";

type SchemaFieldsProps = { readonly part: string; readonly fields: readonly FormField[] };

/** The inputs of one part of a form. */
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
  const label = say.code(`field.${field.name}`).replace(/^field\./, "");
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
      {field.kind === "choice" ? (
        <select id={id} name={name} required={field.isRequired}>
          {!field.isRequired && <option value="">{say("form.usual")}</option>}
          {field.options.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          inputMode={field.kind === "number" ? "numeric" : "text"}
          required={field.isRequired}
          {...(field.longest ? { maxLength: field.longest } : {})}
          autocomplete="off"
        />
      )}
    </div>
  );
}
