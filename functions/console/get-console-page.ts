import * as z from "zod";
import { consolePage, consoleParts } from "../../shared/api/docs/docs-page.ts";
import { fileEndpoint } from "../../shared/api/endpoint.ts";
import { parsedParameters } from "../../shared/api/middleware/parsed-input.ts";
import * as routes from "../../shared/api/routes.ts";

const route = routes.getConsolePage;

const ofIssuer = (what: string) => z.string().max(4_000).optional().describe(what);

/**
 * The parameters with which issuers return to the page (RFC 6749, 4.1.2; RFC 9207), and those that Google, Entra and
 * Keycloak add. The page reads them, and the service does not.
 */
const IssuerReturn = z.strictObject({
  code: ofIssuer("The authorization code of the issuer, for the page"),
  state: ofIssuer("The state of the sign-in that the page began"),
  iss: ofIssuer("The issuer"),
  error: ofIssuer("The issuer's reason for a sign-in that failed"),
  error_description: ofIssuer("The reason in words"),
  error_uri: ofIssuer("A page about the reason"),
  session_state: ofIssuer("Added by Entra and Keycloak"),
  scope: ofIssuer("Added by Google"),
  authuser: ofIssuer("Added by Google"),
  hd: ofIssuer("Added by Google"),
  prompt: ofIssuer("Added by Google"),
});

/** Serves the console page without caching, because it names the files of the deployed version. */
export const handler = fileEndpoint(
  {
    route,
    query: IssuerReturn,
    run: () => consolePage(consoleParts(route), process.env["UPLOAD_ORIGIN"]),
  },
  { maxAgeSeconds: 0 },
  { readParameters: parsedParameters },
);
