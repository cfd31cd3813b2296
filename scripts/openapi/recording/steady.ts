import { createHash } from "node:crypto";

/** What is random in an answer; the clock is stopped, and everything else is computed. */
const RANDOM: readonly RegExp[] = [
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, // request ids
  /\btxn_[0-9a-z]{26}\b/g, // transaction ids
  // Of a snapshot, which holds a random id, and where the next one names it.
  /(?<="sha256":")[0-9a-f]{64}(?=","previous_sha256")|(?<="previous_sha256":")[0-9a-f]{64}/g,
  /(?<="|vat_(?:live|test)_)[0-9a-f]{16}(?="|_)/g, // ids of keys
  /(?<=\b\d{8}T\d{9}Z-)[0-9a-f]{8}\b/g, // ids of records
  /(?<="wh_|\bmsg_\d{8}T\d{9}Z_)[0-9a-f]{16}/g, // ids of webhooks and messages
];

/**
 * The examples with everything random replaced: the first value of its kind always by the same one,
 * and the same value by the same, so that ids still fit together.
 */
export function steady<T>(examples: T): T {
  let text = JSON.stringify(examples)
    .replaceAll(WORKBOOK, steadyWorkbook)
    .replaceAll(SECRET, "x".repeat(43))
    .replaceAll(WEBHOOK_SECRET, `${"x".repeat(43)}=`)
    .replaceAll(DURATION, "84")
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

/** Of a key: nobody should look for what it opens. */
const SECRET = /(?<="vat_(?:live|test)_[0-9a-f]{16}_)[\w-]{43}(?=")/g;

/** Of a webhook. */
const WEBHOOK_SECRET = /(?<="whsec_)[\w+/]{43}=(?=")/g;

/** How long a receiver took: the stopped clock is not that of the attempt. */
const DURATION = /(?<="duration_ms":)\d+/g;

/** A stored workbook: how well an archive is packed depends on the machine that packs it. */
const WORKBOOK =
  /(?<=\.xlsx\.)[0-9a-f]{16}(","kind":"\w+","format":"xlsx","size_bytes":)\d+(,"sha256":")[0-9a-f]{64}/g;

/** Where a file is uploaded to: the port is a free one, and the signature that of a stack of its own. */
const UPLOAD = /(?<="url":")http:[^"]*\/(uploads\/[^?"]*)[^"]*/g;
const STEADY_UPLOAD = "https://imports.s3.eu-central-1.amazonaws.com/$1?X-Amz-Signature=0123abcd";

function steadyWorkbook(_: string, size: string, hash: string): string {
  const digits = createHash("sha256").update("workbook").digest("hex");
  return `${digits.slice(0, 16)}${size}11000${hash}${digits}`;
}

/** Of the same form: hexadecimal digits in the places of digits and letters, but for a prefix. */
function standIn(found: string, seed: string): string {
  const digits = createHash("sha256").update(seed).digest("hex");
  const [prefix = ""] = /^txn_|/.exec(found) ?? [];
  let at = 0;
  return prefix + found.slice(prefix.length).replaceAll(/[0-9a-z]/g, () => digits.charAt(at++));
}
