import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Language } from "../../core/language.ts";
import type { Covered, ReturnInput } from "../compute/compute.ts";
import { loadFindings, loadUndeclared } from "../load/load-findings.ts";
import { frozenReturn } from "../locks/compare-lock.ts";
import type { RequestedReturn } from "../locks/load-declared-return.ts";
import { loadPreview, loadShownReturn } from "../locks/load-shown-return.ts";
import type { Making } from "./artifacts.ts";
import { loadPaperFacts } from "./load-paper-facts.ts";

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
  findings ? { refine: (drawn: Covered) => loadFindings(account, drawn) } : {};

/** Loads what an accountant report names besides the figures of its return. */
export async function loadAccountantPaper(
  account: string,
  { drawn, making, input }: Loaded,
  { today, language }: { readonly today: IsoDate; readonly language: Language },
) {
  const [undeclared, facts] = await Promise.all([
    loadUndeclared(account, input, today),
    loadPaperFacts(account, drawn, making),
  ]);
  return { drawn, paper: { ...making, facts, language }, undeclared };
}
