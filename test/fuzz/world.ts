import { type Account, call, newAccount } from "../stack/api.ts";
import type { World } from "./attack.ts";
import { targets } from "./operations.ts";

type Created = { readonly id: string };
type Locked = { readonly exports: readonly { readonly id: string }[] };

const exampleOf = (operationId: string): unknown =>
  targets.find((target) => target.operationId === operationId)?.bodies[0];

async function post<Body>(account: Account, path: string, body?: unknown): Promise<Body> {
  const { status, text, body: answer } = await call<Body>(account.full, "POST", path, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return answer;
}

/** An account with one of everything that the document's examples speak of. */
export async function fuzzedWorld(): Promise<World> {
  const [account, other] = await Promise.all([newAccount("fuzzed"), newAccount("other")]);
  await call(account.full, "PUT", "/v1/account", exampleOf("putAccount"));
  const registration = await post<Created>(
    account,
    "/v1/tax-registrations",
    exampleOf("createRegistration"),
  );
  const source = await post<Created>(account, "/v1/sources", exampleOf("createSource"));
  await post(account, "/v1/supply-events", exampleOf("commitSupplyEvents"));
  const transaction = await post<{ transaction_id: string }>(
    account,
    "/v1/vat/calculate",
    exampleOf("calculateVat"),
  );
  const locked = await post<Locked>(
    account,
    "/v1/reports/locked-return-periods/union-oss?period=2026-Q1",
  );
  return {
    key: account.full,
    otherKeys: [account.readOnly, other.full],
    ids: {
      getSupplyEvent: "order-1002",
      updateSource: String(source.id),
      updateRegistration: String(registration.id),
      getTransaction: transaction.transaction_id,
      commitTransaction: transaction.transaction_id,
      downloadExport: locked.exports[0]?.id ?? "",
    },
  };
}
