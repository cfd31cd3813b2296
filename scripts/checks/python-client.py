"""Uses a Python client that was generated from docs/openapi.json: registers, commits, reads, and meets a typed error."""

import os

from vat_client import AuthenticatedClient
from vat_client.api.reports import get_return
from vat_client.api.supply_events import commit_supply_events
from vat_client.api.tax_registrations import create_registration
from vat_client.models import Error, SupplyEventRequest, TaxRegistrationRequest

client = AuthenticatedClient(
    base_url=os.environ["VAT_API_URL"],
    token=os.environ["VAT_API_KEY"],
    prefix="",
    auth_header_name="X-API-Key",
)
registration = TaxRegistrationRequest.from_dict(
    {
        "scheme_type": "ioss",
        "member_state_identification": "SE",
        "effective_from": "2021-07-01",
        "status": "active",
    }
)
sale = {
    "event_id": "python-1",
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


def done(answer):
    assert answer is not None and not isinstance(answer, Error), answer
    return answer


done(create_registration.sync(client=client, body=registration))
committed = done(commit_supply_events.sync(client=client, body=SupplyEventRequest.from_dict(sale)))
assert committed.items[0].status == "committed", committed
again = done(commit_supply_events.sync(client=client, body=SupplyEventRequest.from_dict(sale)))
assert again.items[0].status == "duplicate", again
drawn = done(get_return.sync("union-oss", "2026-Q2", client=client))
assert drawn.totals.payable_vat_minor == 1900, drawn
other = SupplyEventRequest.from_dict({**sale, "vat_amount_minor": 1})
conflict = commit_supply_events.sync(client=client, body=other)
assert isinstance(conflict, Error) and conflict.error == "event_conflict", conflict
print("registered, committed, read, and met event_conflict")
