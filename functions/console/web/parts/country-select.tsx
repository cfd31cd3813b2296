import { MEMBER_STATES } from "../../../../shared/vat/reference-data/member-states.ts";
import { useReader } from "../session/console-context.ts";
import { sorted } from "./use-sorted.ts";

type CountrySelectProps = {
  readonly name: string;
  readonly isRequired?: boolean;
  readonly defaultValue?: string | undefined;
  /** Countries beside the Member States, such as those of sellers from outside the Union. */
  readonly others?: readonly string[];
  readonly onChoose?: (code: string) => void;
};

/** Displays the Member States by name, in the order of the reader's language. */
export function CountrySelect({
  name,
  isRequired = false,
  defaultValue = "",
  others = [],
  onChoose,
  ...described
}: CountrySelectProps) {
  const { say, format } = useReader();
  const byName = (codes: readonly string[]) =>
    sorted(codes, format.country, { locale: say.locale });
  const states = byName(MEMBER_STATES.map(({ code }) => code));
  const options = (codes: readonly string[]) =>
    codes.map((code) => (
      <option key={code} value={code}>
        {format.country(code)}
      </option>
    ));
  return (
    <select
      name={name}
      required={isRequired}
      defaultValue={defaultValue}
      onChange={({ currentTarget: { value } }) => onChoose?.(value)}
      {...described}
    >
      <option value="">{say("country.choose")}</option>
      {options(states)}
      {others.length > 0 && (
        <optgroup label={say("country.others")}>{options(byName(others))}</optgroup>
      )}
    </select>
  );
}
