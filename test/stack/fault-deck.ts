/** What may happen to a call on its way, each with its share of the calls. */
export type Shares = {
  /** Refused because another writer holds an item; not carried out. Of writes only. */
  readonly conflict?: number;
  /** Refused for lack of capacity; not carried out. */
  readonly throttle?: number;
  /** Refused by a server that is out of order; not carried out. */
  readonly server_error?: number;
  /** Carried out, but the connection breaks before the answer. */
  readonly lost_answer?: number;
  /** Not carried out, and no answer ever comes. */
  readonly no_answer?: number;
  /** Carried out, and no answer ever comes. */
  readonly silence?: number;
};

export type Fault = keyof Shares;
type Card = Fault | "none";

export const noFaults = (): Record<Fault, number> => ({
  conflict: 0,
  throttle: 0,
  server_error: 0,
  lost_answer: 0,
  no_answer: 0,
  silence: 0,
});

/**
 * Deals a fault, or none, to each call. The cards are shuffled, and shuffled anew when all are dealt:
 * with a share of 0.02 exactly one of the first fifty calls meets that fault, and one of the next
 * fifty. Dice would leave it to chance whether a rare fault happens at all.
 */
export class FaultDeck {
  readonly #shares: Shares;
  readonly #random: () => number;
  #cards: Card[] = [];

  constructor(shares: Shares, random: () => number) {
    this.#shares = shares;
    this.#random = random;
  }

  deal(): Fault | undefined {
    if (this.#cards.length === 0) this.#cards = this.#shuffled();
    const card = this.#cards.pop();
    return card === "none" ? undefined : card;
  }

  #shuffled(): Card[] {
    return cardsOf(this.#shares)
      .map((card) => ({ card, at: this.#random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ card }) => card);
  }
}

const MOST_CARDS = 1_000;

/** The smallest deck in which every share is a whole number of cards. */
function cardsOf(shares: Shares): Card[] {
  const all = Object.entries(shares) as [Fault, number][];
  const isWhole = (size: number) =>
    all.every(([, share]) => Math.abs(share * size - Math.round(share * size)) < 1e-9);
  let size = 1;
  while (!isWhole(size) && size < MOST_CARDS) size += 1;
  if (!isWhole(size)) throw new Error(`shares finer than 1 in ${MOST_CARDS}`);
  const faults = all.flatMap(([fault, share]) => Array<Card>(Math.round(share * size)).fill(fault));
  return [...faults, ...Array<Card>(size - faults.length).fill("none")];
}

/** Faults that a test has set for the next calls, before any of the deck. */
export class ScriptedFaults {
  readonly #cards: { readonly fault: Fault; readonly dealt: () => void }[] = [];

  /** The next calls meet these, one each; settles when the last of them has. */
  async next(...faults: readonly Fault[]): Promise<void> {
    await Promise.all(
      faults.map((fault) => new Promise<void>((dealt) => this.#cards.push({ fault, dealt }))),
    );
  }

  deal(): Fault | undefined {
    const card = this.#cards.shift();
    card?.dealt();
    return card?.fault;
  }
}
