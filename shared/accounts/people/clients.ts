import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { type Fault, invalidRequest, rejectFaulty } from "../../core/errors/errors.ts";
import { csvRecords } from "../../core/files/csv.ts";
import type { AccountId } from "../../core/ids.ts";
import { Name } from "../../core/input/fields.ts";
import { listQuery, pageOf } from "../../core/input/pagination.ts";
import { type Client, ClientReference, type Member, memberRole } from "./organisation.ts";
import { Role } from "./person.ts";

/** Maximum number of accounts that one file makes. */
const MOST_ROWS = 500;

/** Body of POST /v1/organisations/{organisation}/accounts. */
export const NewClient = z
  .strictObject({ name: Name, reference: ClientReference.optional() })
  .meta({ id: "ClientAccountRequest" });
export type NewClient = z.output<typeof NewClient>;

/** Body of PATCH /v1/organisations/{organisation}/accounts/{account}. */
export const ClientPatch = z.strictObject({ name: Name }).meta({ id: "ClientAccountPatch" });

/** Body of POST /v1/organisations/{organisation}/accounts/import. */
export const ClientFile = z
  .strictObject({
    csv: z
      .string()
      .min(1)
      .max(200_000)
      .describe(
        "Lines of a spreadsheet: a header `name` and `reference`, with comma, semicolon or tab; at most 500 clients",
      ),
  })
  .meta({ id: "ClientAccountFile" });

const view = {
  account: z.string().brand("AccountId").describe("Id of the account, sent as `X-Account`"),
  name: z.string(),
  reference: z.string().nullable(),
  created_at: z.iso.datetime(),
};

export const ClientView = z.strictObject(view).meta({ id: "ClientAccount" });

const ClientRow = z
  .strictObject({ ...view, role: Role.describe("Your role in this account") })
  .meta({ id: "ClientAccountRow" });

const LIST = "organisation-accounts";

/** Query of GET /v1/organisations/{organisation}/accounts. */
export const ClientListQuery = listQuery(LIST, z.string().max(64).brand("AccountId"));

export const ClientList = z
  .strictObject({ items: z.array(ClientRow), next_cursor: z.string().nullable() })
  .meta({ id: "ClientAccountList" });

export const ClientFileResult = z
  .strictObject({
    items: z.array(
      z.strictObject({
        ...view,
        status: z
          .enum(["created", "existing"])
          .describe(
            "Result for the client; `existing`: the reference has an account already, which is unchanged",
          ),
      }),
    ),
  })
  .meta({ id: "ClientAccountFileResult" });

/**
 * Returns the id of a client's account. With a reference it follows from organisation and reference, so that the same
 * line of a file makes one account, however often it is sent.
 */
export const accountIdOf = (organisation: string, reference: string | undefined): AccountId => {
  const id =
    reference === undefined
      ? randomBytes(10).toString("hex")
      : createHash("sha256").update(`${organisation}\n${reference}`).digest("hex").slice(0, 20);
  return `ac_${id}` as AccountId;
};

export const newClient = (
  organisation: string,
  { name, reference }: NewClient,
  { person, now }: { readonly person: string; readonly now: Date },
): Client => ({
  account: accountIdOf(organisation, reference),
  name,
  ...(reference === undefined ? {} : { reference }),
  created_at: now.toISOString(),
  created_by: person,
});

export const clientView = (client: Client): z.output<typeof ClientView> => ({
  account: client.account,
  name: client.name,
  reference: client.reference ?? null,
  created_at: client.created_at,
});

/** Builds a page of the accounts in which the member has a role, from the next accounts of the organisation. */
export const clientPage = (clients: readonly Client[], member: Member, limit: number) =>
  pageOf(LIST, clients, limit, {
    idOf: ({ account }) => account,
    view: (client) => ({
      ...clientView(client),
      role: memberRole(member, client.account) ?? ("viewer" as const),
    }),
  });

const Columns = z.strictObject({ name: z.string(), reference: z.string().optional() });

/**
 * Reads the clients of a file.
 * @throws DomainError `invalid_request` with every fault, by line; nothing is made then
 */
export function clientsIn(csv: string): NewClient[] {
  const rows = recordsIn(csv).map((row) => NewClient.safeParse(givenIn(row)));
  const faults = rows.flatMap(({ error }, n) =>
    (error?.issues ?? []).map(({ path, message }) => faultAt(n, path.join("."), message)),
  );
  const clients = rows.map(({ data }) => data);
  rejectFaulty([...faults, ...repeated(clients)]);
  return clients.filter((client) => client !== undefined);
}

/** Returns the fields of a line: an empty reference is none. */
const givenIn = ({ name, reference }: z.output<typeof Columns>) =>
  reference ? { name, reference } : { name };

const faultAt = (row: number, column: string, message: string): Fault => ({
  field: `csv.line_${row + 2}.${column}`,
  message,
});

/** Returns a fault for every reference that an earlier line has. */
function repeated(clients: readonly (NewClient | undefined)[]): Fault[] {
  const references = clients.map((client) => client?.reference);
  return references.flatMap((reference, row) => {
    const first = references.indexOf(reference);
    if (reference === undefined || first === row) return [];
    return [faultAt(row, "reference", `is that of line ${first + 2} too`)];
  });
}

function recordsIn(csv: string): z.output<typeof Columns>[] {
  const rows = z.array(Columns).safeParse(csvRecords(csv));
  if (!rows.success) throw faulty("needs the columns `name` and `reference`, and no others");
  if (rows.data.length === 0) throw faulty("has no line below its header");
  if (rows.data.length > MOST_ROWS) throw faulty(`has more than ${MOST_ROWS} lines`);
  return rows.data;
}

const faulty = (message: string) => invalidRequest([{ field: "csv", message }]);
