import { byClient, type DigestReturn, type MailTexts } from "./mail-texts.ts";

const FACTS: Readonly<Record<keyof DigestReturn["facts"], string>> = {
  overdue: "due day over, filing not recorded",
  open: "to be filed",
  locked: "locked, filing not recorded",
  questions: "open questions",
  unpaid: "not recorded as paid",
  files: "no file received yet",
};

const factsOf = ({ facts }: DigestReturn): string =>
  Object.entries(FACTS)
    .filter(([name]) => facts[name as keyof typeof FACTS])
    .map(([, words]) => words)
    .join(", ");

export const ENGLISH: MailTexts = {
  client: (name) => `Client: ${name}`,
  sender: (firm, service) => `${firm} via ${service}`,
  button: {
    due_soon: "Show the return",
    overdue: "Show the return",
    unpaid: "Show the payment",
    late_change: "Show the change",
    threshold: "Show the threshold",
    import: "Show the import",
    connection: "Show the connections",
    digest: "Show the deadlines",
    confirmation: "Confirm the address",
    invitation: "Accept the invitation / Einladung annehmen",
  },
  unsubscribe: "No more mails",
  why: "You get this mail because this address was confirmed for mails of the EU VAT service. In the console, under “Mails”, you choose which ones.",
  confirmation: {
    subject: "Confirm this address for mails of the EU VAT service",
    text: "This address was entered for reminders of due days and other mails of the EU VAT service.\n\nOpen the link within two days to confirm it. If you do not know of it, ignore this mail: nothing else is sent to you.\n",
  },
  invitation: (organisation) => ({
    subject: `Invitation to “${organisation}”`,
    text: `You are invited to the organisation “${organisation}” of the EU VAT service.\n\nOpen the link within seven days, and sign in. It works once. If you do not know of it, ignore this mail.\n`,
  }),
  importFailed: (source) => ({
    subject: `An import from ${source} has failed`,
    text: "The import ended with an error. The ledger may have some rows of its file, or none.\n\nThe page of the imports says why it failed and what to do.\n",
  }),
  importLeft: (source, rows) => ({
    subject: `${rows.toLocaleString("en-GB")} ${rows === 1 ? "row" : "rows"} of an import from ${source} ${rows === 1 ? "is" : "are"} not booked`,
    text: "The import is complete, but not every row of its file is booked: rows were rejected, contradict what is booked, or wait for their sale.\n\nThe page of the imports lists them with their reasons.\n",
  }),
  digest: (organisation, returns, more) => ({
    subject: `${returns.length + more} ${returns.length + more === 1 ? "return needs" : "returns need"} attention: ${organisation}`,
    text: `${byClient(returns, { language: "en", factsOf, due: "due" })}${more > 0 ? `\n\n… and ${more} more` : ""}\n\nThe page Deadlines of the organisation shows all returns, and how far each is.\n`,
  }),
};
