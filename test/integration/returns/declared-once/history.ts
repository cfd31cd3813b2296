import type { SentEvent } from "../../../make/supply-event.ts";
import { MONTHS, pickBy, QUARTERS, type Random, Supplies } from "./supplies.ts";

/** The days on which a registration begins and, perhaps, ends. */
export type Window = { readonly from: string; readonly to?: string };

export type SchemeId = "union_oss" | "non_union_oss" | "ioss";

/** One thing that happens to an account. */
export type Step =
  | { readonly do: "commit"; readonly events: readonly SentEvent[] }
  | { readonly do: "classify"; readonly id: string; readonly to: "classified" | "excluded" }
  | { readonly do: "lock"; readonly scheme: SchemeId; readonly period: string }
  /** A return without lines was filed elsewhere. */
  | { readonly do: "open"; readonly scheme: SchemeId; readonly period: string }
  /** The registration begins and ends elsewhere, or is excluded and another one entered `anew`. */
  | {
      readonly do: "register";
      readonly scheme: SchemeId;
      readonly window: Window;
      readonly anew: boolean;
    }
  | { readonly do: "recount" };

/** What happens to a business that is identified in `home`; it begins with a registration in each scheme. */
export type History = { readonly home: "IE" | "DK"; readonly steps: readonly Step[] };

const SCHEMES = ["union_oss", "union_oss", "non_union_oss", "ioss"] as const;

/** Some registrations begin once, and move little; others move over periods that are locked already. */
const BEGINNINGS = [
  ["2021-07-01", "2024-08-20"],
  ["2024-11-05", "2024-11-20", "2024-10-03"],
  ["2021-07-01", "2024-08-20", "2024-12-01", "2025-01-15", "2025-02-10", "2025-03-05"],
];
/**
 * Two within the last quarter, and the last month, that has supplies. After the other one only corrections are declared:
 * in the final return, or directly once it is locked.
 */
const ENDS = [undefined, undefined, "2025-04-10", "2025-04-20", "2025-02-20"];

/** A history of `length` steps after the registrations: sales of all schemes, what corrects them, locks. */
export function historyOf(random: Random, length: number): History {
  const pick = pickBy(random);
  const beginnings = {
    union_oss: pick(BEGINNINGS),
    non_union_oss: pick(BEGINNINGS),
    ioss: pick(BEGINNINGS),
  };
  const register = (scheme: SchemeId): Step => {
    const to = pick(ENDS);
    const from = pick(beginnings[scheme]);
    // The API refuses a registration that ends before it begins.
    const window = { from, ...(to && to >= from ? { to } : {}) };
    return { do: "register", scheme, window, anew: random() < 0.2 };
  };
  const supplies = new Supplies(random);
  const steps: Step[] = [...new Set(SCHEMES)].map(register);
  const openings = Math.floor(random() * 4);
  for (let n = 0; n < openings; n += 1) steps.push({ do: "open", ...anyPeriod(pick) });
  for (let n = 0; n < length; n += 1) {
    const dice = supplies.isEmpty ? 0 : random();
    const [, step] = CHANCES.find(([chance]) => dice < chance) as (typeof CHANCES)[number];
    steps.push(...[step({ n, pick, supplies, register })].flat());
  }
  if (supplies.last.length > 0) steps.push({ do: "commit", events: supplies.last });
  return { home: pick(["IE", "DK"]), steps };
}

type Telling = {
  readonly n: number;
  readonly pick: ReturnType<typeof pickBy>;
  readonly supplies: Supplies;
  readonly register: (scheme: SchemeId) => Step;
};

/** How often each kind of step happens, as sums of shares. */
const CHANCES: readonly (readonly [number, (telling: Telling) => Step | Step[]])[] = [
  [0.35, ({ n, supplies }) => ({ do: "commit", events: supplies.sales(n) })],
  [0.5, ({ n, supplies }) => ({ do: "commit", events: [supplies.change(n)] })],
  [0.55, ({ n, supplies }) => ({ do: "commit", events: [supplies.naming(n)] })],
  [0.68, ({ supplies }) => ({ do: "classify", ...supplies.decision() })],
  [0.8, ({ pick }) => ({ do: "lock", ...anyPeriod(pick) })],
  [0.83, changeLate],
  [0.85, ({ pick }) => ({ do: "open", ...anyPeriod(pick) })],
  [0.95, ({ pick, register }) => register(pick(SCHEMES))],
  [1, () => ({ do: "recount" })],
];

const KIND_OF_SCHEME = [
  ["union_oss", "goods", QUARTERS],
  ["non_union_oss", "tbe_services", QUARTERS],
  ["ioss", "imported_goods", MONTHS],
] as const;

/** A return is locked, something of its period arrives, and the next returns are locked, which may declare it. */
function changeLate({ n, pick, supplies }: Telling): Step[] {
  const [scheme, kind, periods] = pick(KIND_OF_SCHEME);
  const [locked = "", ...next] = periods;
  const lock = (period: string): Step => ({ do: "lock", scheme, period });
  const late: Step = { do: "commit", events: [supplies.saleIn(`l-${n}`, kind, locked)] };
  return [lock(locked), late, ...next.map(lock)];
}

function anyPeriod(pick: ReturnType<typeof pickBy>) {
  const scheme = pick(SCHEMES);
  return { scheme, period: pick(scheme === "ioss" ? MONTHS : QUARTERS) };
}
