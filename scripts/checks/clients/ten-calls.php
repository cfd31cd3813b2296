<?php
// Ten operations by a PHP client that was generated from docs/openapi.json.
use EuVat\Api;
use EuVat\ApiException;
use EuVat\Configuration;
use EuVat\Model;
use EuVat\ObjectSerializer;

require getenv('GUZZLE') . '/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/client/lib/' . str_replace('\\', '/', substr($class, strlen('EuVat/'))) . '.php';
    if (str_starts_with($class, 'EuVat\\') && is_file($file)) {
        require $file;
    }
});

function expect(bool $holds, string $what): void
{
    if (!$holds) {
        fwrite(STDERR, "$what\n");
        exit(1);
    }
}

$configuration = (new Configuration())->setHost(getenv('VAT_API_URL'))->setApiKey('X-API-Key', getenv('VAT_API_KEY'));
$http = new GuzzleHttp\Client();
$events = new Api\SupplyEventsApi($http, $configuration);
$reports = new Api\ReportsApi($http, $configuration);

$profile = new Model\AccountProfileRequest(['establishment_country' => 'SE']);
(new Api\AccountApi($http, $configuration))->putAccount($profile);
$registration = new Model\TaxRegistrationRequest([
    'scheme_type' => 'union_oss', 'member_state_identification' => 'SE',
    'effective_from' => new DateTime('2021-07-01'), 'status' => 'active',
]);
(new Api\TaxRegistrationsApi($http, $configuration))->createRegistration($registration);

$sale = [
    'event_id' => 'sale-1', 'event_type' => 'sale', 'supply_date' => new DateTime('2026-05-04'),
    'supply_kind' => 'goods', 'dispatch_country' => 'SE', 'consumption_country' => 'DE', 'currency' => 'EUR',
    'taxable_amount_minor' => 10000, 'vat_amount_minor' => 1900, 'vat_rate_bps' => 1900, 'rate_category' => 'standard',
];
// The generator knows no unions, and mixes the two models of this answer: it is read here by its name.
$commit = function (array $event) use ($events, $http): Model\CommittedSupplyEvents {
    $answer = $http->send($events->commitSupplyEventsRequest(new Model\SupplyEventRequest($event)));
    return ObjectSerializer::deserialize(json_decode((string) $answer->getBody()), Model\CommittedSupplyEvents::class);
};
expect($commit($sale)->getItems()[0]->getStatus() === 'committed', 'the event is committed');

$asked = new Model\CalculationRequest([
    'country' => 'DE', 'currency' => 'EUR', 'price_includes_vat' => true, 'gross_amount_minor' => 11900,
    'tax_class_id' => 'standard', 'transaction_date' => new DateTime('2026-05-05'),
]);
$price = (new Api\CalculationApi($http, $configuration))->calculateVat($asked);
$order = new Model\CommitTransaction([
    'event_id' => 'sale-2', 'event_type' => 'sale', 'supply_kind' => 'goods', 'dispatch_country' => 'SE',
]);
(new Api\TransactionsApi($http, $configuration))->commitTransaction($price->getTransactionId(), $order);

$refund = ['event_id' => 'refund-1', 'event_type' => 'refund', 'original_event_id' => 'sale-1'] + $sale;
expect($commit($refund)->getItems()[0]->getLinkStatus() === 'linked', 'the refund is linked to its sale');

$payable = $reports->getQuarterlySummary('2026-Q2')->getTotals()->getPayableVatMinor();
expect($payable === 1900, "one of two sales is refunded, not $payable");

$seen = 0;
$cursor = null;
do {
    $page = $events->listSupplyEvents(limit: 2, cursor: $cursor);
    $seen += count($page->getItems());
    $cursor = $page->getNextCursor();
} while ($cursor !== null);
expect($seen === 3, "three events, not $seen");

$export = $reports->exportQuarterlySummary('2026-Q2', 'json');
expect($export->getReport()->getTotals()->getPayableVat() === '19.00', 'the figures of the summary');

try {
    $events->commitSupplyEvents(new Model\SupplyEventRequest(['vat_amount_minor' => 1] + $sale));
    expect(false, 'another sale of the same id is refused');
} catch (ApiException $refused) {
    $code = $refused->getResponseObject()->getError();
    expect($code === 'event_conflict', "event_conflict, not $code");
}

$hook = new Model\WebhookRequest(['url' => 'https://shop.example/vat', 'events' => ['period.locked']]);
expect((new Api\WebhooksApi($http, $configuration))->createWebhook($hook)->getSecret() !== '', 'a secret');
