import type { oas32 } from "zod-openapi";
import { ACCOUNT_NAME } from "../../shared/accounts/account.ts";
import { isOfAccount } from "../../shared/api/route.ts";
import { takesIdempotencyKey } from "../../shared/api/route-errors.ts";
import { SOURCE_KEY_FORM } from "../../shared/vat/schemes/event-fields.ts";
import type { Described } from "./endpoints.ts";

const IDEMPOTENCY_KEY: oas32.ParameterObject = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A name of your own for this request. Sent again within 24 hours, the same request under the same key gets the answer to its success again and is not carried out twice. A refused request uses no key up.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const ACCOUNT: oas32.ParameterObject = {
  name: "X-Account",
  in: "header",
  description:
    "Id of the account to use, from the list of an organisation's accounts; required with a session. A key opens its own account, and the header is rejected with it.",
  schema: { type: "string", pattern: ACCOUNT_NAME.source },
};

const SOURCE_TAG: oas32.ParameterObject = {
  name: "X-Source-ID",
  in: "header",
  description:
    "Raw source tag of the request, such as that of a shop. It changes no tax and can have a profile.",
  schema: { type: "string", pattern: SOURCE_KEY_FORM.source },
};

const IF_NONE_MATCH: oas32.ParameterObject = {
  name: "If-None-Match",
  in: "header",
  description:
    "ETag of a response that you have; while it is current, the response is 304 without a body.",
  schema: { type: "string" },
};

/** Returns the headers that an operation reads, except the credentials. */
export const headersOf = ({ route, definition }: Described): oas32.ParameterObject[] => [
  ...(isOfAccount(route) ? [ACCOUNT] : []),
  ...(takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
  ...(definition.sourceTag ? [SOURCE_TAG] : []),
  ...(definition.cache ? [IF_NONE_MATCH] : []),
];
