import { type DeepPartial, type ID, VendureEntity } from "@vendure/core";
import { Column, Entity, Index } from "typeorm";
import type { SupplyEvent } from "./events.js";
import type { Amounts } from "./sums.js";

/** Supply events of one change of an order. They are stored before they are sent, and never changed. */
export type Step = { readonly events: readonly SupplyEvent[]; readonly sent: boolean };

/** The booked part of a placed order. A row that is due is looked at again until the ledger has what the shop has. */
@Entity("eu_vat_booking")
export class EuVatBooking extends VendureEntity {
  constructor(input?: DeepPartial<EuVatBooking>) {
    super(input);
  }

  @Index({ unique: true })
  @Column({ type: "varchar" })
  orderId!: ID;

  @Index()
  @Column({ default: true })
  due!: boolean;

  /** Counts the changes of the row: a writer that has read an older one writes nothing. */
  @Column({ default: 0 })
  version!: number;

  /** The amounts charged when the order was placed, by rate. */
  @Column("simple-json")
  placed!: (readonly [rate: number, amounts: Amounts])[];

  @Column("simple-json")
  steps!: Step[];

  /** Why the service does not take the next step; a person has to look at it. */
  @Column({ type: "text", nullable: true })
  problem!: string | null;
}
