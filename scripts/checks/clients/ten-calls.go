// Ten operations by a Go client that was generated from docs/openapi.json.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	vat "ten-calls/vat"
)

func must(err error) {
	var refused *vat.GenericOpenAPIError
	if errors.As(err, &refused) {
		panic(string(refused.Body()))
	}
	if err != nil {
		panic(err)
	}
}

func expect(holds bool, what string) {
	if !holds {
		panic(what)
	}
}

func commit(client *vat.APIClient, event *vat.SupplyEventRequest) error {
	body := vat.CommitSupplyEvents{SupplyEventRequest: event}
	answer, _, err := client.SupplyEventsAPI.CommitSupplyEvents(context.Background()).CommitSupplyEvents(body).Execute()
	if err == nil {
		expect(answer.CommittedSupplyEvents.Items[0].Status == "committed", "the event is committed")
	}
	return err
}

func main() {
	configuration := vat.NewConfiguration()
	configuration.Servers = vat.ServerConfigurations{{URL: os.Getenv("VAT_API_URL")}}
	configuration.AddDefaultHeader("X-API-Key", os.Getenv("VAT_API_KEY"))
	client, ctx := vat.NewAPIClient(configuration), context.Background()

	_, _, err := client.AccountAPI.PutAccount(ctx).AccountProfileRequest(*vat.NewAccountProfileRequest("SE")).Execute()
	must(err)
	registration := vat.NewTaxRegistrationRequest("union_oss", "SE", "2021-07-01", "active")
	_, _, err = client.TaxRegistrationsAPI.CreateRegistration(ctx).TaxRegistrationRequest(*registration).Execute()
	must(err)

	sale := vat.NewSupplyEventRequest("sale-1", "sale", "2026-05-04", 10000, 1900)
	sale.SetSupplyKind("goods")
	sale.SetDispatchCountry("SE")
	sale.SetConsumptionCountry("DE")
	sale.SetCurrency("EUR")
	sale.SetVatRateBps(1900)
	sale.SetRateCategory("standard")
	must(commit(client, sale))

	asked := vat.NewCalculationRequest("DE", "EUR", true)
	asked.SetGrossAmountMinor(11900)
	asked.SetTaxClassId("standard")
	asked.SetTransactionDate("2026-05-05")
	price, _, err := client.CalculationAPI.CalculateVat(ctx).CalculateVatRequest(vat.CalculateVatRequest{CalculationRequest: asked}).Execute()
	must(err)
	// Go takes the first model that fits: a stored calculation is read as a quote, with its id.
	order := vat.NewCommitTransaction("sale-2", "sale")
	order.SetSupplyKind("goods")
	order.SetDispatchCountry("SE")
	_, _, err = client.TransactionsAPI.CommitTransaction(ctx, price.Quote.GetTransactionId()).CommitTransaction(*order).Execute()
	must(err)

	refund := *sale
	refund.EventId, refund.EventType = "refund-1", "refund"
	refund.SetOriginalEventId("sale-1")
	must(commit(client, &refund))

	summary, _, err := client.ReportsAPI.GetQuarterlySummary(ctx).Period("2026-Q2").Execute()
	must(err)
	expect(summary.Totals.GetPayableVatMinor() == 1900, "one of two sales is refunded")

	seen, cursor := 0, ""
	for {
		list := client.SupplyEventsAPI.ListSupplyEvents(ctx).Limit(2)
		if cursor != "" {
			list = list.Cursor(cursor)
		}
		page, _, err := list.Execute()
		must(err)
		seen, cursor = seen+len(page.Items), page.GetNextCursor()
		if cursor == "" {
			break
		}
	}
	expect(seen == 3, fmt.Sprintf("three events, not %d", seen))

	export, _, err := client.ReportsAPI.ExportQuarterlySummary(ctx).Period("2026-Q2").Format("json").Execute()
	must(err)
	expect(export.Report.Totals.GetPayableVat() == "19.00", "the export has the figures of the summary")

	changed := *sale
	changed.VatAmountMinor = 1
	var refused *vat.GenericOpenAPIError
	expect(errors.As(commit(client, &changed), &refused), "another sale of the same id is refused")
	var failure vat.Error
	must(json.Unmarshal(refused.Body(), &failure))
	expect(failure.Error == "event_conflict", failure.Error)

	hook, _, err := client.WebhooksAPI.CreateWebhook(ctx).WebhookRequest(*vat.NewWebhookRequest("https://shop.example/vat", []string{"period.locked"})).Execute()
	must(err)
	expect(hook.Secret != "", "a webhook has a secret")
}
