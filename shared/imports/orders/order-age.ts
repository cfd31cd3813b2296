/** The news of an order, with their instants. */
type Said = {
  /** The instant of the shop's last change. Instants of one shop are texts of one form, in the order of time. */
  readonly modified_at: string;
  readonly content: string;
  readonly connection_id?: string | undefined;
  /** The instant at which the shop was asked; absent if it sent the news by itself. */
  readonly fetched_at?: string | undefined;
  /** The edit that waits for a person. */
  readonly open?: { readonly modified_at: string } | undefined;
};

/** The content of news that an order is no longer in the shop. */
export const DELETED = "deleted";

/**
 * True if news of an order change nothing, because later news are booked.
 * - A deletion has no instant of the shop's own clock, so it is always the latest; only an order that was fetched after
 *   it is there again.
 * - Of two of one instant the one that was fetched stands: it has the refunds that a message only names. Of two messages
 *   of one instant one wins, whatever came first.
 * - An open edit is tried again: the settings of its connection may have changed.
 */
export function isOld(news: Said, booked: Said): boolean {
  const isSame = news.content === booked.content;
  if (news.content === DELETED) return isSame;
  if (news.modified_at === booked.modified_at && booked.open?.modified_at === news.modified_at) {
    return false;
  }
  if (isSame && news.modified_at === booked.modified_at) {
    return news.connection_id === booked.connection_id;
  }
  if (booked.content === DELETED && isFetchedAfter(news, booked.modified_at)) return false;
  if (news.modified_at !== booked.modified_at) return news.modified_at < booked.modified_at;
  if (news.fetched_at !== undefined) return !isFetchedAfter(news, booked.fetched_at ?? "");
  return booked.fetched_at !== undefined || news.content < booked.content;
}

const isFetchedAfter = ({ fetched_at = "" }: Said, instant: string): boolean =>
  fetched_at > instant;

/** Returns the instant under which news are booked: a deletion is not before the last change, whatever the shop's clock. */
export function instantOf({ content, modified_at }: Said, booked: Said | undefined): string {
  const before = booked?.modified_at ?? "";
  return content === DELETED && before > modified_at ? before : modified_at;
}
