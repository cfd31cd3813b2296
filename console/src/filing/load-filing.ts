import type { ReturnFormat, VatClient } from "../../../client/src/eu-vat-client.ts";
import type { KnownReturns } from "../overview/overview-context.ts";
import { loadPeriod, type PeriodFacts } from "../period/load-period.ts";
import {
  pathParametersOf,
  type ReturnIdentity,
  registrationQuery,
} from "../period/return-identity.ts";

type CheckedFiles = Awaited<ReturnType<VatClient["checkReturnFiles"]>>;

/** A portal-file format of the return, with the findings against it. */
export type FileChoice = {
  readonly format: ReturnFormat;
  readonly checked: CheckedFiles["items"][number];
};

export type FilingFacts = PeriodFacts & { readonly choices: readonly FileChoice[] };

export async function loadFiling(
  client: VatClient,
  identity: ReturnIdentity,
  returns: Promise<KnownReturns>,
  signal: AbortSignal,
): Promise<FilingFacts> {
  const facts = await loadPeriod(client, identity, returns, signal);
  const query = registrationQuery(facts.identity);
  const [checked, formats] = await Promise.all([
    client.checkReturnFiles({ path: pathParametersOf(identity), query }, { signal }),
    client.listReturnFormats({}, { signal }),
  ]);
  const choices = checked.items.flatMap((one) => {
    const format = formats.items.find(({ format: name }) => name === one.format);
    return format ? [{ format, checked: one }] : [];
  });
  return { ...facts, choices };
}
