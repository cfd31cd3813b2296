import { useReader } from "../session/console-context.ts";
import type { Lock } from "./load-period.ts";

type FiledOnProps = { readonly filed: NonNullable<Lock["filed"]> };

/** Displays the day of filing, and the reference of the tax authority where there is one. */
export function FiledOn({ filed: { filed_at, filing_reference } }: FiledOnProps) {
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
