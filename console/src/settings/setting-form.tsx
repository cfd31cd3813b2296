import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ActionForm } from "../loading/action-form.tsx";
import { filledFields } from "../loading/typed.ts";
import { useOverviewAgain } from "../overview/overview-context.ts";
import { Choice, type Option } from "../parts/choice.tsx";
import { CountrySelect } from "../parts/country-select.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { OperationName } from "../session/permission.ts";

/** A field of a settings form; an empty field is not sent. */
export type SettingField = {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly kind?: "date" | "text" | "state" | "country";
  readonly isRequired?: boolean;
  /** The value at first. */
  readonly start?: string | undefined;
  readonly options?: readonly Option<string>[];
  readonly longest?: number;
};

type SettingFormProps = {
  readonly title: string;
  /** The text of the button, where it is not the title. */
  readonly button?: string;
  /** The operation that saves; the form is hidden from a caller who may not call it. */
  readonly operation: OperationName;
  readonly fields: readonly SettingField[];
  /** Fields that other forms have as well; they come first. */
  readonly children?: ComponentChildren;
  /** True if the form is unfolded at first, because nothing is there yet. */
  readonly isOpen?: boolean;
  readonly save: (typed: Readonly<Record<string, string>>) => Promise<void>;
};

/** Displays a collapsed form; hidden from a caller who may not save it. */
export function SettingForm(props: SettingFormProps) {
  const { title, button = title, operation, fields, children, isOpen, save } = props;
  const { say } = useReader();
  const { may } = useSession();
  const [isSaved, setSaved] = useState(false);
  const overviewAgain = useOverviewAgain();
  if (!may(operation)) return null;
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ActionForm
        button={button}
        look={isOpen ? "primary" : ""}
        send={async (typed, form) => {
          setSaved(false);
          await save(filledFields(typed));
          form.reset();
          setSaved(true);
          overviewAgain();
        }}
        outcome={isSaved && <Notice level="good">{say("settings.saved")}</Notice>}
      >
        {children}
        {fields.map((field) => (
          <Field
            key={field.name}
            label={field.label}
            help={field.help}
            isOptional={!field.isRequired}
            name={field.name}
          >
            <SettingInput field={field} />
          </Field>
        ))}
      </ActionForm>
    </details>
  );
}

/** Displays the input of a field: a choice, a day, a country by name, or a text. */
function SettingInput({ field, ...described }: { readonly field: SettingField }) {
  const { say } = useReader();
  const { name, isRequired = false, options, kind = "text", longest, start } = field;
  if (kind === "state" || kind === "country") {
    return (
      <CountrySelect
        name={name}
        required={isRequired}
        start={start}
        isWorldwide={kind === "country"}
        {...described}
      />
    );
  }
  if (options) {
    return (
      <Choice
        name={name}
        required={isRequired}
        none={isRequired ? undefined : say("form.usual")}
        options={options}
        start={start}
        {...described}
      />
    );
  }
  return (
    <input
      name={name}
      required={isRequired}
      autocomplete="off"
      defaultValue={start ?? ""}
      {...(kind === "date" ? { type: "date" } : {})}
      {...(longest ? { maxLength: longest } : {})}
      {...described}
    />
  );
}
