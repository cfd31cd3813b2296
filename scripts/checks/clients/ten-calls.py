"""Ten operations by a Python client that was generated from docs/openapi.json."""

import os

from vat_client import AuthenticatedClient
from vat_client.api.account import put_account
from vat_client.api.calculation import calculate_vat
from vat_client.api.reports import export_quarterly_summary_csv, get_quarterly_summary
from vat_client.api.supply_events import commit_supply_events, list_supply_events, refund_supply_event
from vat_client.api.tax_registrations import create_registration
from vat_client.api.transactions import commit_transaction
from vat_client.api.webhooks import create_webhook
from vat_client.models import (
    AccountProfileRequest,
    CalculationRequest,
    CommitTransaction,
    Error,
    RefundSale,
    SupplyEventRequest,
    TaxRegistrationRequest,
    WebhookRequest,
)
from vat_client.types import UNSET

client = AuthenticatedClient(
    base_url=os.environ["VAT_API_URL"],
    token=os.environ["VAT_API_KEY"],
    prefix="",
    auth_header_name="X-API-Key",
)


def done(answer):
    assert answer is not None and not isinstance(answer, Error), answer
    return answer


def call(operation, model, body, *place):
    return done(operation.sync(*place, client=client, body=model.from_dict(body)))


call(put_account, AccountProfileRequest, {"establishment_country": "SE"})
registration = {
    "scheme_type": "union_oss",
    "member_state_identification": "SE",
    "effective_from": "2021-07-01",
    "status": "active",
}
call(create_registration, TaxRegistrationRequest, registration)
sale = {
    "event_id": "sale-1",
    "event_type": "sale",
    "supply_date": "2026-05-04",
    "supply_kind": "goods",
    "dispatch_country": "SE",
    "consumption_country": "DE",
    "currency": "EUR",
    "taxable_amount_minor": 10000,
    "vat_amount_minor": 1900,
    "vat_rate_bps": 1900,
    "rate_category": "standard",
}
committed = call(commit_supply_events, SupplyEventRequest, sale)
assert committed.items[0].status == "committed", committed
again = call(commit_supply_events, SupplyEventRequest, sale)
assert again.items[0].status == "duplicate", again
asked = {
    "country": "DE",
    "currency": "EUR",
    "price_includes_vat": True,
    "gross_amount_minor": 11900,
    "tax_class_id": "standard",
    "transaction_date": "2026-05-05",
}
price = call(calculate_vat, CalculationRequest, asked)
order = {"event_id": "sale-2", "event_type": "sale", "supply_kind": "goods", "dispatch_country": "SE"}
call(commit_transaction, CommitTransaction, order, price.transaction_id)
refund = {"event_id": "refund-1", "supply_date": "2026-05-20", "in_full": True}
refunded = call(refund_supply_event, RefundSale, refund, "sale-1")
assert refunded.gross_amount_minor == 11900, refunded
summary = done(get_quarterly_summary.sync(client=client, period="2026-Q2"))
assert summary.totals.payable_vat_minor == 1900, summary
seen, cursor = 0, UNSET
while cursor is not None:
    page = done(list_supply_events.sync(client=client, limit=2, cursor=cursor))
    seen, cursor = seen + len(page.items), page.next_cursor
assert seen == 3, seen
assert "19.00" in done(export_quarterly_summary_csv.sync(client=client, period="2026-Q2"))
other = SupplyEventRequest.from_dict({**sale, "vat_amount_minor": 1})
conflict = commit_supply_events.sync(client=client, body=other)
assert isinstance(conflict, Error) and conflict.error == "event_conflict", conflict
hook = {"url": "https://shop.example/vat", "events": ["period.locked"]}
assert call(create_webhook, WebhookRequest, hook).secret
