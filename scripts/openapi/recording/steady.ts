import { createHash } from "node:crypto";

/** The random parts of responses; the clock is stopped, and everything else is computed. */
const RANDOM: readonly RegExp[] = [
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, // request ids
  /\btxn_[0-9a-z]{26}\b/g, // transaction ids
  // The hash of a snapshot, which contains a random id, and the reference to it in the next snapshot.
  /(?<="sha256":")[0-9a-f]{64}(?=","previous_sha256")|(?<="previous_sha256":")[0-9a-f]{64}/g,
  /(?<="|vat_(?:live|test)_)[0-9a-f]{16}(?="|_)/g, // ids of keys
  /(?<=\b\d{8}T\d{9}Z-)[0-9a-f]{8}\b/g, // ids of records
  /(?<=\b(?:or|in|bk)_)[0-9a-f]{16}\b/g, // ids of organisations, invitations and jobs
  /(?<=vat_invite_(?:[0-9a-f]{16}_)?)[0-9a-f]{16}(?=_)/g, // both ids of the link of an invitation
  /(?<=\bpe_)[0-9a-f]{24}\b/g, // ids of persons, which contain the port of the issuer
  /(?<=\bac_)[0-9a-f]{20}\b/g, // ids of accounts of organisations
  /(?<=vat_(?:session|refresh)_)[0-9a-f]{16}/g, // ids of sessions
  /(?<=\bcn_)[0-9a-f]{24}\b/g, // ids of connections
  /(?<=\bvc_[0-9a-f]{12})[0-9a-f]{12}\b/g, // the random half of the ids of checks of VAT numbers
  /(?<="wh_|\bmsg_\d{8}T\d{9}Z_)[0-9a-f]{16}/g, // ids of webhooks and messages
];

/**
 * Replaces everything random in the examples. The first value of a kind always gets the same replacement, and equal
 * values get equal ones, so that ids still match.
 */
export function steady<T>(examples: T): T {
  let text = JSON.stringify(examples)
    .replaceAll(MAIL_SECRET, "x".repeat(43))
    .replaceAll(LINK_SECRET, "x".repeat(43))
    .replaceAll(PAPER, steadyPaper)
    .replaceAll(SECRET, "x".repeat(43))
    .replaceAll(WEBHOOK_SECRET, `${"x".repeat(43)}=`)
    .replaceAll(DURATION, "84")
    .replaceAll(SIGN_IN, steadySignIn)
    .replaceAll(DOC_URL, "https://vat.example")
    .replaceAll(UPLOAD, STEADY_UPLOAD);
  for (const [kind, pattern] of RANDOM.entries()) {
    const seen = new Map<string, string>();
    text = text.replaceAll(pattern, (found) => {
      const known = seen.get(found) ?? standIn(found, `${kind}.${seen.size}`);
      seen.set(found, known);
      return known;
    });
  }
  return JSON.parse(text);
}

/** The secret of a key, which readers must not try out. */
const SECRET =
  /(?<="vat_(?:(?:live|test|session|refresh)_[0-9a-f]{16}|invite_[0-9a-f]{16}_[0-9a-f]{16})_)[\w-]{43,128}(?=")/g;

const MAIL_SECRET = /(?<="token":"pe_[0-9a-f]{24}\.)[\w-]{43}(?=")/g;

const LINK_SECRET = /(?<=\bvat_upload\.[\w-]+\.\d{8}T\d{9}Z-[0-9a-f]{8}\.)[\w-]{43}/g;

const WEBHOOK_SECRET = /(?<="whsec_)[\w+/]{43}=(?=")/g;

/** The parts of a sign-in that issuer and page make up. */
const SIGN_IN =
  /(?<="(?:code|code_verifier)":")[\w-]{43}(?=")|(?<="nonce":")[\w-]{22}(?=")|http:\/\/127\.0\.0\.1:\d+(?=\/(?:auth|console)?"|")/g;

const steadySignIn = (found: string): string =>
  found.startsWith("http") ? "https://sign-in.example" : "x".repeat(found.length);

/** The address of the service in an error or an upload link. Its port is random. */
const DOC_URL = /(?<="doc_url":")http:\/\/[^/"]+|http:\/\/[^/"]+(?=\/console#upload=)/g;

/** The response time of a receiver, which the stopped clock does not control. */
const DURATION = /(?<="duration_ms":)\d+/g;

/**
 * A stored paper, which names the key that has locked the return: its hash is random. The compressed size of a workbook
 * depends on the machine.
 */
const PAPER =
  /(?<=\.(xlsx|accountant_report\.json)\.)[0-9a-f]{16}(","kind":"\w+","format":"\w+","size_bytes":)(\d+)(,"sha256":")[0-9a-f]{64}/g;

/** The address of an upload: its port is random, and its signature depends on the stack. */
const UPLOAD = /(?<="url":")http:[^"]*\/(uploads\/[^?"]*)[^"]*/g;
const STEADY_UPLOAD = "https://imports.s3.eu-central-1.amazonaws.com/$1?X-Amz-Signature=0123abcd";

function steadyPaper(_: string, kind: string, before: string, size: string, hash: string): string {
  const isWorkbook = kind === "xlsx";
  const digits = createHash("sha256")
    .update(isWorkbook ? "workbook" : kind)
    .digest("hex");
  return `${digits.slice(0, 16)}${before}${isWorkbook ? 11000 : size}${hash}${digits}`;
}

/** Returns a replacement of the same form: hexadecimal digits in place of digits and letters, with the same prefix. */
function standIn(found: string, seed: string): string {
  const digits = createHash("sha256").update(seed).digest("hex");
  const [prefix = ""] = /^txn_|/.exec(found) ?? [];
  let at = 0;
  return prefix + found.slice(prefix.length).replaceAll(/[0-9a-z]/g, () => digits.charAt(at++));
}
