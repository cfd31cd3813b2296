import { RATES_COMPLETE_FROM, RATES_SEEN_TO } from "../../shared/vat/reference-data/vat-rates.ts";

type Area = {
  readonly paths: RegExp;
  readonly name: string;
  readonly description: string;
};

/**
 * The tag of the operations that receivers of webhooks serve. It is not that of the account's webhook operations: a
 * generator writes one file a tag, and openapi-generator writes webhooks last, over the file of the operations.
 */
export const MESSAGES_TAG = "Webhook messages";

/** The areas of the API in the order of the docs, with the paths that belong to each. */
const AREAS: readonly Area[] = [
  {
    paths: /^\/v1\/supply-events/,
    name: "Supply events",
    description:
      "The ledger: every sale and what later happened to it. Committed events never change and cannot be deleted; reports are sums over them.",
  },
  {
    paths: /^\/v1\/(?:reports\/(?!locked)|returns\/(?!.*\/files$))/,
    name: "Reports",
    description:
      "The return of a period as it stands now, in the Union, the non-Union and the import scheme, as files, and the events behind it. Reading a report creates, locks and submits nothing.",
  },
  {
    paths: /^\/v1\/(?:return-formats$|returns\/.*\/files$)/,
    name: "Return files",
    description:
      "The return in the form that the portal of its Member State takes, as a file to hand in. It is made of the locked return, or of an open one as a draft; what it needs of the filer is sent along and kept nowhere. Nothing is submitted.",
  },
  {
    paths: /^\/v1\/reports\/locked-return-periods\//,
    name: "Locked quarters",
    description:
      "A period that has ended can be frozen with its files, which are then kept for ten years (Art. 369k VAT Directive), and marked as filed.",
  },
  {
    paths: /^\/v1\/records/,
    name: "Records",
    description:
      "Every supply of a range of days with what Art. 63c of Implementing Regulation (EU) 282/2011 wants to be kept of it, as NDJSON and CSV, kept for ten years.",
  },
  {
    paths: /^\/v1\/vat-numbers/,
    name: "VAT numbers",
    description:
      "Checks of customers' VAT numbers in VIES, kept as evidence: answer, day and consultation number. An outage of VIES is `pending`, and never `invalid`.",
  },
  {
    paths: /^\/v1\/(?:import|movements|upload)/,
    name: "Imports",
    description:
      "The export of a shop, a marketplace or a payment service as supply events: uploaded as a file, looked through, committed in the background, each row once.",
  },
  {
    paths: /^\/v1\/(?:compliance\/threshold-status|vat\/threshold-check)$/,
    name: "Threshold",
    description:
      "The EUR 10,000 of cross-border turnover in a calendar year up to which a seller may tax at home (Art. 59c), and the EUR 150 of a consignment in the import scheme.",
  },
  {
    paths: /^\/v1\/(?:notifications|compliance\/(?:notifications|overview))/,
    name: "Overview and notifications",
    description:
      "The coverage of an account today, and its notices: its threshold, due days, late changes, webhooks that do not arrive.",
  },
  {
    paths: /^\/v1\/(?:mail(?:\/|$)|account\/mail$)/,
    name: "Mails",
    description:
      "Reminders of due days and other notifications as mails, in English or German. An address is confirmed by a link before it gets any; each mail has a link that ends them all.",
  },
  {
    paths: /^\/v1\/(?:connections|inbound)/,
    name: "Connections",
    description:
      "Shops that send their orders by themselves: signed messages, each stored before it is answered and booked once, edits and refunds included. `docs/connections/` has the steps in each shop.",
  },
  {
    paths: /^\/v1\/webhooks/,
    name: "Webhooks",
    description:
      "Messages to a receiver of yours when something happens, signed as Standard Webhooks has it. Each arrives at least once, and not always in order; `docs/webhooks.md` says how to take one.",
  },
  {
    paths: /^\/v1\/(?:vat\/calculate|rates-files\/.*)$/,
    name: "Calculation",
    description:
      "The VAT of a price. Net and VAT make up gross, always. A calculation is logged as a transaction and changes no threshold and no report. Rates files have the same rates for shops that compute VAT by themselves.",
  },
  {
    paths: /^\/v1\/transactions/,
    name: "Transactions",
    description: "The log of calculations; a transaction can be committed to the ledger.",
  },
  {
    paths: /^\/v1\/(?:sign-in|session)/,
    name: "Sessions",
    description:
      "Persons sign in with the OpenID Connect issuer of the stage. The service exchanges the code and issues a session of its own: fifteen minutes, renewed by a refresh token that works once. Keys stay for programs.",
  },
  {
    paths: /^\/v1\/(?:organisations|invitations)/,
    name: "Organisations",
    description:
      "A practice or a group of companies: its accounts, its members and their roles. A role includes those before it: `viewer` reads; `preparer` imports, commits and decides; `approver` locks, makes files and records filings; `owner` manages members, keys and settings.",
  },
  {
    paths: /^\/v1\/mcp$/,
    name: "Agents",
    description:
      "Agents read the service by the Model Context Protocol, with the rights of the credential that they send. They propose writes, and a person carries them out in the console.",
  },
  {
    paths: /^\/v1\/operator/,
    name: "Operators",
    description:
      "Decisions of the operator that apply to all accounts: proposed VAT rates and exchange rates. Operators are persons whom the stage names; a key is never an operator.",
  },
  {
    paths: /^\/v1\/api-keys/,
    name: "API keys",
    description:
      "The keys of the account. A key is shown once, when it is made; a lost one is replaced. Full keys manage keys; no key makes one with more rights than its own.",
  },
  {
    paths: /^\/v1\/(?:account(?!\/mail)|sandbox)/,
    name: "Account",
    description:
      "The profile of the business and where it is established, the history of settings, stored tax identifiers, and the sandbox.",
  },
  {
    paths: /^\/v1\/tax-registrations/,
    name: "Tax registrations",
    description:
      "OSS and IOSS registrations. Numbers are masked as they come in: nobody can read them back.",
  },
  {
    paths: /^\/v1\/sources/,
    name: "Sources",
    description:
      "Profiles of raw source tags. They are for analysis: they change no VAT and do not split the threshold.",
  },
  {
    paths: /^\/v1\/tax-(?:classes|rates)/,
    name: "Tax classes",
    description: `A public catalogue of 37 classes with their VAT rates in the 27 Member States since ${RATES_COMPLETE_FROM}. Indicative: one rate per class, country and day, that of the most usual consumer supply on the mainland; 0 is both exempt and zero-rated. Each rate has a source and a confidence in \`shared/vat/reference-data/tax-rates.csv\`; nothing was seen after ${RATES_SEEN_TO}. Rates that are cut until a published day still to come (electricity and gas in IE, gas and heat in HR, electricity in CY, food in SE) have no end here.`,
  },
  {
    paths: /^\/v1\/vat\/sme-eligibility$/,
    name: "SME exemption",
    description:
      "A public check against the national threshold of the domestic exemption for small enterprises (Art. 284). The cross-border SME scheme is not looked at, nor are tolerances within a year. ES has no such exemption; 9 of 68 thresholds are of medium confidence.",
  },
  {
    paths: /^\/(?:health|ready)$/,
    name: "Health",
    description: "The health of the service, and of its connection to the database.",
  },
  {
    paths: /^\/(?:openapi\.json|llms\.txt|docs.*)?$/,
    name: "Documentation",
    description:
      "The OpenAPI document of this service, a page that shows it, and the pages of the documentation as Markdown.",
  },
  {
    paths: /^\/console/,
    name: "Console",
    description:
      "A page for people. All it shows and does goes through the operations of this document, with the key that is typed into it.",
  },
];

/**
 * Returns the tag of a path.
 * @throws Error if the path belongs to no area, or to more than one.
 */
export function tagOf(path: string): string {
  const [area, ...others] = AREAS.filter(({ paths }) => paths.test(path));
  if (!area || others.length > 0)
    throw new Error(`${path} needs one row in scripts/openapi/tags.ts`);
  return area.name;
}

export const tags = [
  ...AREAS.map(({ name, description }) => ({ name, description })),
  {
    name: MESSAGES_TAG,
    description: "Requests that the service sends to receivers of webhooks, which serve them.",
  },
];
