import type { ZodOpenApiObject } from "zod-openapi";
import packageJson from "../../package.json" with { type: "json" };
import { ERROR_ADVICE, ERROR_MEANINGS } from "../../shared/api/docs/docs-answers.ts";
import { ERROR_STATUS, type ErrorCode } from "../../shared/core/errors/errors.ts";

/** A heading for each code. Redoc makes the anchor of it that `doc_url` of an error names. */
const errorSections = (Object.keys(ERROR_STATUS) as ErrorCode[])
  .map((code) => {
    const status = ERROR_STATUS[code];
    return `## ${code}\n\n${status}: ${ERROR_MEANINGS[code]}. ${ERROR_ADVICE[status]}`;
  })
  .join("\n\n");

const description = `
Indicative, and no tax advice: whoever files a return answers for it. \`client/\` of the
project is a typed client made from this document, and \`client\` in the samples in TypeScript. The command lines take the address of
the service from \`$API\` and your key from \`$KEY\`, and those in Python (with \`requests\`) from \`API\` and \`KEY\`. Accountants and owners work in
the [console](console) of this service.

# Conventions

**Keys.** Send yours in \`X-API-Key\`, as \`Authorization: Bearer <key>\`, or as the user name of Basic (\`curl -u "$KEY:"\`). A read-only key opens what reads; what writes needs a full one. Data
is that of the key's account, and another account's ids do not exist for you (404).

**Amounts** are integers in minor units of their currency, named \`…_minor\`; the number of decimals is that
of ISO 4217 (JPY has none, HUF has 2). **Rates** are integers in basis points: \`2100\` is 21 %. Exports for
accountants have decimal texts in major units and per cent instead.

**Countries.** Greece is \`EL\` in returns, registrations, supplies and SME data, and \`GR\` in the catalogue of
tax classes, unless it was asked as \`EL\`, and in source profiles; every input takes both, but the SME check, which takes \`EL\` alone.
Northern Ireland is \`XI\`, and a Member State for goods only.

**Days** are \`YYYY-MM-DD\`, **quarters** \`YYYY-Qn\`, instants UTC in ISO 8601. "Today" is the UTC day.

**Bodies** are JSON in UTF-8, not compressed, and of at most 6 MB; where no key is asked for, of 16 KB. **HEAD** is there
wherever GET is. What is an account's own is sent with \`Cache-Control: no-store\`.

**Unknown fields** and query parameters are refused, not ignored: a typo in a tax field must not pass. So is a
JSON key that is given twice.

**Lists** take \`limit\` and \`cursor\` and answer \`items\` and \`next_cursor\`, which is null on the last page. A
cursor is opaque and belongs to its list and filters. A page may end before \`limit\`: only null ends the list.

**Repeating.** Every POST with a key or session takes an \`Idempotency-Key\` (at most 255 characters, kept 24 hours): the
same request gets the first answer again, with \`Idempotency-Replayed: true\`; another one is 409
\`idempotency_conflict\`. It counts for one route and one scope of key; take a random one. Only a success is kept: a refused request may be
corrected, and sent again, under its key. An answer with a secret is replayed once. A POST that only computes, or replaces the
whole, is carried out again. Committed events are protected by their \`event_id\` besides.

**Shares.** Every account has a share of calls, of all its keys and routes together. They come back evenly, and some can be saved up: each
answer to a good key says in \`RateLimit-Policy\` how many, and in which time all of them are back, \`"account";q=50;w=1\`; and in \`RateLimit\`
what is left: \`"account";r=37;t=1\` are 37 calls, and a second at most until there is one more. Beyond it is 429 \`rate_limited\`, before
anything is done. Several functions count a share together, so a few calls more may get through, and what is left is what the one that answers knows.

# Errors

Every error looks like this, and tells all faults at once:

\`\`\`json
{ "error": "invalid_request", "message": "currency: required",
  "details": [{ "field": "currency", "message": "required" }], "doc_url": "…/docs#section/Errors/invalid_request", "request_id": "…" }
\`\`\`

A fault in a supply event names it: \`"field": "events.3.currency", "event_id": "order-77"\`. Of more than a hundred faults the first hundred
are told, and how many more there are.

Of several reasons the first of 431, 405, 401, 403, 413, 415, 400, 404, 409, 422 is told. 405 carries \`Allow\`, 429 and 503 \`Retry-After\`.
On AWS, what API Gateway itself refuses (a body over 6 MB, headers that are too long, too many calls at once) has only a \`message\`.

${errorSections}
`.trim();

export const info: ZodOpenApiObject["info"] = {
  title: "EU VAT compliance",
  version: packageJson.version,
  summary: packageJson.description,
  description,
  contact: { name: "Whoever runs this service" },
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};
