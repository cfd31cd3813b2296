import { dayOf } from "../../core/calendar/dates.ts";
import { DomainError } from "../../core/errors/errors.ts";
import { ledgerOf } from "../../core/ids.ts";
import type { RequestedReturn } from "../../returns/path-schema.ts";
import { type CreditTransfer, creditTransferOf, pain001 } from "../payment/payment-order.ts";
import { loadPaidReturn } from "../payment/record-payment.ts";
import type { ManyPayments } from "../payment/schema.ts";
import { storedNumbers } from "../portal-files/request.ts";
import { type FiledClient, reasonOf, whyNoNumber } from "./made-files.ts";

/** The credit transfers of one order, and why other returns are not in it. */
export class PaymentsOfMany {
  readonly #accounts: ManyPayments;
  readonly #now: Date;
  readonly #transfers: CreditTransfer[] = [];

  constructor(accounts: ManyPayments, now: Date) {
    this.#accounts = accounts;
    this.#now = now;
  }

  /**
   * Adds what is outstanding of a locked return. Returns why the order cannot have it; undefined where nothing is missing
   * or outstanding.
   */
  async add(client: FiledClient, of: RequestedReturn): Promise<string | undefined> {
    const ledger = ledgerOf(client.account);
    const [now, today] = [this.#now, dayOf(this.#now)];
    const { payment, neutral } = await loadPaidReturn(ledger, of, today);
    const { outstanding_minor, member_state_identification, registration_id } = payment;
    if (outstanding_minor === 0) return undefined;
    const found = this.#accounts.creditors.find(
      ({ member_state }) => member_state === member_state_identification,
    );
    if (!found)
      return `no account of ${member_state_identification} was given / kein Konto von ${member_state_identification} wurde angegeben`;
    const stored = await storedNumbers({ ledger, scope: client.scope, registration_id });
    if (!stored) return whyNoNumber(client);
    const { member_state: _, ...creditor } = found;
    const { debtor, execution_date } = this.#accounts;
    const request = { creditor, debtor, execution_date, vat_number: stored.number };
    try {
      const context = { payment, neutral, period: of.period, now, today };
      this.#transfers.push(creditTransferOf({ format: "pain_001", ...request }, context));
      return undefined;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return reasonOf(error);
    }
  }

  /** Returns the order as pain.001; undefined where nothing is to be paid. */
  file(): Uint8Array | undefined {
    const [first, ...others] = this.#transfers;
    return first && pain001([first, ...others]);
  }
}
