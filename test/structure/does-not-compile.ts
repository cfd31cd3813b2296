import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import { endpoint } from "../../shared/api/endpoint.ts";
import { publishedRates } from "../../shared/api/middleware/http-cache.ts";
import * as routes from "../../shared/api/routes.ts";
import type { Period } from "../../shared/core/calendar/dates.ts";
import type { AccountId, AuthorId, LedgerId } from "../../shared/core/ids.ts";
import { decimalString } from "../../shared/core/money/money.ts";
import { loadEventState } from "../../shared/ledger/events/store-events.ts";
import { loadProfile } from "../../shared/ledger/settings/store-settings.ts";
import { lockReturn } from "../../shared/returns/locks/lock-return.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";
import { listRates } from "../../shared/vat/tax-classes/rate-list.ts";

/*
 * The compiler must refuse these lines. `npm run check` compiles this file: a line that compiles although it should not makes
 * its @ts-expect-error an error. Nothing here runs.
 */

const READY = { now: new Date(), registration_id: undefined, requireReady: true };

/** A public route has no caller: it cannot name a ledger. */
export const publicRouteWithLedger = () =>
  endpoint({
    route: routes.listTaxRates,
    // @ts-expect-error A public request has no ledger.
    run: async ({ ledger }) => loadProfile(ledger),
  });

/** On a route of a person there is no account. */
export const personRouteWithLedger = () =>
  accountEndpoint({
    route: routes.endSession,
    // @ts-expect-error A person who has signed in has opened no ledger.
    run: async ({ ledger }) => loadProfile(ledger),
  });

/** Ids in each other's place. */
export const swappedIds = (
  ids: { readonly ledger: LedgerId; readonly account: AccountId; readonly author: AuthorId },
  period: Period,
) => [
  // @ts-expect-error The author is no ledger.
  lockReturn(ids.author, UNION_OSS, period, { author: ids.author, ...READY }),
  // @ts-expect-error The ledger is no author.
  lockReturn(ids.ledger, UNION_OSS, period, { author: ids.ledger, ...READY }),
  // @ts-expect-error An account is not its ledger: a test key opens the sandbox.
  loadProfile(ids.account),
  // @ts-expect-error No text is an id, and the empty one least of all.
  loadProfile(""),
  // @ts-expect-error The author of an event is no event.
  loadEventState(ids.ledger, ids.author),
  // @ts-expect-error The empty text stands for no event: what refers to none has no id.
  loadEventState(ids.ledger, ""),
];

/** Codes that look like a currency. */
export const unknownCurrencies = () => [
  // @ts-expect-error ISO 4217 has no such code.
  decimalString(100, "XXY"),
  // @ts-expect-error A text may be anything until a schema has checked it.
  decimalString(100, String("EUR")),
];

/** A handler that reads rates and has not loaded any. */
export const handlersWithoutRates = () => [
  // @ts-expect-error Without `prepare` there are no rates.
  endpoint({ route: routes.listTaxRates, run: ({ today }, rates) => listRates({}, today, rates) }),
  endpoint({
    route: routes.listTaxRates,
    prepare: publishedRates,
    // @ts-expect-error The rates of the request are not passed on.
    run: ({ today }) => listRates({}, today),
  }),
];
