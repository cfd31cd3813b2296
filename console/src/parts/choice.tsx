import type { Described } from "./field.tsx";

/** A value that can be chosen, and its text. */
export type Option<Value extends string> = readonly [value: Value, text: string];

type ChoiceProps<Value extends string> = Described & {
  readonly options: readonly Option<Value>[];
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
  const { options, none, start, onChoose, ...rest } = props;
  return (
    <select
      {...rest}
      onChange={({ currentTarget }) =>
        onChoose?.(options.find(([value]) => value === currentTarget.value)?.[0])
      }
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === start}>
          {text}
        </option>
      ))}
    </select>
  );
}
