import { byClient, type DigestReturn, type MailTexts } from "./mail-texts.ts";

const FACTS: Readonly<Record<keyof DigestReturn["facts"], string>> = {
  overdue: "Frist vorbei, Einreichung nicht erfasst",
  open: "einzureichen",
  locked: "festgeschrieben, Einreichung nicht erfasst",
  questions: "offene Fragen",
  unpaid: "nicht als gezahlt erfasst",
  files: "noch keine Datei eingegangen",
};

const factsOf = ({ facts }: DigestReturn): string =>
  Object.entries(FACTS)
    .filter(([name]) => facts[name as keyof typeof FACTS])
    .map(([, words]) => words)
    .join(", ");

export const GERMAN: MailTexts = {
  client: (name) => `Mandant: ${name}`,
  sender: (firm, service) => `${firm} über ${service}`,
  button: {
    due_soon: "Erklärung anzeigen",
    overdue: "Erklärung anzeigen",
    unpaid: "Zahlung anzeigen",
    late_change: "Änderung anzeigen",
    threshold: "Schwellenwert anzeigen",
    import: "Import anzeigen",
    connection: "Anbindungen anzeigen",
    digest: "Fristen anzeigen",
    confirmation: "Adresse bestätigen",
    invitation: "Accept the invitation / Einladung annehmen",
  },
  unsubscribe: "Keine Mails mehr",
  why: "Sie erhalten diese Mail, weil diese Adresse für Mails des EU-Mehrwertsteuer-Dienstes bestätigt wurde. In der Konsole wählen Sie unter „Mails“ aus, welche Sie bekommen.",
  confirmation: {
    subject: "Bestätigen Sie diese Adresse für Mails des EU-Mehrwertsteuer-Dienstes",
    text: "Diese Adresse wurde für Erinnerungen an Fristen und andere Mails des EU-Mehrwertsteuer-Dienstes eingegeben.\n\nÖffnen Sie binnen zwei Tagen den Link, um sie zu bestätigen. Wissen Sie nichts davon, ignorieren Sie diese Mail: Sie bekommen keine weitere.\n",
  },
  invitation: (organisation) => ({
    subject: `Einladung zu „${organisation}“`,
    text: `Sie sind zur Organisation „${organisation}“ des EU-Mehrwertsteuer-Dienstes eingeladen.\n\nÖffnen Sie binnen sieben Tagen den Link, und melden Sie sich an. Er gilt einmal. Wissen Sie nichts davon, ignorieren Sie diese Mail.\n`,
  }),
  importFailed: (source) => ({
    subject: `Ein Import aus ${source} ist fehlgeschlagen`,
    text: "Der Import endete mit einem Fehler. Es können einige Zeilen der Datei gebucht sein oder keine.\n\nDie Seite der Importe nennt den Grund und sagt, was zu tun ist.\n",
  }),
  importLeft: (source, rows) => ({
    subject: `${rows.toLocaleString("de-DE")} ${rows === 1 ? "Zeile" : "Zeilen"} eines Imports aus ${source} ${rows === 1 ? "ist" : "sind"} nicht gebucht`,
    text: "Der Import ist abgeschlossen, aber nicht jede Zeile der Datei ist gebucht: Zeilen wurden abgelehnt, widersprechen schon Gebuchtem oder warten auf ihren Verkauf.\n\nDie Seite der Importe nennt sie mit ihren Gründen.\n",
  }),
  digest: (organisation, returns, more) => ({
    subject: `${returns.length + more} ${returns.length + more === 1 ? "Erklärung braucht" : "Erklärungen brauchen"} Ihre Aufmerksamkeit: ${organisation}`,
    text: `${byClient(returns, { language: "de", factsOf, due: "fällig am" })}${more > 0 ? `\n\n… und ${more} weitere` : ""}\n\nDie Seite Fristen der Organisation zeigt alle Erklärungen und ihren Stand.\n`,
  }),
};
