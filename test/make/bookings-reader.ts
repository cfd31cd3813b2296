/*
 * Readers of booking files, written from the published forms: DATEV's format description (header and Buchungsstapel 13)
 * and the SIE file format 4B. They share nothing with the printers.
 */

/** One movement of an account in minor units of two decimals: debits are positive. */
export type Movement = {
  readonly account: string;
  readonly minor: bigint;
  readonly text: string;
};

/** The 31 fields of DATEV's header, each with the form that the description prescribes. */
const DATEV_HEAD: readonly RegExp[] = [
  /^"(EXTF|DTVF)"$/,
  /^700$/,
  /^21$/,
  /^"Buchungsstapel"$/,
  /^13$/,
  /^20\d{2}(0\d|1[0-2])[0-3]\d{10}$/,
  /^$/,
  /^"\w{0,2}"$/,
  /^"\w{0,25}"$/,
  /^"\w{0,25}"$/,
  /^\d{4,7}$/,
  /^\d{1,5}$/,
  /^\d{8}$/,
  /^[4-8]$/,
  /^\d{8}$/,
  /^\d{8}$/,
  /^"[\w.\-/ ]{0,30}"$/,
  /^"([A-Z]{2}){0,2}"$/,
  /^[12]$/,
  /^(0|30|40|50|64)$/,
  /^[01]$/,
  /^"[A-Z]{3}"$/,
  /^$/,
  /^""$/,
  /^$/,
  /^$/,
  /^"(\d{2}){0,2}"$/,
  /^\d{0,4}$/,
  /^$/,
  /^""$/,
  /^".{0,16}"$/,
];

/** Columns of a booking by their number in the description, with their forms. All others are read as texts. */
const DATEV_FIELDS: Readonly<Record<number, RegExp>> = {
  1: /^(?!0{1,10},00)\d{1,10},\d{2}$/,
  2: /^"[SH]"$/,
  3: /^"[A-Z]{3}"$/,
  7: /^\d{4,9}$/,
  8: /^\d{4,9}$/,
  10: /^([0-2]\d|3[01])(0\d|1[0-2])$/,
  11: /^"[\w$&%*+\-/]{0,36}"$/,
  14: /^"[^"]{0,60}"$/,
  114: /^0$/,
};

const DATEV_WIDTH = 125;

/** Splits a line at semicolons outside quotation marks. */
const datevFields = (line: string): string[] =>
  [...line.matchAll(/(?:^|;)("(?:[^"]|"")*"|[^";]*)/g)].map(([, field]) => field ?? "");

const minorOf = (text: string, sign: string): bigint => BigInt(text.replace(sign, ""));

type DatevFile = {
  readonly head: readonly string[];
  readonly columns: readonly string[];
  readonly movements: readonly Movement[];
  readonly days: readonly string[];
};

/** Reads a file of DATEV-Format 700. Throws at the first field that does not have its form. */
export function readDatev(bytes: Uint8Array): DatevFile {
  const lines = new TextDecoder("windows-1252").decode(bytes).split("\r\n");
  if (lines.pop() !== "") throw new Error("the file does not end with a line end");
  const [head = [], columns = [], ...bookings] = lines.map(datevFields);
  if (head.length !== DATEV_HEAD.length) throw new Error(`${head.length} fields in the header`);
  head.forEach((field, index) => {
    if (!DATEV_HEAD[index]?.test(field)) throw new Error(`header ${index + 1}: ${field}`);
  });
  const movements = bookings.flatMap((fields) => {
    if (fields.length !== DATEV_WIDTH) throw new Error(`${fields.length} fields in a booking`);
    for (const [number, form] of Object.entries(DATEV_FIELDS)) {
      const field = fields[Number(number) - 1] ?? "";
      if (!form.test(field)) throw new Error(`field ${number}: ${field}`);
    }
    const [amount = "", side, , , , , account = "", contra = ""] = fields;
    const minor = minorOf(amount, ",") * (side === '"S"' ? 1n : -1n);
    const text = (fields[13] ?? "").slice(1, -1);
    return [
      { account, minor, text },
      { account: contra, minor: -minor, text },
    ];
  });
  return { head, columns, movements, days: bookings.map((fields) => fields[9] ?? "") };
}

type SieFile = {
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly movements: readonly Movement[];
};

/** The letters of code page 437 that the tests use, by byte. */
const PC8: Readonly<Record<number, string>> = {
  132: "ä",
  134: "å",
  142: "Ä",
  143: "Å",
  148: "ö",
  153: "Ö",
};

/** Splits a line of SIE into fields: texts in quotation marks, lists in braces, or words. */
const sieFields = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|\{([^}]*)\}|(\S+)/g)].map(([, text, list, word]) =>
    text === undefined ? (list ?? word ?? "") : text.replaceAll('\\"', '"'),
  );

type Voucher = { readonly text: string; readonly movements: Movement[] };

function readVoucher([, , day = "", text = ""]: readonly string[]): Voucher {
  if (!/^\d{8}$/.test(day)) throw new Error(`the day of a voucher: ${day}`);
  return { text, movements: [] };
}

function readMovement([account = "", , amount = ""]: readonly string[], text: string): Movement {
  if (!/^-?\d+\.\d\d$/.test(amount)) throw new Error(`the amount of ${text}: ${amount}`);
  return { account: account, minor: minorOf(amount, "."), text };
}

function rejectUnbalanced({ text, movements }: Voucher): void {
  const sum = movements.reduce((total, { minor }) => total + minor, 0n);
  if (sum !== 0n) throw new Error(`the voucher ${text} is not balanced`);
}

/** Reads a SIE file of type 4I. Throws if a voucher does not add up to zero, or a label is missing. */
export function readSie(bytes: Uint8Array): SieFile {
  const text = Array.from(bytes, (byte) => PC8[byte] ?? String.fromCharCode(byte)).join("");
  const labels = new Map<string, string[]>();
  const vouchers: Voucher[] = [];
  for (const line of text.trimEnd().split("\r\n")) {
    const [label = "", ...fields] = sieFields(line);
    const voucher = vouchers.at(-1);
    if (label === "#VER") vouchers.push(readVoucher(fields));
    else if (label === "#TRANS") voucher?.movements.push(readMovement(fields, voucher.text));
    else if (line.startsWith("#")) labels.set(label, fields);
  }
  vouchers.forEach(rejectUnbalanced);
  for (const needed of ["#FLAGGA", "#PROGRAM", "#FORMAT", "#GEN", "#SIETYP", "#FNAMN"]) {
    if (!labels.has(needed)) throw new Error(`${needed} is missing`);
  }
  return { labels, movements: vouchers.flatMap(({ movements }) => movements) };
}

/** Adds up the movements of an account. */
export const balanceOf = (movements: readonly Movement[], account: string): number =>
  Number(
    movements
      .filter((movement) => movement.account === account)
      .reduce((sum, { minor }) => sum + minor, 0n),
  );
