import {
  listSessions,
  SessionList,
  SessionListQuery,
} from "../../shared/accounts/people/manage-sessions.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.listSessions,
  query: SessionListQuery,
  output: SessionList,
  run: ({ query, ...own }) => listSessions(own, query),
});
