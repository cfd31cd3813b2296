import type { FoundAccessFault } from "../connections/connection.ts";
import type { ShopAccess } from "../connections/shop-access.ts";
import type { Message } from "../connections/topics.ts";

/** A place in the list of orders that were modified since an instant. */
export type ListPlace = {
  /** Orders that were modified before it are done. */
  readonly after: string;
  /** The page from there on; undefined for the first one. */
  readonly page?: string | undefined;
};

/** A page of orders, in the order of the shop's list. */
export type OrderPage = {
  readonly orders: readonly unknown[];
  /** Undefined on the last page. */
  readonly next: ListPlace | undefined;
};

/** A shop that has accepted the access. */
export type OpenShop = {
  readonly modifiedSince: (place: ListPlace) => Promise<OrderPage>;
  /** Returns an order; undefined if the shop has none with this id. */
  readonly order: (id: string) => Promise<unknown>;
  /** Returns the refunds of an order with their lines; none if the order itself has them. */
  readonly refundsOf: (order: unknown) => Promise<readonly unknown[]>;
  /** Returns those of the ids that the shop has. One that is missing may still be in its trash. */
  readonly present: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** True if an order that is missing was deleted, or is in the trash. */
  readonly isGone: (id: string) => Promise<boolean>;
  /** A right that the access lacks. Deletions cannot be told from orders that are out of reach. */
  readonly limit: FoundAccessFault | undefined;
};

/** The client that asks a kind of shop for its orders. */
export type Pull = {
  /** Reads the address of a shop as its owner writes it: the address, or what is wrong with it. */
  readonly addressIn: (
    text: string | undefined,
  ) => { readonly address: string } | { readonly fault: string };
  /** The forms of the two parts of a key, and the words for one that has another form; undefined if it has one part. */
  readonly key: KeyForm | undefined;
  readonly secret: KeyForm;
  /** Reads an order of a page as a message that brings it; undefined if it is no order. */
  readonly read: (order: unknown) => Message | undefined;
  /**
   * Opens a shop.
   * @throws PullFault
   */
  readonly open: (access: ShopAccess, now: Date) => Promise<OpenShop>;
};

type KeyForm = { readonly form: RegExp; readonly must: string };
