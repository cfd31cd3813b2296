import type { ReturnFormat, VatClient } from "../../../../client/src/eu-vat-client.ts";
import { loadPeriod, type PeriodFacts, type Which } from "../period/load-period.ts";

type CheckedFiles = Awaited<ReturnType<VatClient["checkReturnFiles"]>>;

/** A form of file that the return can be handed in as, and what stands against it. */
export type FileChoice = {
  readonly format: ReturnFormat;
  readonly checked: CheckedFiles["items"][number];
};

/** All that the way from checks to the filed return needs. */
export type FilingFacts = PeriodFacts & { readonly choices: readonly FileChoice[] };

export async function loadFiling(
  client: VatClient,
  which: Which,
  signal: AbortSignal,
): Promise<FilingFacts> {
  const [facts, checked, formats] = await Promise.all([
    loadPeriod(client, which, signal),
    client.checkReturnFiles({ path: which }, { signal }),
    client.listReturnFormats({}, { signal }),
  ]);
  const choices = checked.items.flatMap((one) => {
    const format = formats.items.find(({ format: name }) => name === one.format);
    return format ? [{ format, checked: one }] : [];
  });
  return { ...facts, choices };
}
