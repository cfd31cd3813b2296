import type { Key } from "./keys.ts";

/** The place of a movement in the list of its account: its day and its id. */
export const placeOfMovement = ({ day, id }: { readonly day: string; readonly id: string }) =>
  `${day}#${id}`;

export const movementKey = (
  account: string,
  movement: { readonly day: string; readonly id: string },
): Key => ({ pk: `MOVEMENTS#${account}`, sk: placeOfMovement(movement) });

/** Queries the movements of a month in the order of their days, after a place. */
export const movementsInMonth = (account: string, month: string, after?: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": movementKey(account, { day: "", id: "" }).pk,
    // The text right after a place is that place with the smallest character behind it.
    ":from": after === undefined ? `${month}-` : `${after}\u0000`,
    // The character after "-".
    ":to": `${month}.`,
  },
});
