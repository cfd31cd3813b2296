/** Descriptions of supply events, as submitted and as stored. */
export const SUPPLY_WORDS: Readonly<Record<string, string>> = {
  at: "Time of the entry, UTC",
  classification_history: "Decisions about the event after its commit, the oldest first",
  classification_reasons:
    "Codes of missing or contradictory facts; empty if the event is classified",
  classification_status:
    "Classification of the event. `classified`: it is in returns; `needs_review`: it is in none until a person decides; `excluded`: it is in none. A caller may state a stricter one than the facts give",
  committed_at: "Time when the event was committed, UTC",
  consignment: "Parcel of imported goods, for the EUR 150 of the import scheme (Art. 369l)",
  "consignment.currency": "Currency of `intrinsic_value_minor`, ISO 4217",
  "Destination.country": "Country where the customer is; Greece is EL (GR is understood)",
  dispatch_country:
    "Member State where the transport of goods to the customer begins. Without it goods are `needs_review`. Greece is EL, Northern Ireland XI",
  establishment_country:
    "Member State of the establishment that supplies services, if it is not the seat of the account profile",
  event_id:
    "Your id of the event, unique in the account across sales, refunds and all others. Sent again with the same content it is a duplicate, with other content a conflict",
  event_type:
    "Type of the event: a `sale`, or what later happened to one. Amounts of refunds, cancellations and credit notes are positive, the type gives the sign; an `adjustment` carries its own",
  "CommitSupplyEvents.events": "Supply events to commit, at most 500",
  excise_goods: "True if the goods bear excise duty, which excludes them from the import scheme",
  "classification_history.from": "Classification status before the decision",
  "classification_history.key_id": "Id of the API key or person that decided",
  "classification_history.note": "Reason for the decision, in the words of its author",
  "classification_history.to": "Classification status after the decision",
  "CommittedSupplyEvents.items": "Result of each event, in the order of the request",
  "CommittedSupplyEvents.items.event_id": "The `event_id` that was sent",
  "CommittedSupplyEvents.items.status":
    "Result for the event: `committed` now, or a `duplicate` of what was committed before",
  "RefundedSale.currency": "Currency of the sale and of all amounts, ISO 4217",
  "RefundedSale.gross_amount_minor":
    "The amount that all `items` take back, with VAT, in minor units",
  "RefundedSale.items": "One refund for each part of the order that the refund lowers",
  "RefundedSale.items.event_id":
    "The id of the refund, with the suffix of the part it takes back from",
  "RefundedSale.items.original_event_id": "The sale that it takes back from",
  "RefundedSale.items.status":
    "Result: `committed` now, or a `duplicate` of what the same request has committed before",
  counts: "Number of `items` with each status; together as many as were sent",
  "counts.committed": "Now in the ledger",
  "counts.conflict": "Their `event_id` is taken by other content",
  "counts.duplicate": "There before, with the same content",
  "counts.rejected": "Not as described",
  "RefusedSupplyEvent.event_id": "The id that was sent; null where none can be read",
  "RefusedSupplyEvent.faults":
    "Faults of the event, as an error of the request would list them: the first ten, and the number of others",
  "RefusedSupplyEvent.faults.event_id": "The id that was sent, where one can be read",
  "RefusedSupplyEvent.faults.field":
    "A path in the request, such as `events.3.currency`; empty in a last row that says how many more",
  "RefusedSupplyEvent.faults.message":
    "Explanation of the fault and what to send instead, for people",
  "RefusedSupplyEvent.status":
    "Result for the event, which is not in the ledger. `conflict`: its `event_id` is taken by other content. `rejected`: it is not as described",
  "SupplyEventsApart.items": "Result of each event, in the order of the request",
  "SupplyEventsApart.items.event_id": "The `event_id` that was sent",
  "SupplyEventsApart.items.status":
    "Result for the event: `committed` now, or a `duplicate` of what was committed before",
  "events.event_id": "The id in the ledger",
  "events.status":
    "Result for the event: `committed` now, or a `duplicate` of what was committed before",
  location_evidence:
    "Evidence of where the customer of a service is (Art. 24b and 24f CIR 282/2011). Two kinds that agree decide; pieces that contradict each other require a review",
  "location_evidence.country": "Country that the evidence points to, ISO 3166-1 alpha-2",
  "location_evidence.kind":
    "Kind of the evidence, in your words: `billing_address`, `ip_address`, `card_country`",
  origin_country:
    "Country outside the Union that imported goods are sent from, ISO 3166-1 alpha-2; without it they are in no return",
  original_event_id: "The `event_id` of the sale that a non-sale changes",
  period: "The tax period that the event counts in, YYYY-Qn or YYYY-MM",
  "ReclassifySupplyEvent.classification_status": "The status from now on",
  "ReclassifySupplyEvent.note": "Reason for the change, kept in the audit trail; no personal data",
  severity: "A `blocking` one makes the return of its period `review_required`",
  source_id: "Raw source tag of the shop or channel",
  supply_date:
    "The tax point: the calendar day on which VAT becomes due, in the time zone of your books. It decides quarter and rate",
  "SupplyEvent.tax_class_id": "The tax class as it was sent; it decides nothing",
  "SupplyEventRequest.tax_class_id":
    "A tax class of the catalogue, for your own use; it decides nothing here",
  taxable_amount_minor: "The amount without VAT, in minor units of `currency`",
  "SupplyEventRequest.transaction_id": "Your id of the payment or order, kept and given back",
  "SupplyEvent.transaction_id":
    "The calculation it was committed from, or your id of the payment or order",
  vat_amount_minor:
    "The VAT that was charged, in minor units of `currency`. It is declared as it is and never computed anew",
  "listSupplyEvents.classification_status": "Only events with this status",
  "listSupplyEvents.source_id": "Only events with this source tag",
};
