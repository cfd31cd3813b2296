import { noteFileMade } from "../../accounts/people/store-board.ts";
import { dayOf, type Period } from "../../core/calendar/dates.ts";
import { DomainError, type Fault } from "../../core/errors/errors.ts";
import { type Read, readAs } from "../../core/errors/field-errors.ts";
import { BYTE_ORDER_MARK, csvText } from "../../core/files/csv.ts";
import { ledgerOf } from "../../core/ids.ts";
import type { RequestedReturn } from "../../returns/path-schema.ts";
import { loadVatRates } from "../../vat/rate-proposals/store-rate-proposals.ts";
import { SHEET_WORDS } from "../entry-sheet/entry-sheet.ts";
import { loadSheet } from "../entry-sheet/load-sheet.ts";
import type { EntrySheet } from "../entry-sheet/schema.ts";
import { loadKnownEstablishments, loadReturnForFile } from "../load-declared-return.ts";
import { RETURN_FORMATS } from "../portal-files/formats.ts";
import { storedNumbers } from "../portal-files/request.ts";
import { returnFile } from "../portal-files/return-file.ts";
import type { ReturnFormat } from "../portal-files/return-format.ts";
import { isFor } from "../portal-files/row-findings.ts";

type MadeFile = { readonly file_name: string; readonly bytes: Uint8Array };

/** The files of a locked return that no lock stores, and why others could not be made. */
type MadeFiles = {
  readonly files: readonly MadeFile[];
  readonly missing: readonly string[];
};

/** The account of a client. Full scope has its numbers in full. */
export type FiledClient = {
  readonly account: Parameters<typeof ledgerOf>[0];
  readonly name: string;
  readonly scope: "full" | "read-only";
};

/**
 * Makes the entry sheet and the portal files of a locked return. Files are made with the stored numbers and the client's
 * name; what a file needs beyond them is named, because nobody is there to be asked.
 * @throws DomainError `period_not_locked`, `registration_conflict`
 */
export async function makeFiles(client: FiledClient, of: RequestedReturn, now: Date) {
  const ledger = ledgerOf(client.account);
  const sheet = await loadSheet(ledger, { ...of, decimal: "point" });
  const files: MadeFile[] = [sheetFile(sheet)];
  const missing: string[] = [];
  for (const made of await portalFiles(client, of, now)) {
    if ("why" in made) missing.push(`${made.format}: ${made.why}`);
    else files.push(made);
  }
  return { files, missing } satisfies MadeFiles;
}

type NotMade = { readonly format: string; readonly why: string };

/** Says why there is no number in full, in both languages: the ZIP is for readers of either. */
export const whyNoNumber = ({ scope }: FiledClient): string =>
  scope === "full"
    ? "no number of the registration is stored / keine Nummer der Registrierung ist gespeichert"
    : "the number in full needs the role approver / die volle Nummer braucht die Rolle Prüfer";

async function portalFiles(
  client: FiledClient,
  { scheme, period, registration_id: chosen }: RequestedReturn,
  now: Date,
): Promise<(MadeFile | NotMade)[]> {
  const { name, scope } = client;
  const ledger = ledgerOf(client.account);
  const loaded = await loadReturnForFile(ledger, scheme, period, {
    registration_id: chosen,
    draft: false,
  });
  const { registration_id } = loaded;
  const formats = RETURN_FORMATS.filter((format) => isFor(format, loaded.neutral));
  if (formats.length === 0) return [];
  const stored = await storedNumbers({ ledger, scope, registration_id });
  if (!stored) return formats.map(({ format }) => ({ format, why: whyNoNumber(client) }));
  const [rates, known] = await Promise.all([
    loadVatRates(),
    loadKnownEstablishments(ledger, period),
  ]);
  const declared = { ...loaded, rates, is_draft: false, accept: [] };
  const made = formats.map((format) =>
    tried(format, () => {
      const filer = filerOf(format, { ...stored, name });
      const request = { ...filer, prepared_on: dayOf(now) };
      return returnFile(format, declared, request, known);
    }),
  );
  if (made.some((file) => "bytes" in file)) {
    await noteFileMade(ledger, nameOf({ scheme, period }, registration_id), now);
  }
  return made;
}

const nameOf = (
  { scheme, period }: { readonly scheme: RequestedReturn["scheme"]; readonly period: Period },
  registration_id: number,
) => ({
  scheme_type: scheme.id,
  registration_id,
  period_key: period.key,
  filing_due_date: period.filingDueDate,
});

function tried(format: ReturnFormat, make: () => MadeFile): MadeFile | NotMade {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { format: format.format, why: reasonOf(error) };
  }
}

/** Returns the faults of an error in one line. */
export const reasonOf = ({ details = [], message }: DomainError): string =>
  [...new Set(details.map((fault) => `${fault.field}: ${fault.message}`))].join("; ") || message;

type Known = {
  readonly number: string;
  readonly intermediary_number?: string | undefined;
  readonly name: string;
};

/**
 * Returns what a format needs of the filer, from the stored numbers and the name.
 * @throws DomainError `invalid_request` with the fields that it needs beyond them
 */
function filerOf({ fields }: ReturnFormat, { number, intermediary_number, name }: Known) {
  const numbers = {
    vat_number: number,
    ...(intermediary_number === undefined ? {} : { intermediary_number }),
  };
  // A form without a field for the name rejects it.
  const tries = [{ ...numbers, name }, numbers, { vat_number: number }];
  const filers = tries.map((one) => readAs(fields.filer, one));
  const filer = filers.find(({ success }) => success) ?? filers[0];
  const extras = readAs(fields.extras, {});
  if (filer?.success && extras.success) {
    return { filer: filer.data, establishments: [], extras: extras.data };
  }
  throw new DomainError("invalid_request", "the file needs more than the stored numbers", [
    ...faultsAt("filer", filer),
    ...faultsAt("extras", extras),
  ]);
}

const faultsAt = (part: string, read: Read<unknown> | undefined): Fault[] =>
  read === undefined || read.success
    ? []
    : read.faults.map(({ field, message }) => ({ field: `${part}.${field}`, message }));

/** The kinds of supplies and rates as portals name them, to be chosen there. */
const KINDS: Readonly<Record<string, string>> = {
  GOODS: "Goods / Gegenstände",
  SERVICES: "Services / Dienstleistungen",
  STANDARD: "Standard / Regelsteuersatz",
  REDUCED: "Reduced / ermäßigter Steuersatz",
};

const inWords = (text: string | null | undefined) => text && (KINDS[text] ?? text);

/** Writes an entry sheet as CSV: a line for each line of the form, a column for each of its fields in both languages. */
function sheetFile({ lines, scheme_type, period_key }: EntrySheet): MadeFile {
  const fields = Object.entries(SHEET_WORDS).filter(([field]) =>
    lines.some(({ cells }) => cells.some((cell) => cell.field === field)),
  );
  const titles = fields.map(([, { en, de }]) => `${en} / ${de}`);
  const records = lines.map(({ part, section, cells }) => ({
    "part / Teil": part,
    "section / Abschnitt": section,
    ...Object.fromEntries(
      fields.map(([field], n) => [
        titles[n],
        inWords(cells.find((cell) => cell.field === field)?.text),
      ]),
    ),
  }));
  const text = csvText(["part / Teil", "section / Abschnitt", ...titles], records);
  return {
    file_name: `entry-sheet-${scheme_type}-${period_key}.csv`,
    bytes: new TextEncoder().encode(BYTE_ORDER_MARK + text),
  };
}
