import { ToolRefusal } from "./tool.ts";
import type { Proposal } from "./write-tools.ts";

/** Characters that a person does not see in the text that they confirm. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;

/** What a confirmation covers: account, path, query and body of one request. */
const contentOf = ({ call: { path, account, query, body } }: Proposal): string =>
  JSON.stringify({ account, path, query, body });

/** Returns the text that a person confirms: the action, then the request with every value in quotes. */
export function confirmationText({ action, call }: Proposal): string {
  const { account, path, query = {}, body = {} } = call;
  const values = Object.entries({ account, ...query, ...body })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const lines = [`${action}?`, `POST ${decodeURI(path)}`, ...values];
  return lines.map((line) => line.replaceAll(UNSEEN, "\u{fffd}")).join("\n");
}

/** A confirmation is asked for during ten minutes, and the same write is not asked for again as long. */
export const CONFIRMATION_MS = 10 * 60_000;

/** The writes that were proposed or confirmed in the last ten minutes, so that none is confirmed twice. */
export class Confirmations {
  readonly #ends = new Map<string, number>();

  /**
   * Reserves a proposal for one confirmation.
   * @returns the function that makes the proposal possible again: the person has declined
   * @throws ToolRefusal `confirmed_before`
   */
  begin(proposal: Proposal, now: number): () => void {
    const content = contentOf(proposal);
    const end = this.#ends.get(content);
    if (end !== undefined && now < end) {
      throw new ToolRefusal(
        "confirmed_before",
        "this write was proposed or confirmed in the last ten minutes: read the present state first",
      );
    }
    this.#ends.set(content, now + CONFIRMATION_MS);
    return () => this.#ends.delete(content);
  }
}

/**
 * Answers a proposal with the page of the console where the person does it. Writes nothing, so there is no token that
 * a model could send back.
 */
export const linkTo =
  (baseUrl: string) =>
  async (proposal: Proposal): Promise<object> => ({
    written: false,
    confirm_at: new URL(`/console${proposal.address}`, baseUrl).href,
    read_next: "Nothing was written. Give the link to the person, who decides in the console.",
    proposed: confirmationText(proposal),
  });
