import { useReader } from "../session/console-context.ts";
import type { Lock } from "./load-period.ts";

type Filed = NonNullable<Lock["filed"]>;
type Filing = Pick<Filed, "filed_at" | "filing_reference">;

/** Returns day and reference as they are now: those of the last correction, or of the first record. */
export const currentFiling = ({ corrections, ...first }: Filed): Filing =>
  corrections.at(-1) ?? first;

/** Displays the day of filing and the reference of the tax authority, and what was recorded before. */
export function FiledOn({ filed }: { readonly filed: Filed }) {
  const { say } = useReader();
  const earlier = [filed, ...filed.corrections].slice(0, -1).reverse();
  return (
    <>
      <FilingText filing={currentFiling(filed)} />
      {earlier.length > 0 && (
        <details>
          <summary>{say("filing.earlier")}</summary>
          <ul>
            {earlier.map((filing) => (
              <li key={filing.recorded_at}>
                <FilingText filing={filing} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function FilingText({ filing: { filed_at, filing_reference } }: { readonly filing: Filing }) {
  const { say, format } = useReader();
  return (
    <>
      {say("standing.filed", { day: format.day(filed_at) })}
      {filing_reference && (
        <>
          {" "}
          {say("filing.reference")}: <bdi class="mark">{filing_reference}</bdi>
        </>
      )}
    </>
  );
}
