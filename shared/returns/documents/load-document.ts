import type { Covered, ReturnInput } from "../compute/compute.ts";
import { loadFindings } from "../load/load-findings.ts";
import { frozenReturn } from "../locks/compare-lock.ts";
import type { RequestedReturn } from "../locks/load-declared-return.ts";
import { loadPreview, loadShownReturn } from "../locks/load-shown-return.ts";
import type { Making } from "./artifacts.ts";

/** The return that a file shows, and the context of the file. */
type Loaded = { readonly drawn: Covered; readonly making: Making; readonly input: ReturnInput };

type FileRequest = {
  readonly now: Date;
  /** True for files that list the findings of a return, see loadFindings. */
  readonly findings?: boolean;
};

/**
 * Loads the return for a file: what was declared, or the preview of a return that is not locked.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadForFile(
  account: string,
  request: RequestedReturn,
  { now, findings = false }: FileRequest,
): Promise<Loaded> {
  const loaded = await loadShownReturn(account, request, refining(account, findings));
  const { shown, input, recount_pending } = loaded;
  const making = { generated_at: now.toISOString(), recount_pending };
  return "lock" in shown
    ? { drawn: frozenReturn(shown), making: { ...making, shown }, input }
    : { drawn: shown, making, input };
}

/**
 * Loads the preview of a period for a file, with its lock beside.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadPreviewForFile(
  account: string,
  request: Omit<RequestedReturn, "registration_id">,
  { now, findings = false }: FileRequest,
): Promise<Loaded> {
  const loaded = await loadPreview(account, request, refining(account, findings));
  const { shown, input, compared, recount_pending } = loaded;
  const making = { generated_at: now.toISOString(), recount_pending, beside: compared };
  return { drawn: shown, making, input };
}

const refining = (account: string, findings: boolean) =>
  findings ? (drawn: Covered) => loadFindings(account, drawn) : undefined;
