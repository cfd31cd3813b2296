import com.fasterxml.jackson.core.JsonProcessingException;
import eu.vat.ApiClient;
import eu.vat.ApiException;
import eu.vat.api.*;
import eu.vat.model.*;
import java.time.LocalDate;
import java.util.List;

/** Ten operations by a Java client that was generated from docs/openapi.json. */
public class TenCalls {
  static void expect(boolean holds, String what) {
    if (!holds) throw new IllegalStateException(what);
  }

  static SupplyEventRequest sale(String id) {
    return new SupplyEventRequest()
        .eventId(id)
        .eventType(SupplyEventRequest.EventTypeEnum.SALE)
        .supplyDate(LocalDate.parse("2026-05-04"))
        .supplyKind(SupplyEventRequest.SupplyKindEnum.GOODS)
        .dispatchCountry("SE")
        .consumptionCountry("DE")
        .currency("EUR")
        .taxableAmountMinor(10000L)
        .vatAmountMinor(1900L)
        .vatRateBps(1900)
        .rateCategory(SupplyEventRequest.RateCategoryEnum.STANDARD);
  }

  public static void main(String[] args) throws ApiException, JsonProcessingException {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("VAT_API_URL"));
    client.setRequestInterceptor(request -> request.header("X-API-Key", System.getenv("VAT_API_KEY")));
    SupplyEventsApi events = new SupplyEventsApi(client);
    ReportsApi reports = new ReportsApi(client);

    new AccountApi(client).putAccount(new AccountProfileRequest().establishmentCountry("SE"), null);
    TaxRegistrationRequest registration =
        new TaxRegistrationRequest()
            .schemeType(TaxRegistrationRequest.SchemeTypeEnum.UNION_OSS)
            .memberStateIdentification("SE")
            .effectiveFrom(LocalDate.parse("2021-07-01"))
            .status(TaxRegistrationRequest.StatusEnum.ACTIVE);
    new TaxRegistrationsApi(client).createRegistration(registration, null, null);
    events.commitSupplyEvents(new CommitSupplyEvents(sale("sale-1")), null, null, null, null, null);

    CalculationItem asked =
        new CalculationItem()
            .country("DE")
            .currency("EUR")
            .priceIncludesVat(true)
            .grossAmountMinor(11900L)
            .taxClassId("standard")
            .transactionDate(LocalDate.parse("2026-05-05"));
    // The client takes every answer for the first of its models, which is that of a batch.
    CalculationBatch batch = new CalculationBatch().items(List.of(asked));
    CalculateVat200Response priced =
        new CalculationApi(client).calculateVat(new CalculateVatRequest(batch), null, null, null);
    CommitTransaction order =
        new CommitTransaction()
            .eventId("sale-2")
            .eventType(CommitTransaction.EventTypeEnum.SALE)
            .supplyKind(CommitTransaction.SupplyKindEnum.GOODS)
            .dispatchCountry("SE");
    String id = priced.getCalculatedItems().getItems().get(0).getTransaction().getTransactionId();
    new TransactionsApi(client).commitTransaction(id, order, null, null, null);

    SupplyEventRequest refund =
        sale("refund-1").eventType(SupplyEventRequest.EventTypeEnum.REFUND).originalEventId("sale-1");
    events.commitSupplyEvents(new CommitSupplyEvents(refund), null, null, null, null, null);

    long payable = reports.getQuarterlySummary("2026-Q2", null).getTotals().getPayableVatMinor();
    expect(payable == 1900, "one of two sales is refunded, not " + payable);

    int seen = 0;
    String cursor = null;
    do {
      SupplyEventList page = events.listSupplyEvents(null, null, null, null, 2, cursor, null);
      seen += page.getItems().size();
      cursor = page.getNextCursor();
    } while (cursor != null);
    expect(seen == 3, "three events, not " + seen);

    SummaryExport export = reports.exportQuarterlySummary("2026-Q2", "json", null, null, null, null);
    expect(export.getReport().getTotals().getPayableVat().equals("19.00"), "the figures of the summary");

    try {
      SupplyEventRequest changed = sale("sale-1").vatAmountMinor(1L);
      events.commitSupplyEvents(new CommitSupplyEvents(changed), null, null, null, null, null);
      expect(false, "another sale of the same id is refused");
    } catch (ApiException refused) {
      var error = ApiClient.createDefaultObjectMapper().readValue(refused.getResponseBody(), eu.vat.model.Error.class);
      expect(error.getError() == eu.vat.model.Error.ErrorEnum.EVENT_CONFLICT, "" + error.getError());
    }

    WebhookRequest hook =
        new WebhookRequest()
            .url("https://shop.example/vat")
            .events(List.of(WebhookRequest.EventsEnum.PERIOD_LOCKED));
    expect(!new WebhooksApi(client).createWebhook(hook, null, null).getSecret().isEmpty(), "a secret");
  }
}
