import { allInTurn, type Row, times } from "./timing.ts";

const ROUNDS = 200;

/** A warm read endpoint against the same two reads of the engine without the service. */
export async function measureWarmReads(
  account: string,
  keyId: string,
  call: (path: string) => Promise<void>,
): Promise<Row[]> {
  const [{ loadApiKey }, { loadRegistrations }] = await Promise.all([
    import("../../shared/accounts/store-keys.ts"),
    import("../../shared/ledger/settings/store-settings.ts"),
  ]);
  const { callsOf, sdkByHand } = await import("./by-hand.ts");
  const own = async () => {
    await loadApiKey(keyId);
    await loadRegistrations(account);
  };
  const calls = await callsOf(own);
  const send = sdkByHand();
  const bySdk = async () => {
    for (const one of calls) await send(one);
  };
  const get = () => call("/v1/tax-registrations");
  const noop = () => call("/health");
  const medians = await allInTurn(ROUNDS, [get, bySdk, own, noop]);
  const [service, sdk, engine, nothing] = medians as [number, number, number, number];
  return [
    row("a warm read endpoint against the same engine calls", service / sdk),
    row("the same, against the client of this service (0218)", service / engine),
    row(
      "the same less a no-op route: without HTTP, the gateway and the log",
      (service - nothing) / engine,
    ),
  ];
}

const row = (what: string, ratio: number): Row => ({
  what,
  goal: "≤ 1.3 ×",
  measured: times(ratio),
  met: ratio <= 1.3,
});
