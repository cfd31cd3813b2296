import type { LedgerId } from "../../core/ids.ts";
import { isSandbox } from "../../core/ids.ts";
import { dayInWords, periodInWords } from "../../notifications/texts.ts";
import type { UploadLink } from "./upload-link.ts";

/** Returns the address of the page for a token. Browsers do not send the part behind `#`, so that no log has it. */
export const addressOfLink = (origin: string, token: string): string =>
  `${origin}/console#upload=${token}`;

/** Returns the text of a mail that asks for the files, for the user to send. */
export function askingMail(link: UploadLink, address: string, ledger: LedgerId) {
  const { language, source_id, asked_by, max_files } = link;
  const period = periodInWords(link.period_key, language);
  const end = dayInWords(link.ends_at.slice(0, 10), language);
  const trial = isSandbox(ledger);
  return language === "de"
    ? {
        subject: `${trial ? "Probe: " : ""}Ihr Export aus ${source_id} für ${period}`,
        text: `Für die Umsatzsteuer von ${period} braucht ${asked_by} den Export aus ${source_id}.\n\nÖffnen Sie den Link und ziehen Sie die Datei auf die Seite. Er nimmt bis zum ${end} höchstens ${max_files} ${max_files === 1 ? "Datei" : "Dateien"} an und öffnet sonst nichts. Eine Anmeldung ist nicht nötig.\n\n${address}\n`,
      }
    : {
        subject: `${trial ? "Trial: " : ""}Your export of ${source_id} for ${period}`,
        text: `For the VAT of ${period}, ${asked_by} needs the export of ${source_id}.\n\nOpen the link and drop the file on the page. It takes at most ${max_files} ${max_files === 1 ? "file" : "files"} until ${end}, and opens nothing else. You need not sign in.\n\n${address}\n`,
      };
}
