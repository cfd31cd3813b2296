import type { DueReturn, SchemeSlug, TaxRegistration } from "../../../client/src/eu-vat-client.ts";
import { dayOf, type Period, periodNamed } from "../../../shared/core/calendar/dates.ts";
import { slugOf } from "../shell/page.ts";

/** The identity of a return: a scheme, a period, and a registration where two have a return for the period. */
export type ReturnIdentity = {
  readonly scheme: SchemeSlug;
  readonly period: string;
  readonly registration?: number | undefined;
};

/** True once the return of a period can be locked. Until then the period is running. */
export const hasEnded = (period: string, today = dayOf(new Date())): boolean =>
  (periodNamed(period)?.lastDay ?? today) < today;

/** True if the page shows a readiness beside a state: only a return whose period has ended is ready to be filed. */
export const isReadinessShown = (readiness: string, state: DueReturn["state"]): boolean =>
  state === "open" || (state === "running" && readiness === "review_required");

export const pathParametersOf = ({ scheme, period }: ReturnIdentity) => ({ scheme, period });

/** Returns the query parameter of the registration; empty where only one registration has a return. */
export const registrationQuery = ({
  registration,
}: ReturnIdentity): { registration_id?: number } =>
  registration === undefined ? {} : { registration_id: registration };

/** Returns the parameters of a call about a return. */
export const parametersOf = (identity: ReturnIdentity) => ({
  path: pathParametersOf(identity),
  query: registrationQuery(identity),
});

/** Returns the registrations with a return for a period, the latest first. */
export const registrationsWithReturn = (
  registrations: readonly TaxRegistration[],
  scheme: SchemeSlug,
  { firstDay, lastDay }: Pick<Period, "firstDay" | "lastDay">,
): TaxRegistration[] =>
  registrations
    .filter(
      ({ scheme_type, status, effective_from, effective_to }) =>
        slugOf(scheme_type) === scheme &&
        (status === "active" || status === "ended") &&
        effective_from <= lastDay &&
        (effective_to ?? lastDay) >= firstDay,
    )
    .toSorted((a, b) => (a.effective_from < b.effective_from ? 1 : -1));

/** Returns the requested registration, else the latest; undefined where there is no choice. */
export const chosenRegistration = (
  registrations: readonly TaxRegistration[],
  asked: number | undefined,
): number | undefined =>
  registrations.length < 2
    ? undefined
    : (registrations.find(({ id }) => id === asked) ?? registrations[0])?.id;
