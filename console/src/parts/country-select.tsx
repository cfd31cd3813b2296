import { MEMBER_STATES } from "../../../shared/vat/reference-data/member-states.ts";
import { useReader } from "../session/console-context.ts";
import { otherCountries } from "./countries.ts";
import { sorted } from "./use-sorted.ts";

type CountrySelectProps = {
  readonly name: string;
  readonly isRequired?: boolean;
  readonly defaultValue?: string | undefined;
  /** True for a choice of all countries: the Member States come first. */
  readonly isWorldwide?: boolean;
  readonly onChoose?: (code: string) => void;
};

/** Displays the Member States by name, in the order of the reader's language. */
export function CountrySelect(props: CountrySelectProps) {
  const { name, isRequired = false, defaultValue, isWorldwide, onChoose, ...described } = props;
  const { say } = useReader();
  return (
    <select
      name={name}
      required={isRequired}
      onChange={({ currentTarget: { value } }) => onChoose?.(value)}
      {...described}
    >
      <option value="">{say("country.choose")}</option>
      <Countries codes={MEMBER_STATES.map(({ code }) => code)} chosen={defaultValue} />
      {isWorldwide && (
        <optgroup label={say("country.others")}>
          <Countries codes={otherCountries()} chosen={defaultValue} />
        </optgroup>
      )}
    </select>
  );
}

type CountriesProps = { readonly codes: readonly string[]; readonly chosen: string | undefined };

function Countries({ codes, chosen }: CountriesProps) {
  const { say, format } = useReader();
  return (
    <>
      {sorted(codes, format.country, say).map((code) => (
        <option key={code} value={code} selected={code === chosen}>
          {format.country(code)}
        </option>
      ))}
    </>
  );
}
