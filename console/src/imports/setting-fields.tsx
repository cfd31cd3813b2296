import type { ImportFormat } from "../../../client/src/eu-vat-client.ts";
import type { FormField } from "../filing/form-fields.ts";
import { Choice } from "../parts/choice.tsx";
import { countryCodes, isCountrySetting, seatAsChoice } from "../parts/countries.ts";
import { type Described, Field } from "../parts/field.tsx";
import { sorted } from "../parts/use-sorted.ts";
import { useReader } from "../session/console-context.ts";
import { settingText } from "./remembered.ts";
import { settingFields } from "./wanted-import.ts";

type SettingFieldsProps = {
  readonly format: ImportFormat;
  /** The settings of the last import, and those that the file shows. */
  readonly remembered: Readonly<Record<string, unknown>>;
  readonly seat: string | null;
};

/** Displays the settings of a format: those that decide on the result, and the others folded. */
export function SettingFields({ format, remembered, seat }: SettingFieldsProps) {
  const { say } = useReader();
  const fields = settingFields(format).map((field) => ({
    field,
    value: settingText(remembered[field.name]) ?? seatOf(field, seat) ?? field.usual,
  }));
  const isMain = ({ name, isRequired }: FormField) => isRequired || name === "dispatch_country";
  const main = fields.filter(({ field }) => isMain(field));
  const others = fields.filter(({ field }) => !isMain(field));
  return (
    <>
      {main.map((setting) => (
        <SettingField key={setting.field.name} {...setting} />
      ))}
      {others.length > 0 && (
        <details>
          <summary>{say("imports.moreSettings")}</summary>
          <div class="import-fields">
            {others.map((other) => (
              <SettingField key={other.field.name} {...other} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

const seatOf = ({ name }: FormField, seat: string | null): string | undefined =>
  isCountrySetting(name) ? seatAsChoice(name, seat) : undefined;

type Setting = { readonly field: FormField; readonly value: string | undefined };

function SettingField(setting: Setting) {
  const { say } = useReader();
  const { name, kind } = setting.field;
  if (kind === "flag") return <Flag {...setting} />;
  return (
    <Field label={say.known(`field.${name}`) ?? name} name={name}>
      <SettingInput {...setting} />
    </Field>
  );
}

/** Displays a check box, its words beside it. */
function Flag({ field: { name }, value }: Setting) {
  const { say } = useReader();
  return (
    <div class="field">
      <label class="choice">
        <input
          type="checkbox"
          name={`settings.${name}`}
          value="true"
          defaultChecked={value === "true"}
        />{" "}
        {say.known(`field.${name}`) ?? name}
      </label>
    </div>
  );
}

type SettingInputProps = Setting & Described;

function SettingInput(props: SettingInputProps) {
  const { field, value, ...described } = props;
  const { kind, isRequired, longest } = field;
  const name = `settings.${field.name}`;
  if (isCountrySetting(field.name)) return <CountryChoice {...props} />;
  if (kind === "choice") return <CodeChoice {...props} />;
  if (kind === "list" || kind === "pairs") {
    return (
      <textarea
        {...described}
        name={name}
        required={isRequired}
        spellcheck={false}
        defaultValue={value ?? ""}
      />
    );
  }
  return (
    <input
      {...described}
      name={name}
      required={isRequired}
      {...(longest ? { maxLength: longest } : {})}
      defaultValue={value ?? ""}
      autocomplete="off"
      spellcheck={false}
    />
  );
}

function CodeChoice({ field, value, ...described }: SettingInputProps) {
  const { say } = useReader();
  const { name, options, isRequired, usual } = field;
  return (
    <Choice
      {...described}
      name={`settings.${name}`}
      required={isRequired}
      none={usual === undefined || value === undefined ? say("imports.fromFile") : undefined}
      options={options.map((code) => [code, say.known(`option.${code}`) ?? code])}
      start={value}
    />
  );
}

function CountryChoice({ field, value, ...described }: SettingInputProps) {
  const { say, format } = useReader();
  const { name, isRequired } = field;
  const countries = sorted(countryCodes(name), format.country, say);
  return (
    <Choice
      {...described}
      name={`settings.${name}`}
      required={isRequired}
      none={say("imports.choose")}
      options={countries.map((code) => [code, format.country(code)])}
      start={value}
    />
  );
}
