import type { oas32 } from "zod-openapi";

/** The header of every response of a function; those of the gateway itself have none. */
export const TIMING_HEADER: Readonly<Record<string, oas32.HeaderObject>> = {
  "Server-Timing": {
    description:
      "Milliseconds that the service took, from the call of the function to its response, the network and the gateway excluded",
    schema: { type: "string", pattern: "^app;dur=[0-9]+(\\.[0-9])?$" },
    example: "app;dur=23.4",
  },
};

/** The headers of every response to a valid key. */
export const SHARE_HEADERS: Readonly<Record<string, oas32.HeaderObject>> = {
  RateLimit: {
    description:
      "Calls left in the account's quota (`r`), and seconds until one more is available (`t`)",
    required: true,
    schema: { type: "string", pattern: '^"account";r=[0-9]+;t=[0-9]+$' },
    example: '"account";r=37;t=1',
  },
  "RateLimit-Policy": {
    description:
      "Quota of the account: number of calls at once (`q`), and seconds until all of them are available again (`w`)",
    required: true,
    schema: { type: "string", pattern: '^"account";q=[0-9]+;w=[0-9]+$' },
    example: '"account";q=50;w=1',
  },
};

const referencesTo = (headers: object): Record<string, oas32.ReferenceObject> =>
  Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

export const TIMING_REFERENCE = referencesTo(TIMING_HEADER);
export const SHARE_REFERENCES = { ...TIMING_REFERENCE, ...referencesTo(SHARE_HEADERS) };
