import { MEMBER_STATES } from "../../../shared/vat/reference-data/member-states.ts";
import { useReader } from "../session/console-context.ts";
import { Choice } from "./choice.tsx";
import { otherCountries } from "./countries.ts";
import { sorted } from "./use-sorted.ts";

type CountrySelectProps = {
  readonly name: string;
  readonly required?: boolean;
  readonly start?: string | undefined;
  /** True for a choice of all countries: the Member States come first. */
  readonly isWorldwide?: boolean;
  readonly onChoose?: (code: string | undefined) => void;
};

/** Displays the Member States by name, in the order of the reader's language. */
export function CountrySelect({ isWorldwide, ...choice }: CountrySelectProps) {
  const { say, format } = useReader();
  const named = (codes: readonly string[]) =>
    sorted(codes, format.country, say).map((code) => [code, format.country(code)] as const);
  return (
    <Choice
      {...choice}
      none={say("country.choose")}
      options={named(MEMBER_STATES.map(({ code }) => code))}
      groups={isWorldwide ? [[say("country.others"), named(otherCountries())]] : []}
    />
  );
}
