import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { IsoDate as Day } from "../../core/calendar/schema.ts";
import { type Fault, invalidRequest, rejectFaulty } from "../../core/errors/errors.ts";
import { type Read, readAs } from "../../core/errors/field-errors.ts";
import { csvRecords, isoDayIn } from "../../core/files/csv.ts";
import type { AccountId } from "../../core/ids.ts";
import { identifier, Name } from "../../core/input/fields.ts";
import { listQuery, pageOf } from "../../core/input/pagination.ts";
import { NewProfile } from "../../vat/seller/profile-schema.ts";
import { NewRegistration } from "../../vat/seller/registration-schema.ts";
import { type Client, type Member, memberRole } from "./organisation.ts";
import { Role } from "./person.ts";

/** Maximum number of accounts that one file makes. */
const MOST_ROWS = 500;

const ClientReference = identifier(64).describe(
  "Your own number of the client. The same reference again is the same account",
);

/** Body of POST /v1/organisations/{organisation}/accounts. */
export const NewClient = z
  .strictObject({ name: Name, reference: ClientReference.optional() })
  .meta({ id: "ClientAccountRequest" });
export type NewClient = z.output<typeof NewClient>;

/** Body of PATCH /v1/organisations/{organisation}/accounts/{account}. */
export const ClientPatch = z
  .strictObject({
    name: Name.optional(),
    left_on: Day.nullable()
      .optional()
      .describe(
        "Day from which the organisation does not work for the client any more; null takes it back",
      ),
  })
  .refine(
    ({ name, left_on }) => name !== undefined || left_on !== undefined,
    "needs name or left_on",
  )
  .meta({ id: "ClientAccountPatch" });
export type ClientPatch = z.output<typeof ClientPatch>;

/** Body of POST /v1/organisations/{organisation}/accounts/import. */
export const ClientFile = z
  .strictObject({
    csv: z
      .string()
      .min(1)
      .max(200_000)
      .describe(
        "Lines of a spreadsheet: a header `name` and `reference`, with comma, semicolon or tab; at most 500 clients. With `establishment_country`, and for a registration `effective_from` (2026-07-01 or 01.07.2026), `scheme_type`, `member_state_identification` (that of the seat if empty) `vat_registration_number`, and in the import scheme `ioss_intermediary_name` and `ioss_intermediary_number`, the accounts begin with a seat, a registration and its stored numbers",
      ),
  })
  .meta({ id: "ClientAccountFile" });

const view = {
  account: z.string().brand("AccountId").describe("Id of the account, sent as `X-Account`"),
  name: z.string(),
  reference: z.string().nullable(),
  created_at: z.iso.datetime(),
  left_on: Day.nullable().describe(
    "Day from which the returns of the client are not on the board, and the members get no mails about it; null while the organisation works for it",
  ),
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
            "Result for the client; `existing`: the reference has an account already, which gets the seat and the registration of the line if it has none, and is unchanged otherwise",
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

/** Returns the client as changed; itself if nothing is. */
export function changedClient(
  client: Client,
  { name = client.name, left_on = client.left_on ?? null }: ClientPatch,
): Client {
  const { left_on: before = null, ...others } = client;
  if (client.name === name && before === left_on) return client;
  return { ...others, name, ...(left_on === null ? {} : { left_on }) };
}

export const clientView = (client: Client): z.output<typeof ClientView> => ({
  account: client.account,
  name: client.name,
  reference: client.reference ?? null,
  created_at: client.created_at,
  left_on: client.left_on ?? null,
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

const Columns = z.strictObject({
  name: z.string(),
  reference: z.string().optional(),
  establishment_country: z.string().optional(),
  scheme_type: z.string().optional(),
  member_state_identification: z.string().optional(),
  effective_from: z.string().transform(isoDayIn).optional(),
  vat_registration_number: z.string().optional(),
  ioss_intermediary_name: z.string().optional(),
  ioss_intermediary_number: z.string().optional(),
});
type Line = z.output<typeof Columns>;

/** What a new account begins with. */
export type ClientBeginning = {
  readonly profile?: NewProfile | undefined;
  readonly registration?: NewRegistration | undefined;
};

/** A line of a file: a client, and what its account begins with. */
type ClientLine = { readonly client: NewClient; readonly beginning: ClientBeginning };

/**
 * Reads the clients of a file.
 * @throws DomainError `invalid_request` with every fault, by line; nothing is made then
 */
export function clientsIn(csv: string): ClientLine[] {
  const rows = recordsIn(csv).map(filled);
  const clients = rows.map(({ name, reference }) => readAs(NewClient, { name, reference }));
  // The name is on the papers of the client.
  const profiles = rows.map(({ name: display_name, establishment_country }) =>
    readAs(NewProfile.optional(), establishment_country && { establishment_country, display_name }),
  );
  const registrations = rows.map((row) => readAs(NewRegistration.optional(), registrationIn(row)));
  const faults = [clients, profiles, registrations].flatMap((read) =>
    read.flatMap((one, n) =>
      one.success ? [] : one.faults.map(({ field, message }) => faultAt(n, field, message)),
    ),
  );
  rejectFaulty([...faults, ...rows.flatMap(incompleteFaults), ...repeated(clients.map(dataOf))]);
  return clients.flatMap((read, n) => {
    const [profile, registration] = [dataOf(profiles[n]), dataOf(registrations[n])];
    return read.success ? [{ client: read.data, beginning: { profile, registration } }] : [];
  });
}

const dataOf = <T>(read: Read<T> | undefined): T | undefined =>
  read?.success ? read.data : undefined;

/** Leaves out empty cells. */
const filled = (row: Line): Partial<Line> =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell));

/** Returns the registration of a line; undefined for one without a first day. */
const registrationIn = ({
  name: _,
  reference: __,
  establishment_country: seat,
  effective_from,
  scheme_type,
  member_state_identification = seat,
  ...numbers
}: Partial<Line>) =>
  effective_from && {
    scheme_type,
    member_state_identification,
    effective_from,
    status: "active",
    ...numbers,
  };

const incompleteFaults = (row: Partial<Line>, n: number): Fault[] =>
  row.effective_from === undefined &&
  (row.scheme_type ??
    row.member_state_identification ??
    row.vat_registration_number ??
    row.ioss_intermediary_name ??
    row.ioss_intermediary_number)
    ? [faultAt(n, "effective_from", "is needed for a registration")]
    : [];

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

function recordsIn(csv: string): Line[] {
  const rows = z.array(Columns).safeParse(csvRecords(csv));
  if (!rows.success) {
    const optional = Object.keys(Columns.shape).slice(1).join(", ");
    throw faulty(`needs the column name, and may have ${optional}, and no others`);
  }
  if (rows.data.length === 0) throw faulty("has no line below its header");
  if (rows.data.length > MOST_ROWS) throw faulty(`has more than ${MOST_ROWS} lines`);
  return rows.data;
}

const faulty = (message: string) => invalidRequest([{ field: "csv", message }]);
