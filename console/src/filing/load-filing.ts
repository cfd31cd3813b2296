import type { ReturnFormat, ReturnPayment, VatClient } from "../../../client/src/eu-vat-client.ts";
import { isTaxWarning } from "../../../shared/vat/schemes/warnings.ts";
import type { KnownReturns } from "../overview/overview-context.ts";
import { loadPeriod, type PeriodFacts } from "../period/load-period.ts";
import {
  parametersOf,
  pathParametersOf,
  type ReturnIdentity,
  registrationQuery,
} from "../period/return-identity.ts";
import type { May } from "../session/permission.ts";

type CheckedFiles = Awaited<ReturnType<VatClient["checkReturnFiles"]>>;

/** A portal-file format of the return, with the findings against it. */
export type FileChoice = {
  readonly format: ReturnFormat;
  readonly checked: CheckedFiles["items"][number];
};

/** The number that is stored in full for the return; `unknown` to a reader who may not see that. */
export type OwnNumberStored = { readonly masked: string } | "none" | "unknown";

export type FilingFacts = PeriodFacts & {
  readonly choices: readonly FileChoice[];
  readonly ownNumber: OwnNumberStored;
  /** What is to pay; undefined before the lock. */
  readonly payment: ReturnPayment | undefined;
};

type Loading = {
  readonly client: VatClient;
  readonly may: May;
  readonly returns: Promise<KnownReturns>;
  readonly signal: AbortSignal;
};

/** Counts the warnings about tax. They stand until the events are corrected, and keep nothing from being locked. */
export const taxWarningCount = ({ readiness }: Pick<PeriodFacts, "readiness">): number =>
  (readiness?.checks ?? []).filter(isTaxWarning).reduce((sum, { count }) => sum + count, 0);

export async function loadFiling(
  { client, may, returns, signal }: Loading,
  identity: ReturnIdentity,
): Promise<FilingFacts> {
  const facts = await loadPeriod(client, identity, returns, signal);
  const query = registrationQuery(facts.identity);
  const own = facts.identity.registration ?? facts.registrations[0]?.id;
  const [checked, formats, stored, payment] = await Promise.all([
    client.checkReturnFiles({ path: pathParametersOf(identity), query }, { signal }),
    client.listReturnFormats({}, { signal }),
    may("getIdentifiers") ? client.getIdentifiers({}, { signal }) : undefined,
    facts.lock && client.getPayment(parametersOf(facts.identity), { signal }),
  ]);
  const choices = checked.items.flatMap((one) => {
    const format = formats.items.find(({ format: name }) => name === one.format);
    return format ? [{ format, checked: one }] : [];
  });
  const number = stored?.items.find(({ registration_id }) => registration_id === own);
  // A read-only key makes files with the numbers that it sends alone.
  const isUsed = number && may("putIdentifiers");
  const ownNumber = isUsed ? { masked: number.number_masked } : stored ? "none" : "unknown";
  return { ...facts, choices, ownNumber, payment };
}
