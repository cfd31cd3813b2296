import type { VatClient } from "../../../client/src/eu-vat-client.ts";

/** The facts of the account that the page needs. */
export async function loadConnections(client: VatClient, signal: AbortSignal) {
  const [connections, formats, sources, account] = await Promise.all([
    client.listConnections({ query: { limit: 200 } }, { signal }),
    client.listImportFormats({}, { signal }),
    client.listSources({}, { signal }),
    client.getAccount({}, { signal }),
  ]);
  return {
    connections: connections.items,
    formats: formats.items,
    sources: sources.items.map(({ source_key, display_name }) => ({
      source: source_key,
      name: display_name,
    })),
    seat: account.establishment_country,
  };
}

export type Known = Awaited<ReturnType<typeof loadConnections>>;
