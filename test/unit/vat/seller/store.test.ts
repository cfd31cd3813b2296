import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { updateRegistrations } from "../../../../shared/ledger/settings/store-settings.ts";
import { addRegistration } from "../../../../shared/vat/seller/change-settings.ts";
import type { Registrations } from "../../../../shared/vat/seller/registration.ts";
import { atHand } from "../../../make/author.ts";
import {
  makeNewRegistration,
  makeRegistration,
  makeRegistrations,
} from "../../../make/registration.ts";
import { mockedClient } from "../../../stack/mocked-client.ts";

const NOW = new Date("2026-11-22T00:00:00Z");
const dynamo = mockedClient(DynamoDBDocumentClient);
beforeEach(() => {
  dynamo.reset();
  vi.spyOn(Math, "random").mockReturnValue(0);
});

/** Another's write is in the way of the first item; the change that goes with it could be added. */
const inTheWay = () =>
  new TransactionCanceledException({
    $metadata: {},
    message: "Transaction cancelled",
    CancellationReasons: [{ Code: "ConditionalCheckFailed" }, { Code: "None" }],
  });

const written = () =>
  dynamo
    .commandCalls(TransactWriteCommand)
    .map(({ args }) => (args[0].input.TransactItems ?? []).map(({ Put }) => Put));
const add = (all: Registrations) => addRegistration(all, makeNewRegistration());

describe("a lost race", () => {
  it("is decided again on what the winner wrote", async () => {
    const winners = makeRegistrations(makeRegistration({ status: "excluded" }));
    dynamo.on(GetCommand).resolvesOnce({}).resolves({ Item: winners });
    dynamo.on(TransactWriteCommand).rejectsOnce(inTheWay()).resolves({});

    const after = await updateRegistrations("acme" as LedgerId, add, atHand(NOW));

    expect(after.value).toMatchObject({ version: 2, last_id: 2 });
    expect(written().map(([own]) => own?.ConditionExpression)).toEqual([
      "attribute_not_exists(version)",
      "version = :seen",
    ]);
    expect(written()[1]?.[1]?.Item).toMatchObject({
      pk: "CHANGES#acme",
      sk: "2026-11-22T00:00:00.000Z#registrations#000000002",
      changes: [{ id: 2, before: null }],
    });
  });

  it("may end in a refusal", async () => {
    dynamo
      .on(GetCommand)
      .resolvesOnce({})
      .resolves({ Item: makeRegistrations(makeRegistration()) });
    dynamo.on(TransactWriteCommand).rejects(inTheWay());

    await expect(updateRegistrations("acme" as LedgerId, add, atHand(NOW))).rejects.toMatchObject({
      code: "registration_overlap",
    });
    expect(written()).toHaveLength(1);
  });

  it("lost ten times is not_ready", async () => {
    dynamo.on(GetCommand).resolves({});
    dynamo.on(TransactWriteCommand).rejects(inTheWay());

    await expect(updateRegistrations("acme" as LedgerId, add, atHand(NOW))).rejects.toMatchObject({
      code: "not_ready",
    });
    expect(written()).toHaveLength(10);
  });
});

it("recognizes its own write when the first answer was lost and the SDK sent it again", async () => {
  dynamo.on(GetCommand).resolvesOnce({});
  dynamo.on(TransactWriteCommand).callsFake((input) => {
    const { write_id } = input.TransactItems[0].Put.Item;
    dynamo.on(GetCommand).resolves({ Item: { write_id } });
    throw inTheWay();
  });

  expect(await updateRegistrations("acme" as LedgerId, add, atHand(NOW))).toMatchObject({
    value: { version: 1, last_id: 1 },
    followed: false,
  });
  expect(written()).toHaveLength(1);
});

it("passes other errors through", async () => {
  dynamo.on(GetCommand).resolves({});
  dynamo.on(TransactWriteCommand).rejects(new Error("no network"));
  await expect(updateRegistrations("acme" as LedgerId, add, atHand(NOW))).rejects.toThrow(
    "no network",
  );
});

it("writes nothing when nothing changes", async () => {
  dynamo.on(GetCommand).resolves({ Item: makeRegistrations(makeRegistration()) });
  await updateRegistrations("acme" as LedgerId, (all) => all, atHand(NOW));
  expect(written()).toEqual([]);
});

it("does not go on with a stored registration that does not fit", async () => {
  const item = { version: 1, last_id: 1, items: [{ id: 1, scheme_type: "moss" }] };
  dynamo.on(GetCommand).resolves({ Item: item });
  await expect(updateRegistrations("acme" as LedgerId, add, atHand(NOW))).rejects.toThrow();
  expect(written()).toEqual([]);
});
