import { mockClient } from "aws-sdk-client-mock";
import { putBackLater } from "./put-back.ts";

/** A client, or all of a class, that answers as a test says until the file is over. */
export const mockedClient: typeof mockClient = (client) => {
  const mock = mockClient(client);
  putBackLater(() => mock.restore());
  return mock;
};
