import { loadClientsAfter } from "../../accounts/people/store-organisations.ts";
import type { AuthorId, LedgerId } from "../../core/ids.ts";
import { stageSecrets } from "../../platform/credentials/api-key.ts";
import {
  ACCOUNT_RIGHT,
  CONNECTIONS_RIGHT,
  INVITATION_RIGHT,
  MEMBER_RIGHT,
  ORGANISATION_RIGHT,
  PAYMENTS_RIGHT,
  PERSON_RIGHT,
} from "../../platform/credentials/rights.ts";
import { ANY } from "../../platform/table/item.ts";
import { KEY_LISTING_ITEM } from "../../platform/table/items.ts";
import { accountRecordKey, apiKeyKey } from "../../platform/table/keys.ts";
import { RIGHT_ROW_ITEM } from "../../platform/table/rights.ts";
import { plainItem } from "../journal/journal-record.ts";
import { itemsAt, itemsOfPartition, scanItems } from "../journal/store-journal-files.ts";
import { baselineOf, type FoundRights, noRights, noteRight, rightFaults } from "./right-faults.ts";
import { addBaseline } from "./store-rights.ts";

type RightsQuestion = {
  /** The account whose rights are checked; the whole table if undefined. */
  readonly account?: LedgerId | undefined;
  /** The keys that the journal knows: one that the account does not list is a right as well. */
  readonly keys?: readonly string[];
  /** True to check an organisation with the first of its accounts alone. */
  readonly organisationOnce?: boolean;
  /** Waits until changes that were under way are stored. */
  readonly settle: () => Promise<unknown>;
};

export type RightsCheck = {
  readonly faults: string[];
  /** Lines that are no faults: rights that are vouched for from now on, and what was not checked. */
  readonly notes: string[];
};

/**
 * Compares the rights of an account, of its organisation and members with their signed change history, in both directions.
 * Rights that are older than their history get a first row, once, as they are.
 */
export async function checkRights(question: RightsQuestion): Promise<RightsCheck> {
  const load = () =>
    question.account === undefined ? scanned() : rightsOf(question.account, question);
  const isSigning = stageSecrets().length > 0;
  const added = isSigning ? baselineOf(await load(), new Date().toISOString()) : [];
  await addBaseline(added);
  const first = rightFaults(await load(), new Date());
  if (first.length > 0) await question.settle();
  // Items are not read at one moment.
  const again = first.length > 0 ? new Set(rightFaults(await load(), new Date())) : new Set();
  return {
    faults: first.filter((fault) => again.has(fault)),
    notes: [
      ...(added.length > 0 ? [`baseline of ${added.length} rights: signed as they are`] : []),
      ...(isSigning ? [] : ["signatures of rights not checked: KEY_PROOF_SECRETS is not set"]),
    ],
  };
}

type Pages = AsyncIterable<Parameters<typeof plainItem>[0][]>;

async function note(into: FoundRights, pages: Pages): Promise<void> {
  for await (const page of pages) for (const item of page) noteRight(into, plainItem(item));
}

async function scanned(): Promise<FoundRights> {
  const into = noRights();
  await note(into, scanItems());
  return into;
}

const partition = (pk: string, owner: string) => itemsOfPartition(pk.replace(ANY, owner), false);

async function noteOwner(into: FoundRights, owner: string, kinds: readonly Kind[]): Promise<void> {
  for (const { item } of [{ item: RIGHT_ROW_ITEM }, ...kinds]) {
    await note(into, partition(item.key.pk, owner));
  }
}

type Kind = typeof ACCOUNT_RIGHT;

async function rightsOf(
  account: LedgerId,
  { keys = [], organisationOnce = false }: RightsQuestion,
): Promise<FoundRights> {
  const into = noRights();
  await noteOwner(into, account, [ACCOUNT_RIGHT, CONNECTIONS_RIGHT, PAYMENTS_RIGHT]);
  const ids = new Set([...keys, ...keysIn(into), ...(await listedKeys(account))]);
  await note(into, itemsAt([...ids].map((id) => apiKeyKey(id as AuthorId))));
  const { pk, sk } = accountRecordKey(account);
  const id = into.rights.get(`${pk} ${sk}`)?.item["organisation"];
  if (typeof id === "string" && (!organisationOnce || (await isFirstOf(id, account)))) {
    await noteOwner(into, id, [ORGANISATION_RIGHT, MEMBER_RIGHT, INVITATION_RIGHT]);
    const members = [...into.rights.values()].filter(({ right }) => right === MEMBER_RIGHT);
    for (const { key } of members) await noteOwner(into, key.sk, [PERSON_RIGHT]);
  }
  return into;
}

const isFirstOf = async (organisation: string, account: LedgerId): Promise<boolean> =>
  String((await loadClientsAfter(organisation, 1))[0]?.account) === account;

async function listedKeys(account: LedgerId): Promise<string[]> {
  const pages = await Array.fromAsync(partition(KEY_LISTING_ITEM.key.pk, account));
  return pages.flat().map((item) => String(plainItem(item)["sk"]));
}

/** Returns the keys that the change history of an account names. */
const keysIn = ({ rows }: FoundRights): string[] =>
  [...rows.keys()].flatMap((id) => /^KEY#(\S+)/.exec(id)?.[1] ?? []);
