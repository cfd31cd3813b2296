import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { NO_PROFILE, Profile } from "../accounts/profile.ts";
import { profileKey } from "../table/keys.ts";
import { versionOf } from "../table/schema-versions.ts";
import { dynamo, tableName } from "./dynamo.ts";

/** The account's profile, read strongly; an empty one before the first PUT. */
export async function loadProfile(account: string): Promise<Profile> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: profileKey(account), ConsistentRead: true }),
  );
  return Item ? Profile.parse(Item) : NO_PROFILE;
}

/** Replaces the whole profile; of two at once, the later one stands. */
export async function saveProfile(account: string, profile: Profile): Promise<void> {
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: { ...profileKey(account), ...versionOf("profile"), ...profile },
    }),
  );
}
