/** A secret that was just made, and of which address. */
export type FreshSecret = { readonly url: string; readonly secret: string };
