import { makeImport, makeRefund, makeSale, makeService } from "./supply-event.ts";

/** A body of which one event is wrong, and every field its refusal must name, in any order. */
export type MalformedEvent = readonly [what: string, event: unknown, fields: readonly string[]];

type Fields = Readonly<Record<string, unknown>>;

const sale = (changes: Fields): Fields => ({ ...makeSale(), ...changes });
const refund = (changes: Fields): Fields => ({ ...makeRefund(), ...changes });
const service = (changes: Fields): Fields => ({ ...makeService(), ...changes });
const imported = (changes: Fields): Fields => ({ ...makeImport(), ...changes });

/** Spelled so that an editor cannot lose them. */
const NUL = String.fromCharCode(0);
const HIGH_SURROGATE = String.fromCharCode(0xd83e);
const LOW_SURROGATE = String.fromCharCode(0xdd1e);

const without = (field: string): Fields =>
  Object.fromEntries(Object.entries(makeSale()).filter(([name]) => name !== field));

const REQUIRED = [
  "event_id",
  "event_type",
  "supply_date",
  "supply_kind",
  "consumption_country",
  "currency",
  "taxable_amount_minor",
  "vat_amount_minor",
  "vat_rate_bps",
  "rate_category",
];

const MISSING: readonly MalformedEvent[] = [
  ["nothing at all", {}, REQUIRED],
  ...REQUIRED.map((field): MalformedEvent => [`no ${field}`, without(field), [field]]),
  ["no consignment on an import", imported({ consignment: undefined }), ["consignment"]],
];

/** An event on which the field is welcome, a value that it takes, and the values it does not. */
const TYPES: readonly (readonly [
  of: (changes: Fields) => Fields,
  field: string,
  valid: unknown,
])[] = [
  [sale, "event_id", "a"],
  [sale, "event_type", "sale"],
  [refund, "original_event_id", "a"],
  [sale, "supply_date", "2025-08-01"],
  [sale, "supply_kind", "goods"],
  [sale, "customer_type", "b2c"],
  [sale, "consumption_country", "DE"],
  [sale, "dispatch_country", "SE"],
  [sale, "establishment_country", "SE"],
  [imported, "origin_country", "CN"],
  [sale, "currency", "EUR"],
  [sale, "taxable_amount_minor", 1],
  [sale, "vat_amount_minor", 1],
  [sale, "vat_rate_bps", 1],
  [sale, "rate_category", "standard"],
  [sale, "supplier_role", "deemed_supplier"],
  [imported, "consignment", {}],
  [sale, "location_evidence", []],
  [sale, "classification_status", "classified"],
  [sale, "source_id", "shop"],
  [sale, "tax_class_id", "books"],
  [sale, "transaction_id", "t"],
  [sale, "description", "d"],
  [sale, "metadata", {}],
];

const kindOf = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;

const WRONG_TYPES: readonly MalformedEvent[] = TYPES.flatMap(([of, field, valid]) =>
  [null, 7, "?", true, ["DE"], { a: 1 }]
    .filter((value) => kindOf(value) !== kindOf(valid))
    .map(
      (value): MalformedEvent => [
        `${field} ${JSON.stringify(value)}`,
        of({ [field]: value }),
        [field],
      ],
    ),
);

const rows = (
  of: (changes: Fields) => Fields,
  field: string,
  values: readonly unknown[],
): MalformedEvent[] =>
  values.map((value) => [
    `${field} ${String(JSON.stringify(value)).slice(0, 40)}`,
    of({ [field]: value }),
    [field],
  ]);

const OUT_OF_RANGE: readonly MalformedEvent[] = [
  ...rows(sale, "taxable_amount_minor", [-1, 0.5, 1_000_000_000_001, 2 ** 53, 1e300, "1e3", "NaN"]),
  ...rows(sale, "vat_amount_minor", [-1, 19.5, 1_000_000_000_001, "Infinity", ""]),
  ...rows(sale, "vat_rate_bps", [-1, 19.5, 10_001, "1900", "0x10"]),
  [
    "a negative adjustment too large",
    refund({ event_type: "adjustment", taxable_amount_minor: -1e13 }),
    ["taxable_amount_minor"],
  ],
  [
    "a negative refund",
    refund({ taxable_amount_minor: -5, vat_amount_minor: -1 }),
    ["taxable_amount_minor", "vat_amount_minor"],
  ],
  ...rows(sale, "event_type", ["Sale", "return", "", "__proto__"]),
  ...rows(sale, "supply_kind", ["GOODS", "services", "toString"]),
  ...rows(sale, "customer_type", ["B2C", "b2g", ""]),
  ...rows(sale, "rate_category", ["Standard", "super_reduced"]),
  ...rows(sale, "classification_status", ["Excluded", "pending", "duplicate"]),
];

const DATES: readonly MalformedEvent[] = rows(sale, "supply_date", [
  "",
  "2025-02-29",
  "2025-13-01",
  "2025-00-10",
  "2025-04-31",
  "2025-8-1",
  "20250801",
  "01.08.2025",
  "2025-08-01T00:00:00Z",
  " 2025-08-01",
  "2025-08-01\n",
  "0999-12-31",
  "0000-01-01",
  "9999-01-01",
  "+2025-08-01",
  "today",
]);

const CODES: readonly MalformedEvent[] = [
  ...rows(sale, "consumption_country", [
    "de",
    "UK",
    "ZZ",
    "EU",
    "DEU",
    "",
    "Germany",
    "constructor",
  ]),
  ...rows(sale, "dispatch_country", ["se", "CN", "GB", "ZZ", ""]),
  ...rows(sale, "establishment_country", ["se", "UK", "ZZ", "EU", ""]),
  ...rows(imported, "origin_country", ["cn", "DE", "EL", "GR", "XI", "ZZ"]),
  ...rows(sale, "currency", ["eur", "EURO", "XXQ", "€", "", "toString"]),
  ...rows(sale, "source_id", ["", "a b", "ä", "x".repeat(101), "a\n"]),
];

const TEXTS: readonly MalformedEvent[] = [
  ...rows(sale, "event_id", ["", "x".repeat(101), `a${NUL}`, "a\tb", HIGH_SURROGATE]),
  ...rows(refund, "original_event_id", ["", "x".repeat(101), LOW_SURROGATE]),
  ...rows(sale, "tax_class_id", ["", "x".repeat(65), "a\r\n"]),
  ...rows(sale, "transaction_id", ["", "x".repeat(101), `${LOW_SURROGATE}${HIGH_SURROGATE}`]),
  ...rows(sale, "description", [
    "",
    "x".repeat(201),
    "two\nlines",
    "\u009b31m",
    `a${HIGH_SURROGATE}`,
  ]),
];

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, "v"]));

const METADATA: readonly MalformedEvent[] = [
  ["21 pairs", sale({ metadata: pairs(21) }), ["metadata"]],
  ["a value that is a number", sale({ metadata: { a: 1 } }), ["metadata.a"]],
  [
    "values null and nested",
    sale({ metadata: { a: null, b: {}, c: "c" } }),
    ["metadata.a", "metadata.b"],
  ],
  ["a value of 501 characters", sale({ metadata: { a: "x".repeat(501) } }), ["metadata.a"]],
  ["a value with half a character", sale({ metadata: { a: HIGH_SURROGATE } }), ["metadata.a"]],
  ["an empty key", sale({ metadata: { "": "a" } }), ["metadata."]],
  [
    "a key of 41 characters",
    sale({ metadata: { ["k".repeat(41)]: "a" } }),
    [`metadata.${"k".repeat(41)}`],
  ],
  [
    "the key __proto__",
    sale({ metadata: JSON.parse('{"__proto__":"a"}') }),
    ["metadata.__proto__"],
  ],
  [
    "the key __proto__ with an object",
    sale({ metadata: JSON.parse('{"__proto__":{"a":"b"}}') }),
    ["metadata.__proto__"],
  ],
];

const consignment = { intrinsic_value_minor: 10_000, currency: "EUR" };
const inConsignment = (changes: Fields) =>
  imported({ consignment: { ...consignment, ...changes } });
const inEvidence = (...pieces: readonly unknown[]) => service({ location_evidence: pieces });
const PIECE = { kind: "ip", country: "DE" };

const NESTED: readonly MalformedEvent[] = [
  [
    "a consignment of nothing",
    imported({ consignment: {} }),
    ["consignment.intrinsic_value_minor", "consignment.currency"],
  ],
  ["a consignment's currency", inConsignment({ currency: "eur" }), ["consignment.currency"]],
  [
    "a consignment's value",
    inConsignment({ intrinsic_value_minor: -1 }),
    ["consignment.intrinsic_value_minor"],
  ],
  [
    "a consignment's value as text",
    inConsignment({ intrinsic_value_minor: "100" }),
    ["consignment.intrinsic_value_minor"],
  ],
  [
    "a consignment's euro value",
    inConsignment({ intrinsic_value_eur_minor: 0.1 }),
    ["consignment.intrinsic_value_eur_minor"],
  ],
  [
    "a consignment's euro value null",
    inConsignment({ intrinsic_value_eur_minor: null }),
    ["consignment.intrinsic_value_eur_minor"],
  ],
  ["a consignment's excise", inConsignment({ excise_goods: "no" }), ["consignment.excise_goods"]],
  ["a consignment's id", inConsignment({ id: "" }), ["consignment.id"]],
  ["a consignment's stranger", inConsignment({ weight: 1 }), ["consignment.weight"]],
  [
    "a consignment's __proto__",
    imported({
      consignment: JSON.parse('{"intrinsic_value_minor":1,"currency":"EUR","__proto__":{}}'),
    }),
    ["consignment.__proto__"],
  ],
  [
    "11 pieces of evidence",
    inEvidence(...Array.from({ length: 11 }, () => PIECE)),
    ["location_evidence"],
  ],
  ["evidence that is text", inEvidence("DE"), ["location_evidence.0"]],
  ["evidence that is null", inEvidence(PIECE, null), ["location_evidence.1"]],
  [
    "evidence of nothing",
    inEvidence({}),
    ["location_evidence.0.kind", "location_evidence.0.country"],
  ],
  [
    "evidence of nowhere",
    inEvidence(PIECE, { kind: "ip", country: "ZZ" }),
    ["location_evidence.1.country"],
  ],
  [
    "evidence of a long kind",
    inEvidence({ kind: "x".repeat(51), country: "DE" }),
    ["location_evidence.0.kind"],
  ],
  [
    "evidence with a stranger",
    inEvidence({ ...PIECE, ip: "127.0.0.1" }),
    ["location_evidence.0.ip"],
  ],
];

const RULES: readonly MalformedEvent[] = [
  ["a sale with an original", sale({ original_event_id: "x" }), ["original_event_id"]],
  ["a service that is dispatched", service({ dispatch_country: "SE" }), ["dispatch_country"]],
  ["a service to XI", service({ consumption_country: "XI" }), ["consumption_country"]],
  ["a service from XI", service({ establishment_country: "XI" }), ["establishment_country"]],
  ["goods with a consignment", sale({ consignment }), ["consignment"]],
  ["goods with an origin", sale({ origin_country: "CN" }), ["origin_country"]],
  [
    "a service as goods in all ways",
    service({
      consignment,
      origin_country: "CN",
      dispatch_country: "SE",
      consumption_country: "XI",
    }),
    ["consignment", "origin_country", "dispatch_country", "consumption_country"],
  ],
];

const STRANGERS: readonly MalformedEvent[] = [
  ["a misspelt field", sale({ vat_rate_bp: 1_900 }), ["vat_rate_bp"]],
  [
    "a field of the answer",
    sale({ exclusion_code: null, period: "2025-Q3" }),
    ["exclusion_code", "period"],
  ],
  [
    "fields of the store",
    sale({ version: 9, links: 3, counted_as: "x", pk: "y" }),
    ["version", "links", "counted_as", "pk"],
  ],
  ["the field constructor", sale({ constructor: {} }), ["constructor"]],
  [
    "the field __proto__",
    JSON.parse(`{"__proto__":{"event_type":"refund"},${JSON.stringify(makeSale()).slice(1)}`),
    ["__proto__"],
  ],
  [
    "fields that only __proto__ has",
    JSON.parse(`{"__proto__":${JSON.stringify(makeSale())}}`),
    ["__proto__", ...REQUIRED],
  ],
];

const SEVERAL: readonly MalformedEvent[] = [
  [
    "faults of every kind at once",
    refund({
      event_id: "",
      supply_date: "2025-02-29",
      currency: "eur",
      taxable_amount_minor: -1,
      vat_amount_minor: "190",
      consignment,
      metadata: pairs(21),
      location_evidence: [{ kind: "ip" }],
      bogus: true,
    }),
    [
      "event_id",
      "supply_date",
      "currency",
      "taxable_amount_minor",
      "vat_amount_minor",
      "consignment",
      "metadata",
      "location_evidence.0.country",
      "bogus",
    ],
  ],
  [
    "a day far ahead and a fault",
    sale({ supply_date: "2999-01-01", currency: 1 }),
    ["supply_date", "currency"],
  ],
  [
    "a rule and a stranger",
    sale({ original_event_id: "x", bogus: 1 }),
    ["original_event_id", "bogus"],
  ],
  [
    "a removed field, a stranger and a wrong type",
    sale({ deemed_supplier: true, bogus: 1, currency: 1 }),
    ["deemed_supplier", "bogus", "currency"],
  ],
  [
    "a rule and a wrong type",
    service({ dispatch_country: "SE", supplier_role: 0 }),
    ["dispatch_country", "supplier_role"],
  ],
];

/** Each is one event; in a batch its fields have its place before them. */
export const MALFORMED_EVENTS: readonly MalformedEvent[] = [
  ...MISSING,
  ...WRONG_TYPES,
  ...OUT_OF_RANGE,
  ...DATES,
  ...CODES,
  ...TEXTS,
  ...METADATA,
  ...NESTED,
  ...RULES,
  ...STRANGERS,
  ...SEVERAL,
];

/** Whole bodies, and what is named of them. */
export const MALFORMED_BODIES: readonly MalformedEvent[] = [
  ["null", null, [""]],
  ["a number", 7, [""]],
  ["a text", "sale", [""]],
  ["true", true, [""]],
  ["an array of events", [makeSale()], [""]],
  ["an empty batch", { events: [] }, ["events"]],
  ["a batch of null", { events: null }, ["events"]],
  ["a batch of one event that is no list", { events: makeSale() }, ["events"]],
  ["a batch of text", { events: "all" }, ["events"]],
  ["a batch with a stranger beside it", { events: [makeSale()], dry_run: true }, ["dry_run"]],
  [
    "a batch beside an event",
    { events: [makeSale({ event_id: "b" })], event_id: "a" },
    ["event_id"],
  ],
  [
    "a batch with __proto__ beside it",
    JSON.parse(`{"events":[${JSON.stringify(makeSale())}],"__proto__":[]}`),
    ["__proto__"],
  ],
  [
    "things that are no events",
    { events: [makeSale(), null, 7, "x", []] },
    ["events.1", "events.2", "events.3", "events.4"],
  ],
  ["a batch in a list", { events: [[makeSale()]] }, ["events.0"]],
  [
    "a batch in a batch",
    { events: [makeSale(), { events: [makeSale({ event_id: "inner" })] }] },
    ["events", ...REQUIRED].map((field) => `events.1.${field}`),
  ],
  ["a misspelt field in a batch", { events: [makeSale(), sale({ bogus: 1 })] }, ["events.1.bogus"]],
  [
    "a misspelt field and a fault in a batch",
    { events: [sale({ bogus: 1, currency: 7 })] },
    ["events.0.bogus", "events.0.currency"],
  ],
];

const change = { classification_status: "excluded", note: "looked at it" };

/** Bodies of a reclassification. */
export const MALFORMED_CHANGES: readonly MalformedEvent[] = [
  ["nothing", {}, ["classification_status", "note"]],
  ["null", null, [""]],
  ["an array", [change], [""]],
  ["a text", "excluded", [""]],
  ["no note", { classification_status: "excluded" }, ["note"]],
  ["no status", { note: "x" }, ["classification_status"]],
  ["an unknown status", { ...change, classification_status: "ok" }, ["classification_status"]],
  [
    "a status in capitals",
    { ...change, classification_status: "EXCLUDED" },
    ["classification_status"],
  ],
  ["a status null", { ...change, classification_status: null }, ["classification_status"]],
  [
    "a status in a list",
    { ...change, classification_status: ["excluded"] },
    ["classification_status"],
  ],
  ["an empty note", { ...change, note: "" }, ["note"]],
  ["a note of 501 characters", { ...change, note: "x".repeat(501) }, ["note"]],
  ["a note null", { ...change, note: null }, ["note"]],
  ["a note that is a number", { ...change, note: 7 }, ["note"]],
  ["a note with a control character", { ...change, note: `a${NUL}` }, ["note"]],
  ["a note with half a character", { ...change, note: LOW_SURROGATE }, ["note"]],
  ["a stranger", { ...change, by: "me" }, ["by"]],
  [
    "the field __proto__",
    JSON.parse(`{"__proto__":{},${JSON.stringify(change).slice(1)}`),
    ["__proto__"],
  ],
  [
    "several",
    { classification_status: 1, note: 2, at: 3 },
    ["classification_status", "note", "at"],
  ],
];

const TEXT = JSON.stringify(makeSale());

/** What is not JSON at all. */
export const NOT_JSON: readonly (readonly [
  what: string,
  bytes: string | Uint8Array<ArrayBuffer>,
])[] = [
  ["nothing", ""],
  ["blanks", "  \n"],
  ["half an object", TEXT.slice(0, -1)],
  ["a comma too many", `${TEXT.slice(0, -1)},}`],
  ["single quotes", TEXT.replaceAll('"', "'")],
  ["a comment", `// sale\n${TEXT}`],
  ["NaN", TEXT.replace(":10000,", ":NaN,")],
  ["Infinity", TEXT.replace(":10000,", ":Infinity,")],
  ["a number in hexadecimal", TEXT.replace(":10000,", ":0x10,")],
  ["a number with a leading zero", TEXT.replace(":10000,", ":010000,")],
  ["two objects", `${TEXT}\n${TEXT}`],
  ["form data", "event_id=sale-1&event_type=sale"],
  ["a byte order mark", `\ufeff${TEXT}`],
  ["a line break within a text", TEXT.replace("sale-1", "sale\n1")],
  ["bytes that are not UTF-8", bytesOf(TEXT.replace("sale-1", "sale-\xff"))],
  ["UTF-8 cut short", bytesOf(TEXT.replace("sale-1", "sale-\xe2\x82"))],
  ["a surrogate in UTF-8", bytesOf(TEXT.replace("sale-1", "sale-\xed\xa0\x80"))],
  ["UTF-16", new Uint8Array(Buffer.from(TEXT, "utf16le"))],
];

function bytesOf(latin1: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(latin1, "latin1"));
}

/** JSON that no JavaScript value can be written as, and what is named of it. */
export const UNUSUAL_JSON: readonly (readonly [
  what: string,
  text: string,
  fields: readonly string[],
])[] = [
  ["1e400", TEXT.replace(":10000,", ":1e400,"), ["taxable_amount_minor"]],
  ["-1e400", TEXT.replace(":10000,", ":-1e400,"), ["taxable_amount_minor"]],
  [
    "an integer beyond 2^53",
    TEXT.replace(":10000,", ":9007199254740993,"),
    ["taxable_amount_minor"],
  ],
  [
    "an integer of 400 digits",
    TEXT.replace(":10000,", `:${"9".repeat(400)},`),
    ["taxable_amount_minor"],
  ],
  ["almost an integer", TEXT.replace(":10000,", ":10000.0000001,"), ["taxable_amount_minor"]],
  ["an escaped lone surrogate", TEXT.replace("sale-1", "\\ud800"), ["event_id"]],
  ["an escaped NUL", TEXT.replace("sale-1", "\\u0000"), ["event_id"]],
  ["an escaped __proto__", TEXT.replace("{", '{"\\u005f_proto__":1,'), ["__proto__"]],
  [
    "10,000 lists in one another",
    TEXT.replace(":10000,", `:${"[".repeat(10_000)}${"]".repeat(10_000)},`),
    ["taxable_amount_minor"],
  ],
];
