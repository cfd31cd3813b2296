import { PERSON_ID } from "../../accounts/people/person.ts";
import { loadClientName } from "../../accounts/people/store-organisations.ts";
import { loadPersons } from "../../accounts/people/store-sessions.ts";
import type { IsoDate } from "../../core/calendar/dates.ts";
import { amount, count, label, note } from "../../core/files/csv.ts";
import { type Sheet, xlsxOf } from "../../core/files/xlsx.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { Language } from "../../core/language.ts";
import { loadProfile } from "../../ledger/settings/store-settings.ts";
import { loadBridge } from "../bridge/load-bridge.ts";
import type { StoredBridge } from "../bridge/schema.ts";
import type { Covered, ReturnInput } from "../compute/compute.ts";
import { assumptionIn } from "../compute/submission.ts";
import { loadDirectDeclarations } from "../load/load-direct-declarations.ts";
import { loadFindings } from "../load/load-findings.ts";
import { loadUnregistered } from "../load/load-return.ts";
import { frozenReturn } from "../locks/compare-lock.ts";
import { currentFiling } from "../locks/locked-period.ts";
import { loadReturnView, type ViewOptions } from "../locks/return-view.ts";
import { contentSha256 } from "../locks/snapshot.ts";
import { loadPreparation } from "../locks/store-locks.ts";
import type { RequestedReturn } from "../path-schema.ts";
import { artifact, type DocumentContext, manifestOf } from "./artifacts.ts";
import { bridgeSheet } from "./bridge-sheet.ts";
import {
  clientOnPaper,
  column,
  type Fact,
  type Paper,
  type PaperContext,
  type PaperFacts,
  pageHeader,
  paperOf,
  signOffOf,
  summaryFacts,
} from "./paper.ts";
import {
  balanceSheet,
  checkSheet,
  correctionSheet,
  eventSheet,
  exclusionSheet,
  legendSheet,
  rateSheet,
  rowSheet,
  sinceSheet,
} from "./paper-sheets.ts";
import { GERMAN_NOTES } from "./words.ts";

/** Loads the client and the persons that a paper of a return names. */
async function loadPaperFacts(
  ledger: LedgerId,
  { report, registration }: Covered,
  { shown, compared }: DocumentContext,
): Promise<PaperFacts> {
  const { scheme_type, period_key } = report;
  const lock = (shown ?? compared)?.lock;
  const name = { scheme_type, period_key, registration_id: registration.id };
  const [profile, preparation] = await Promise.all([
    loadProfile(ledger),
    loadPreparation(ledger, name),
  ]);
  const figures = lock?.content_sha256 ?? contentSha256(report);
  const marks = preparation.content_sha256 === figures ? preparation.marks : [];
  const authors = [
    ...marks.map(({ person }) => person),
    lock?.prepared_by,
    lock?.locked_by,
    lock && currentFiling(lock)?.recorded_by,
  ].filter((id) => id !== undefined && PERSON_ID.test(id)) as string[];
  const names = authors.length > 0 ? await loadPersons(authors) : undefined;
  const display_name = profile.display_name ?? (await loadClientName(ledger));
  return {
    client: clientOnPaper({ display_name }, registration),
    sign_off: signOffOf(marks, lock, names),
  };
}

/** The return that a file shows, and the context of the file. */
type Loaded = {
  readonly computed: Covered;
  readonly context: DocumentContext;
  readonly input: ReturnInput;
};

type FileOptions = Omit<ViewOptions, "unregistered"> & { readonly now: Date };

/**
 * Loads the return for a file, and its lock.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadForFile(
  ledger: LedgerId,
  request: RequestedReturn,
  { now, ...options }: FileOptions,
): Promise<Loaded> {
  const view = await loadReturnView(ledger, request, options);
  const { figures, input, compared, recount_pending } = view;
  const context = { generated_at: now.toISOString(), recount_pending };
  return "lock" in figures
    ? { computed: frozenReturn(figures), context: { ...context, shown: figures }, input }
    : { computed: figures, context: { ...context, compared }, input };
}

export type PaperOptions = Omit<FileOptions, "findings"> & {
  readonly language?: Language | undefined;
  /** The current day, for papers that name the supplies and changes that no return declares. */
  readonly today?: IsoDate;
};

/**
 * Loads the return for a paper, with its findings and the persons that the paper names.
 * @throws DomainError `registration_required`, `registration_conflict`
 */
export async function loadPaper(
  ledger: LedgerId,
  request: RequestedReturn,
  { language = "en", today, ...options }: PaperOptions,
) {
  const withFindings = { ...options, findings: loadFindings<Covered> };
  const { computed, context, input } = await loadForFile(ledger, request, withFindings);
  const { scheme, registrations } = input;
  const [unregistered, direct, facts] = await Promise.all([
    today === undefined ? [] : loadUnregistered(ledger, input),
    today === undefined ? [] : loadDirectDeclarations(ledger, [scheme], registrations, today),
    loadPaperFacts(ledger, computed, context),
  ]);
  const isOpen = today !== undefined && !context.shown && !context.compared;
  const assumption = isOpen ? assumptionIn(computed, today) : null;
  const paper = { ...context, facts, language };
  return { computed, paper, undeclared: { unregistered, direct, assumption } };
}

/** Loads the way from the shop to the return of a paper: that of the lock, or of the ledger; none of an older lock. */
export const loadBridgeOfPaper = async (
  ledger: LedgerId,
  computed: Covered,
  { shown }: DocumentContext,
  now: Date,
): Promise<StoredBridge | undefined> =>
  shown ? shown.lock.bridge : loadBridge(ledger, computed, now);

/** Returns the totals of the return, the number of its events, and the rules that it was computed by. */
function figures({ computed, context, say }: Paper): Fact[] {
  const { report, period } = computed;
  const { totals, return_currency } = report;
  const manifest = manifestOf("working_paper", computed, context);
  const notes =
    context.language === "de"
      ? GERMAN_NOTES[period.kind]
      : { conversion: manifest.conversion_rule, scope: manifest.scope_note };
  return [
    ["rows_taxable", amount(totals.taxable_minor, return_currency)],
    ["rows_vat", amount(totals.current_vat_minor, return_currency)],
    ["correction_vat", amount(totals.correction_vat_minor, return_currency)],
    ["payable", amount(totals.payable_vat_minor, return_currency)],
    ["period_events", count(report.total_source_event_count)],
    ["events_in", count(report.included_source_event_count)],
    ["events_out", count(report.excluded_source_event_count)],
    ["selection", note(say("selection_text"))],
    ["conversion", note(notes.conversion)],
    ["scope", note(notes.scope)],
  ];
}

/** Returns the identity of the paper, the filing state of the return, and its totals. */
function summarySheet(paper: Paper): Sheet {
  const { say } = paper;
  const facts = [...summaryFacts(paper), ...figures(paper)];
  return {
    name: say("sheet_summary"),
    columns: [column(paper, "return", 46), column(paper, "value", 60)],
    lines: facts.map(([word, cell]) => [label(say(word)), cell]),
  };
}

/**
 * Builds the working paper of a return: a workbook with a sheet for each subject, in the return's currency. The same
 * return at the same instant gives the same bytes.
 */
export async function workingPaper(computed: Covered, context: PaperContext) {
  const { scheme, period, registration } = computed;
  const paper = paperOf(computed, context);
  const body = await xlsxOf({
    title: `${scheme.slug} ${registration.member_state_identification} ${period.key}`,
    header: pageHeader(paper),
    made_at: context.generated_at,
    sheets: [
      summarySheet(paper),
      rowSheet(paper),
      correctionSheet(paper),
      balanceSheet(paper),
      ...(context.shown ? [sinceSheet(paper, context.shown)] : []),
      rateSheet(paper),
      checkSheet(paper),
      exclusionSheet(paper),
      ...(context.bridge ? [bridgeSheet(paper, context.bridge)] : []),
      eventSheet(paper),
      legendSheet(paper),
    ],
  });
  return artifact("working_paper", "xlsx", computed, body);
}
