import { createClient, type VatClient } from "../../../client/src/eu-vat-client.ts";
import { signInAt } from "../../local/sign-in-at.ts";
import type { DeployedStage } from "./emulator.ts";
import { REGISTRATION } from "./return-steps.ts";
import { awaited, type Step } from "./step.ts";

/** The page that the issuer returns to. */
export const REDIRECT = "http://127.0.0.1:9/console";

/** Persons: a sign-in by the issuer of the stage, an organisation with a client, and a job over its returns. */
export function personSteps(stage: DeployedStage, issuer: string): Step[] {
  let token = "";
  let client: VatClient;
  let organisation = "";
  let account = "";
  return [
    [
      "sign-in of a person",
      "Ada",
      async () => {
        const open = createClient({ baseUrl: stage.url });
        const { provider } = await open.getSignIn();
        const at = { issuer, clientId: provider?.client_id ?? "" };
        const exchange = await signInAt(at, "Ada", REDIRECT);
        ({ access_token: token } = await open.createSession({ body: exchange }));
        client = clientOf(stage, token);
        return (await client.getSession()).person.name;
      },
    ],
    [
      "organisation with a client",
      "1 client",
      async () => {
        ({ id: organisation } = await client.createOrganisation({ body: { name: "Practice" } }));
        await client.createClientAccount({ path: { organisation }, body: { name: "Client" } });
        const { items } = await client.listClientAccounts({ path: { organisation } });
        account = items[0]?.account ?? "";
        return `${items.length} client`;
      },
    ],
    [
      "registration of the client by the person",
      "active",
      async () => {
        const { status } = await clientOf(stage, token, account).createRegistration({
          body: REGISTRATION,
        });
        return status;
      },
    ],
    [
      "bulk job",
      "done, null",
      async () => {
        const row = { account, scheme_type: "union_oss", period_key: "2026-Q1" } as const;
        const body = { action: "check" as const, returns: [row] };
        const { id: job } = await client.createBulkJob({ path: { organisation }, body });
        return awaited(async () => {
          const { state, results } = await client.getBulkJob({ path: { organisation, job } });
          return state === "ended" ? `${results[0]?.result}, ${results[0]?.error}` : undefined;
        });
      },
    ],
  ];
}

/** Returns a client whose calls are those of a person, for one of the accounts if it is named. */
const clientOf = ({ url }: DeployedStage, token: string, account?: string): VatClient =>
  createClient({
    baseUrl: url,
    fetch: (at, init) => {
      const headers = new Headers(init?.headers);
      headers.set("Authorization", `Bearer ${token}`);
      if (account) headers.set("X-Account", account);
      return fetch(at, { ...init, headers });
    },
  });
