const KEY = {
  name: "What people call it; null for one that an operator made without a name",
  mode: "`live`; or `test`: it opens the account's sandbox, and never its ledger",
  expires_at: "From when it opens nothing, UTC; null: it has no end",
  revoked_at: "When it was stopped, UTC; null: it was not",
};

const of = (schema: string): Record<string, string> =>
  Object.fromEntries(Object.entries(KEY).map(([name, words]) => [`${schema}.${name}`, words]));

export const API_KEY_WORDS: Readonly<Record<string, string>> = {
  ...of("ApiKey"),
  ...of("ApiKeyWithSecret"),
  "ApiKeyRequest.name":
    "The name of the key, as people see it, such as that of the shop or the accountant",
  "ApiKeyRequest.scope": "`full`, or `read-only`; no more than the key that asks may do",
  emptied_at: "When, UTC",
  "revokeApiKey.id": "The `id` of a key",
  "rotateApiKey.id": "The `id` of a key",
};
