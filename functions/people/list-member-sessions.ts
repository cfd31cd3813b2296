import {
  listMemberSessions,
  MemberSessionList,
  SessionListQuery,
} from "../../shared/accounts/people/manage-sessions.ts";
import { MemberPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.listMemberSessions,
  path: MemberPath,
  query: SessionListQuery,
  output: MemberSessionList,
  run: ({ path, query, now }) => listMemberSessions(path, now, query),
});
