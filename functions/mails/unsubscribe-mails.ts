import { endpoint } from "../../shared/api/endpoint.ts";
import { parsedParameters, rawBody } from "../../shared/api/middleware/parsed-input.ts";
import { rateLimit } from "../../shared/api/middleware/rate-limit.ts";
import * as routes from "../../shared/api/routes.ts";
import { unsubscribeMails } from "../../shared/notifications/mails/manage-mails.ts";
import {
  UnsubscribedMail,
  UnsubscribeForm,
  UnsubscribeQuery,
} from "../../shared/notifications/mails/schema.ts";

/** Maximum size of the form, many times that of `List-Unsubscribe=One-Click`. */
const MOST_FORM_BYTES = 16_384;

/** Takes the form that mail programs post (RFC 8058); the address says everything, so that the form is not looked at. */
export const handler = endpoint(
  {
    route: routes.unsubscribeMails,
    query: UnsubscribeQuery,
    body: UnsubscribeForm,
    isRaw: true,
    output: UnsubscribedMail,
    run: ({ query: { token }, now }) => unsubscribeMails(token, now),
  },
  {
    guards: [rateLimit("MAIL")],
    readParameters: parsedParameters,
    readBody: rawBody(MOST_FORM_BYTES),
  },
);
