<?php
/**
 * Uses a PHP client that was generated from docs/openapi.json: registers, commits, reads, and meets a typed error.
 * Guzzle comes from Composer (vendor/autoload.php), or from the package php-guzzlehttp-guzzle of Debian.
 */

use EuVat\Api\ReportsApi;
use EuVat\Api\SupplyEventsApi;
use EuVat\Api\TaxRegistrationsApi;
use EuVat\ApiException;
use EuVat\Configuration;
use EuVat\ObjectSerializer;

$folder = getenv('VAT_CLIENT');
require is_file("$folder/vendor/autoload.php") ? "$folder/vendor/autoload.php" : 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class) use ($folder): void {
    $file = "$folder/lib/" . str_replace(['EuVat\\', '\\'], ['', '/'], $class) . '.php';
    if (str_starts_with($class, 'EuVat\\') && is_file($file)) {
        require $file;
    }
});

function check(bool $holds, string $what): void
{
    if (!$holds) {
        fwrite(STDERR, "not as expected: $what\n");
        exit(1);
    }
}

$settings = (new Configuration())
    ->setHost(getenv('VAT_API_URL'))
    ->setApiKey('X-API-Key', getenv('VAT_API_KEY'));
$http = new GuzzleHttp\Client();
$model = fn (array $fields, string $name) => ObjectSerializer::deserialize(
    json_decode(json_encode($fields)),
    "\\EuVat\\Model\\$name",
);
$sale = [
    'event_id' => 'php-1',
    'event_type' => 'sale',
    'supply_date' => '2026-05-04',
    'supply_kind' => 'goods',
    'dispatch_country' => 'SE',
    'consumption_country' => 'DE',
    'currency' => 'EUR',
    'taxable_amount_minor' => 10000,
    'vat_amount_minor' => 1900,
    'vat_rate_bps' => 1900,
    'rate_category' => 'standard',
];
(new TaxRegistrationsApi($http, $settings))->createRegistration($model([
    'scheme_type' => 'ioss',
    'member_state_identification' => 'SE',
    'effective_from' => '2021-07-01',
    'status' => 'active',
], 'NewTaxRegistration'));
$events = new SupplyEventsApi($http, $settings);
// The generator knows no unions. An operation that answers one of two models is sent by its request, and read by name.
$commit = function (array $fields) use ($events, $http, $model) {
    $request = $events->commitSupplyEventsRequest($model($fields, 'CommitSupplyEvents'));
    $response = $http->send($request, ['http_errors' => false]);
    $name = $response->getStatusCode() === 200 ? 'CommittedSupplyEvents' : 'Error';
    return $model(json_decode($response->getBody(), true), $name);
};
check($commit($sale)->getItems()[0]->getStatus() === 'committed', 'the first answer');
check($commit($sale)->getItems()[0]->getStatus() === 'duplicate', 'the second answer');
check($commit([...$sale, 'vat_amount_minor' => 1])->getError() === 'event_conflict', 'the conflict');
$return = (new ReportsApi($http, $settings))->getReturn('union-oss', '2026-Q2');
check($return->getTotals()->getPayableVatMinor() === 1900, 'the return');
try {
    (new ReportsApi($http, $settings))->getReturn('union-oss', '2026-Q9');
    check(false, 'a quarter that does not exist is refused');
} catch (ApiException $error) {
    check($error->getCode() === 400, 'its status');
    check($error->getResponseObject()->getError() === 'invalid_period', 'its code');
}
echo "registered, committed, read, and met event_conflict and invalid_period\n";
