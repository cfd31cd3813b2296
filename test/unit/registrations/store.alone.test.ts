import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addRegistration } from "../../../shared/registrations/change.ts";
import type { Registrations } from "../../../shared/registrations/registration.ts";
import { updateRegistrations } from "../../../shared/store/registrations.ts";
import {
  makeNewRegistration,
  makeRegistration,
  makeRegistrations,
} from "../../make/registration.ts";

const NOW = new Date("2026-11-22T00:00:00Z");
const dynamo = mockClient(DynamoDBDocumentClient);
beforeEach(() => {
  dynamo.reset();
  vi.spyOn(Math, "random").mockReturnValue(0);
});

const inTheWay = (write_id: string) =>
  new ConditionalCheckFailedException({
    $metadata: {},
    message: "The conditional request failed",
    Item: { write_id: { S: write_id } },
  });

const written = () => dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input);
const add = (all: Registrations) => addRegistration(all, makeNewRegistration());

describe("a lost race", () => {
  it("is decided again on what the winner wrote", async () => {
    const winners = makeRegistrations(makeRegistration({ status: "excluded" }));
    dynamo.on(GetCommand).resolvesOnce({}).resolves({ Item: winners });
    dynamo.on(PutCommand).rejectsOnce(inTheWay("another's")).resolves({});

    const after = await updateRegistrations("acme", add, NOW);

    expect(after.value).toMatchObject({ version: 2, last_id: 2 });
    expect(written().map(({ ConditionExpression }) => ConditionExpression)).toEqual([
      "attribute_not_exists(version)",
      "version = :seen",
    ]);
  });

  it("may end in a refusal", async () => {
    dynamo
      .on(GetCommand)
      .resolvesOnce({})
      .resolves({ Item: makeRegistrations(makeRegistration()) });
    dynamo.on(PutCommand).rejects(inTheWay("another's"));

    await expect(updateRegistrations("acme", add, NOW)).rejects.toMatchObject({
      code: "registration_overlap",
    });
    expect(written()).toHaveLength(1);
  });

  it("lost ten times is not_ready", async () => {
    dynamo.on(GetCommand).resolves({});
    dynamo.on(PutCommand).rejects(inTheWay("another's"));

    await expect(updateRegistrations("acme", add, NOW)).rejects.toMatchObject({
      code: "not_ready",
    });
    expect(written()).toHaveLength(10);
  });
});

it("recognizes its own write when the first answer was lost and the SDK sent it again", async () => {
  dynamo.on(GetCommand).resolves({});
  dynamo.on(PutCommand).callsFake((input) => {
    throw inTheWay(input.Item.write_id);
  });

  expect(await updateRegistrations("acme", add, NOW)).toMatchObject({
    value: { version: 1, last_id: 1 },
    followed: false,
  });
  expect(written()).toHaveLength(1);
});

it("passes other errors through", async () => {
  dynamo.on(GetCommand).resolves({});
  dynamo.on(PutCommand).rejects(new Error("no network"));
  await expect(updateRegistrations("acme", add, NOW)).rejects.toThrow("no network");
});

it("writes nothing when nothing changes", async () => {
  dynamo.on(GetCommand).resolves({ Item: makeRegistrations(makeRegistration()) });
  await updateRegistrations("acme", (all) => all, NOW);
  expect(written()).toEqual([]);
});

it("does not go on with a stored registration that does not fit", async () => {
  const item = { version: 1, last_id: 1, items: [{ id: 1, scheme_type: "moss" }] };
  dynamo.on(GetCommand).resolves({ Item: item });
  await expect(updateRegistrations("acme", add, NOW)).rejects.toThrow();
  expect(written()).toEqual([]);
});
