import type { Key } from "./keys.ts";

/*
 * The returns of an account that were filed elsewhere, part of the access patterns of keys.ts.
 *
 *   pk                         sk                          item                        read by
 *   OPENINGS#<account>         OPENING#<scheme>#<period>   what such a return declared opening, filing-prep
 *                              #<registration id>
 *   OPENINGS#<account>         STATE#<scheme>              what locks and openings     opening, lock
 *                                                          tell each other
 */
const openingsPk = (account: string) => `OPENINGS#${account}`;

export const openingStateKey = (account: string, scheme: string): Key => ({
  pk: openingsPk(account),
  sk: `STATE#${scheme}`,
});

/** What tells them apart. */
type OpeningName = {
  readonly scheme_type: string;
  readonly period_key: string;
  readonly registration_id: number;
};

export const openingKey = (account: string, name: OpeningName): Key => ({
  pk: openingsPk(account),
  sk: `OPENING#${name.scheme_type}#${name.period_key}#${name.registration_id}`,
});

/** Those of a scheme from one period to another, both included. */
export const openingsBetween = (account: string, scheme: string, from: string, to: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": openingsPk(account),
    ":from": `OPENING#${scheme}#${from}#`,
    // The character after "#".
    ":to": `OPENING#${scheme}#${to}$`,
  },
});
