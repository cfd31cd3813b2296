import { useState } from "preact/hooks";
import type { DueReturn, NilReturnResult, VatClient } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf, slugOf } from "../shell/page.ts";
import type { Language } from "../texts/say.ts";
import { pageOf, returnName } from "./due-returns.ts";
import { useOverviewAgain } from "./overview-context.ts";

type NilReturnsProps = { readonly returns: readonly DueReturn[] };

type Locked = { readonly one: DueReturn; readonly result: NilReturnResult };

/**
 * Locks nil returns in one step, several at once, and leads to the sheet of each. Overdue returns that are too old to be
 * computed are offered as well: the service locks them only if they are nil.
 */
export function NilReturns({ returns }: NilReturnsProps) {
  const { say } = useReader();
  const { client, may } = useSession();
  const { busy, failure, run } = useAction();
  const overviewAgain = useOverviewAgain();
  const [ticked, tick] = useState<ReadonlySet<string>>(new Set());
  const [locked, setLocked] = useState<readonly Locked[]>([]);
  const nil = nilReturns(returns);
  const chosen = nil.filter((dueReturn) => ticked.has(keyOf(dueReturn)));
  if (!may("lockNilReturns") || (nil.length === 0 && locked.length === 0)) return null;
  const lock = () =>
    run(async () => {
      setLocked(await lockNil(client, chosen, say.language));
      tick(new Set());
      overviewAgain();
    });
  return (
    <Card title={say("nil.title")}>
      <div class="stack">
        <Outcomes locked={locked} returns={returns} />
        {nil.length > 0 && (
          <>
            <Choice nil={nil} ticked={ticked} returns={returns} onTick={tick} />
            <p>{say("nil.declared")}</p>
            <p>
              <button type="button" disabled={busy || chosen.length === 0} onClick={lock}>
                {chosen.length === 0 ? say("nil.choose") : say.many("nil.lock", chosen.length)}
              </button>
              {busy && <progress aria-label={say("filing.locking")} />}
            </p>
          </>
        )}
        <ActionFailure failure={failure} />
      </div>
    </Card>
  );
}

/** Returns the open returns that are nil, or overdue and not computed, the oldest first. */
const nilReturns = (returns: readonly DueReturn[]): DueReturn[] =>
  returns
    .filter(
      ({ state, overdue, filing_status }) =>
        state === "open" && (filing_status === "nil_return" || (overdue && filing_status === null)),
    )
    .sort((one, other) => (one.filing_due_date < other.filing_due_date ? -1 : 1));

const keyOf = ({ scheme_type, period_key, registration_id }: DueReturn): string =>
  `${scheme_type} ${period_key} ${registration_id}`;

/** Locks the chosen returns, with one request for each registration. */
async function lockNil(
  client: VatClient,
  chosen: readonly DueReturn[],
  language: Language,
): Promise<Locked[]> {
  const locked: Locked[] = [];
  for (const own of Map.groupBy(chosen, registrationOf).values()) {
    for (let n = 0; n < own.length; n += MOST_AT_ONCE) {
      locked.push(...(await lockSome(client, own.slice(n, n + MOST_AT_ONCE), language)));
    }
  }
  return locked;
}

const registrationOf = ({ scheme_type, registration_id }: DueReturn): string =>
  `${scheme_type} ${registration_id}`;

/** Maximum number of periods of one request. */
const MOST_AT_ONCE = 24;

async function lockSome(
  client: VatClient,
  some: readonly DueReturn[],
  language: Language,
): Promise<Locked[]> {
  const [first] = some as [DueReturn];
  const { items } = await client.lockNilReturns({
    path: { scheme: slugOf(first.scheme_type) },
    body: {
      period_keys: some.map(({ period_key }) => period_key),
      registration_id: first.registration_id,
      language,
    },
  });
  return items.flatMap((result) => {
    const dueReturn = some.find(({ period_key }) => period_key === result.period_key);
    return dueReturn ? [{ one: dueReturn, result }] : [];
  });
}

type ChoiceProps = NilReturnsProps & {
  readonly nil: readonly DueReturn[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ticked: ReadonlySet<string>) => void;
};

function Choice({ nil, ticked, returns, onTick }: ChoiceProps) {
  const words = useReader();
  const { say, format } = words;
  const all = nil.map(keyOf);
  const box = (label: string, keys: readonly string[]) => (
    <label>
      <input
        type="checkbox"
        checked={keys.every((key) => ticked.has(key))}
        onChange={({ currentTarget: { checked } }) => {
          const others = [...ticked].filter((key) => !keys.includes(key));
          onTick(new Set(checked ? [...others, ...keys] : others));
        }}
      />{" "}
      {label}
    </label>
  );
  return (
    <ul class="plain">
      {nil.length > 1 && <li>{box(say("nil.all"), all)}</li>}
      {nil.map((dueReturn) => {
        const { period, scheme } = returnName(dueReturn, returns, words);
        const day = format.day(dueReturn.filing_due_date);
        const text = dueReturn.filing_status === null ? "nil.unknown" : "nil.computed";
        return (
          <li key={keyOf(dueReturn)}>
            {box(say(text, { period, scheme, day }), [keyOf(dueReturn)])}
          </li>
        );
      })}
    </ul>
  );
}

type OutcomesProps = NilReturnsProps & { readonly locked: readonly Locked[] };

function Outcomes({ locked, returns }: OutcomesProps) {
  const words = useReader();
  const { say } = words;
  if (locked.length === 0) return null;
  return (
    <div role="status">
      <ul class="plain">
        {locked.map(({ one, result: { error, entry_sheet } }) => {
          const { period, scheme } = returnName(one, returns, words);
          return (
            <li key={keyOf(one)}>
              {period}, {scheme}:{" "}
              {entry_sheet === null ? (
                reasonOf(error, say)
              ) : (
                <>
                  {say("state.locked")}{" "}
                  <a href={addressOf(pageOf("sheet", one, returns))}>
                    {say("nav.sheet")}
                    <span class="unseen"> {period}</span>
                  </a>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const reasonOf = (error: string | null, say: ReturnType<typeof useReader>["say"]): string =>
  error === "return_not_ready" ? say("nil.not") : say.code(`error.${error}`);
