/**
 * Uses of the table, `<operation> <family>`, that a route's code can send and that no test sends by way of every route: why
 * not, and which test sends them by way of some. The code behind them is shared, so one route shows it for all.
 */
export const UNMET: readonly (readonly [uses: RegExp, reason: string, test: string])[] = [
  [
    /^\w+ (?:idempotency|rate_limits|key_list)$/,
    "one middleware remembers answers, counts calls and notes the first use of a key on a day, before any handler",
    "test/integration/api/idempotency.test.ts",
  ],
  [
    /^GetItem (?:sandboxes|sessions|members)$/,
    "one function identifies the caller of every route: by a test key, or by a session and its role",
    "test/isolation/persons.test.ts",
  ],
  [
    /^GetItem rate_overlay$/,
    "accepted rates are kept for minutes: the first request of a process reads them, whichever it is",
    "test/integration/vat/tedb/accepted-rate.test.ts",
  ],
  [
    /^Expires /,
    "the time at which an item goes is part of the write, which is met; IAM does not know it",
    "test/integration/operations/jobs/table-use.alone.test.ts",
  ],
  [
    /^(?:BatchGetItem|GetItem|Query) (?:rates|registrations)$/,
    "one loader reads registrations with the rates of a period, where the return has another currency or nothing has read them before",
    "test/integration/returns/paths/views.test.ts",
  ],
  [
    /^BatchGetItem recounts$/,
    "one loader reads the kinds of periods of an account with its registrations, where a return has not read them before",
    "test/integration/ledger/calls.alone.test.ts",
  ],
  [
    /^(?:GetItem (?:connections|webhooks)|Query (?:marks|payments))$/,
    "one loader says which notices are done, for their list and for a mark on one of them",
    "test/integration/notifications/notifications.test.ts",
  ],
  [
    /^\w+ consignments$/,
    "every commit follows the plan that writes consignments of imported goods",
    "test/integration/ledger/consignments.test.ts",
  ],
  [
    /^(?:ConditionCheckItem|PutItem) events$/,
    "a change that meets another one writes its events under a condition",
    "test/integration/ledger/races/sale-and-refund.test.ts",
  ],
  [
    /^UpdateItem (?:board|board_checks|marks)$/,
    "the board and the marks of an account follow every lock, filing and withdrawal by one function",
    "test/integration/accounts/board.test.ts",
  ],
  [
    /^PutItem rate_overlay$/,
    "an accepted rate would be that of all tests of the run: they decide in a table of their own",
    "test/integration/vat/tedb/accepted-rate.test.ts",
  ],
  [
    /^UpdateItem keys$/,
    "a key of before proofs gets its proof when it is used first",
    "test/integration/accounts/proven-keys.test.ts",
  ],
  [
    /^BatchGetItem (?:persons|sources|order_names|organisation_accounts)$/,
    "names are read where there are any",
    "test/integration/returns/documents/papers.test.ts",
  ],
  [
    /^(?:GetItem|PutItem|Query) (?:rate_proposals|recounts|preparations|openings|locks|accounts|rates|open_import_rows|rights|invitations)$/,
    "what is done again when another request came first, or where a setting asks for it",
    "test/integration/returns/locks/second-person.test.ts",
  ],
];
