/** A newly created secret, with the URL of its webhook. */
export type FreshSecret = { readonly url: string; readonly secret: string };
