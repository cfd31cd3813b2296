import { inTurn, type Row, times } from "./timing.ts";

const ROUNDS = 200;

/** A warm read endpoint against the same two reads of the engine without the service. */
export async function measureWarmReads(
  account: string,
  keyId: string,
  call: (path: string) => Promise<void>,
): Promise<Row[]> {
  const [{ loadApiKey }, { loadRegistrations }] = await Promise.all([
    import("../../shared/store/api-keys.ts"),
    import("../../shared/store/registrations.ts"),
  ]);
  const [service, engine] = await inTurn(
    ROUNDS,
    () => call("/v1/tax-registrations"),
    async () => {
      await loadApiKey(keyId);
      await loadRegistrations(account);
    },
  );
  const [noop] = await inTurn(
    ROUNDS,
    () => call("/health"),
    () => {},
  );
  const ratio = service / engine;
  const ownShare = (service - noop) / engine;
  return [
    {
      what: "a warm read endpoint against the same engine calls",
      goal: "≤ 1.3 ×",
      measured: times(ratio),
      met: ratio <= 1.3,
    },
    {
      what: "the same less a no-op route: without HTTP, the gateway and the log",
      goal: "≤ 1.3 ×",
      measured: times(ownShare),
      met: ownShare <= 1.3,
    },
  ];
}
