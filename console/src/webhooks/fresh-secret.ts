import type { Webhook } from "../../../client/src/eu-vat-client.ts";

/** A newly created secret, with what names its webhook. */
export type FreshSecret = Named & { readonly secret: string };

type Named = Pick<Webhook, "id" | "url" | "description">;

/** Returns what a webhook is known by: its address, or what the program says that fetches its messages. */
export const webhookName = ({ id, url, description }: Named): string => url ?? description ?? id;
