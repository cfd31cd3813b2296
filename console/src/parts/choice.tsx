import type { Described } from "./field.tsx";

/** A value that can be chosen, and its text. */
export type Option<Value extends string> = readonly [value: Value, text: string];

type Options<Value extends string> = readonly Option<Value>[];

type ChoiceProps<Value extends string> = Described & {
  readonly options?: Options<Value>;
  /** Further values under headings. */
  readonly groups?: readonly (readonly [heading: string, options: Options<Value>])[];
  /** The text of the choice of nothing; without it there is no such choice. */
  readonly none?: string | undefined;
  /** The value that is chosen; without it the input keeps it. */
  readonly value?: Value | "" | undefined;
  /** The value at first. */
  readonly start?: string | undefined;
  readonly onChoose?: (value: Value | undefined) => void;
  readonly name?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly class?: string;
  readonly "aria-label"?: string;
};

/** Displays a choice of one of several values. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { options = [], groups = [], none, start, onChoose, ...rest } = props;
  const all = [...options, ...groups.flatMap(([, own]) => own)];
  const shown = ([value, text]: Option<Value>) => (
    <option key={value} value={value} selected={value === start}>
      {text}
    </option>
  );
  return (
    <select
      {...rest}
      onChange={({ currentTarget }) =>
        onChoose?.(all.find(([value]) => value === currentTarget.value)?.[0])
      }
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map(shown)}
      {groups.map(([heading, own]) => (
        <optgroup key={heading} label={heading}>
          {own.map(shown)}
        </optgroup>
      ))}
    </select>
  );
}
