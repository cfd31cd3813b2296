import type { Author } from "../../shared/accounts/setting-changes.ts";
import { addSource, SourceRequest } from "../../shared/accounts/sources.ts";
import { updateSources } from "../../shared/accounts/store-sources.ts";
import type { LedgerId } from "../../shared/core/ids.ts";

const SOURCES = [
  { source_key: "shop-se", display_name: "Shop demo.example", channel_type: "owned_store" },
  { source_key: "amazon-de", display_name: "Amazon, warehouse DE", channel_type: "marketplace" },
  { source_key: "shop-pl", display_name: "Shop, warehouse PL", channel_type: "owned_store" },
  {
    source_key: "market-de",
    display_name: "Our marketplace",
    channel_type: "marketplace",
    marketplace_deemed_supplier: true,
  },
  { source_key: "app/subscriptions", display_name: "App", channel_type: "subscription" },
  { source_key: "studio-fr/downloads", display_name: "Studio Lyon", channel_type: "owned_store" },
  { source_key: "tickets-se", display_name: "Tickets", channel_type: "pos" },
  { source_key: "phone-orders", display_name: "Orders by telephone", channel_type: "other" },
];

/** Names all sources of the demo except one; an account that already has source profiles keeps them. */
export const nameSources = (account: LedgerId, author: Author) =>
  updateSources(
    account,
    (all) =>
      all.items.length > 0
        ? all
        : SOURCES.map((source) => SourceRequest.parse(source)).reduce(
            (sources, source) => addSource(sources, source, author.now),
            all,
          ),
    author,
  );
