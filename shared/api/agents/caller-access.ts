import type { RequestEvent } from "../route.ts";
import type { Access } from "./call-api.ts";

/** The headers of a credential, as the API takes them. */
const CREDENTIALS = ["x-api-key", "authorization"] as const;

/**
 * Returns the access of a call's own credential to this API. The address comes from the stage, or from the domain that
 * API Gateway has matched; never from a header, which would send the credential wherever a caller names.
 */
export function accessOf({ headers, requestContext }: RequestEvent): Access {
  const credential = Object.fromEntries(
    CREDENTIALS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    baseUrl: process.env["PUBLIC_URL"] || `https://${requestContext.domainName}`,
    credential: async () => credential,
    account: headers["x-account"],
  };
}
