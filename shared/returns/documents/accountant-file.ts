import type { LedgerId } from "../../core/ids.ts";
import type { RequestedReturn } from "../path-schema.ts";
import { accountantArtifact, accountantReport, fileNameOf } from "./artifacts.ts";
import { loadBridgeOfPaper, loadPaper, type PaperOptions } from "./load-document.ts";
import { paperOf } from "./paper.ts";
import { accountantPage } from "./printed-page.ts";

/**
 * Loads the accountant report of a period, as JSON or as a page to print.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function accountantFile(
  ledger: LedgerId,
  request: RequestedReturn,
  { format, ...options }: PaperOptions & { readonly format?: "json" | "html" | undefined },
) {
  const { computed, paper, undeclared } = await loadPaper(ledger, request, options);
  if (format !== "html") return accountantArtifact(computed, paper, undeclared);
  const bridge = await loadBridgeOfPaper(ledger, computed, paper, options.now);
  const printed = paperOf(computed, { ...paper, bridge });
  return {
    content_type: "text/html; charset=utf-8",
    file_name: fileNameOf("accountant_report", computed, "html"),
    body: accountantPage(accountantReport(computed, paper, undeclared), printed),
  };
}
