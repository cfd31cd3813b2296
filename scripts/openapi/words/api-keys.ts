const KEY = {
  name: "Name of the key, for people; null for one that an operator made without a name",
  mode: "Mode of the key: `live` opens the account's ledger, `test` only its sandbox",
  expires_at: "Time when the key expires, UTC; null if it does not expire",
  revoked_at: "Time when the key was revoked, UTC; null if it was not",
};

const of = (schema: string): Record<string, string> =>
  Object.fromEntries(Object.entries(KEY).map(([name, words]) => [`${schema}.${name}`, words]));

export const API_KEY_WORDS: Readonly<Record<string, string>> = {
  ...of("ApiKey"),
  ...of("ApiKeyWithSecret"),
  "ApiKeyRequest.name":
    "The name of the key, as people see it, such as that of the shop or the accountant",
  "ApiKeyRequest.scope": "Scope of the new key, `full` or `read-only`; at most that of yours",
  emptied_at: "Time when the sandbox was emptied, UTC",
  "revokeApiKey.id": "The `id` of a key",
  "rotateApiKey.id": "The `id` of a key",
};
