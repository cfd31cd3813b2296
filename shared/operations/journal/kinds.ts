/** What the service may do to the items of a kind. It removes none of them; what has expired the table removes. */
type KindRule = {
  readonly name: string;
  /** How the partition and the sort key of its items look. */
  readonly pk: string;
  readonly sk: RegExp;
  /** The attributes that may be others after a change, or those that may not. */
  readonly changes: readonly string[] | { readonly allBut: readonly string[] };
  /** Numbers that never go down. */
  readonly rises?: readonly string[];
  /** Whether its items may expire. */
  readonly expires?: true;
  /** Attributes that are set once, and stay. */
  readonly once?: readonly string[];
};

const ANYTHING = { allBut: [] };

/** What the ledger finds out of an event anew when its ground changes; all that was sent stays. */
const FOUND_BY_THE_LEDGER = [
  "check_codes",
  "checks",
  "classification_history",
  "classification_reasons",
  "classification_status",
  "consignment_exceeded",
  "entries",
  "establishment_country",
  "link",
  "links",
  "original_event_id",
  "rules_version",
  "schema_version",
  "settling",
  "taken_back",
  "treatment",
  "version",
];

const KINDS: readonly KindRule[] = [
  {
    name: "event",
    pk: "EVENT#",
    sk: /^EVENT$/,
    changes: FOUND_BY_THE_LEDGER,
    rises: ["links", "version"],
  },
  { name: "link", pk: "EVENT#", sk: /^LINK#/, changes: [] },
  {
    name: "consignment",
    pk: "CONSIGNMENT#",
    sk: /^CONSIGNMENT$/,
    changes: ["members", "settling", "version"],
    rises: ["version"],
  },
  {
    name: "transaction",
    pk: "TRANSACTION#",
    sk: /^TRANSACTION$/,
    changes: ["committed_event_id", "expires_at"],
    expires: true,
  },
  {
    name: "calculation name",
    pk: "CALCULATION#",
    sk: /^CALCULATION$/,
    changes: ["transaction_id"],
  },
  {
    name: "account",
    pk: "ACCOUNT#",
    sk: /^ACCOUNT$/,
    changes: { allBut: ["account", "created_at"] },
  },
  { name: "profile", pk: "ACCOUNT#", sk: /^PROFILE$/, changes: ANYTHING, rises: ["version"] },
  {
    name: "registrations",
    pk: "ACCOUNT#",
    sk: /^REGISTRATIONS$/,
    changes: ANYTHING,
    rises: ["version", "last_id"],
  },
  {
    name: "sources",
    pk: "ACCOUNT#",
    sk: /^SOURCES$/,
    changes: ANYTHING,
    rises: ["version", "last_id"],
  },
  { name: "recount", pk: "ACCOUNT#", sk: /^RECOUNT$/, changes: ANYTHING, rises: ["version"] },
  {
    name: "notification",
    pk: "ACCOUNT#",
    sk: /^NOTIFICATION#/,
    changes: ["published_at", "read_at"],
    once: ["published_at", "read_at"],
  },
  {
    name: "notice",
    pk: "ACCOUNT#",
    sk: /^NOTICE#/,
    changes: ["changes", "created_at", "read_at"],
    rises: ["changes"],
  },
  {
    name: "sandbox",
    pk: "SANDBOX#",
    sk: /^SANDBOX$/,
    changes: ["version", "generation", "emptied"],
    rises: ["version", "generation"],
  },
  { name: "change", pk: "CHANGES#", sk: /#/, changes: [] },
  {
    name: "key",
    pk: "KEY#",
    sk: /^KEY$/,
    changes: { allBut: ["account", "created_at", "key_id", "mode", "scope", "secret_sha256"] },
    once: ["expires_at", "revoked_at"],
  },
  { name: "lock", pk: "LOCKS#", sk: /^LOCK#/, changes: ["filed"], once: ["filed"] },
  {
    name: "end of the chain of locks",
    pk: "LOCKS#",
    sk: /^CHAIN$/,
    changes: ANYTHING,
    rises: ["count"],
  },
  {
    name: "mark of changes",
    pk: "MARKS#",
    sk: /\|change\|/,
    changes: ["changes"],
    rises: ["changes"],
  },
  { name: "undo of an import", pk: "IMPORT_UNDOS#", sk: /./, changes: [] },
  { name: "mark of a lock", pk: "MARKS#", sk: /\|lock\|/, changes: [] },
  { name: "mark of an opening", pk: "MARKS#", sk: /\|opening\|/, changes: ANYTHING },
  { name: "opening", pk: "OPENINGS#", sk: /^OPENING#/, changes: ANYTHING },
  {
    name: "state of openings",
    pk: "OPENINGS#",
    sk: /^STATE#/,
    changes: ["locks_written", "openings_written"],
    rises: ["locks_written", "openings_written"],
  },
  {
    name: "records",
    pk: "RECORDS#",
    sk: /./,
    changes: { allBut: ["from", "id", "requested_at", "requested_by", "to"] },
    rises: ["version"],
  },
];

/** The rule for the item with this key; undefined of a key that the service makes none of. */
export const ruleFor = (pk: string, sk: string): KindRule | undefined =>
  KINDS.find((kind) => pk.startsWith(kind.pk) && kind.sk.test(sk));

/** Whether the attribute may be another one after a change. */
export const mayChange = ({ changes }: KindRule, attribute: string): boolean =>
  "allBut" in changes ? !changes.allBut.includes(attribute) : changes.includes(attribute);
