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
  iss: ofIssuer("Issuer of the authorization response (RFC 9207)"),
  error: ofIssuer("The issuer's reason for a sign-in that failed"),
  error_description: ofIssuer("The issuer's reason in words"),
  error_uri: ofIssuer("A page about the reason"),
  session_state: ofIssuer("Parameter that Entra and Keycloak add; not read"),
  scope: ofIssuer("Parameter that Google adds; not read"),
  authuser: ofIssuer("Parameter that Google adds; not read"),
  hd: ofIssuer("Parameter that Google adds; not read"),
  prompt: ofIssuer("Parameter that Google adds; not read"),
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
