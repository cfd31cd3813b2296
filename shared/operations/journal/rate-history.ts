import { canonicalText } from "../../core/hash.ts";

/** An ECB day before or after a change. */
type Form = Readonly<Record<string, unknown>>;

type Revision = {
  readonly currency?: unknown;
  readonly old_rate?: unknown;
  readonly new_rate?: unknown;
};

const ratesOf = ({ rates }: Form): Form => (rates ?? {}) as Form;

const revisionsOf = ({ revisions }: Form): readonly Revision[] =>
  Array.isArray(revisions) ? revisions : [];

/** Finds changes of stored exchange rates that the service never makes: a replaced rate becomes a revision. */
export function rateChangeFaults(before: Form | undefined, after: Form): string[] {
  if (!before) return [];
  const past = revisionsOf(before);
  const revisions = revisionsOf(after);
  const added = revisions.slice(past.length);
  const isKept = canonicalText(revisions.slice(0, past.length)) === canonicalText(past);
  const [old, now] = [ratesOf(before), ratesOf(after)];
  const unexplained = Object.keys(old).filter(
    (currency) =>
      old[currency] !== now[currency] &&
      !added.some(
        (one) =>
          one.currency === currency &&
          one.old_rate === old[currency] &&
          one.new_rate === now[currency],
      ),
  );
  return [
    ...(isKept ? [] : ["the revisions were changed in what they had said"]),
    ...unexplained.map((currency) => `the rate of ${currency} was replaced without a revision`),
  ];
}
