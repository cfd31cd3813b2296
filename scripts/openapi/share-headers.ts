import type { oas32 } from "zod-openapi";

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

export const SHARE_REFERENCES: Record<string, oas32.ReferenceObject> = Object.fromEntries(
  Object.keys(SHARE_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);
