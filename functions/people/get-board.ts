import { Board, BoardQuery } from "../../shared/accounts/people/board.ts";
import { showBoard } from "../../shared/accounts/people/manage-organisations.ts";
import { OrganisationPath } from "../../shared/accounts/people/organisation.ts";
import { accountEndpoint } from "../../shared/api/account-endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = accountEndpoint({
  route: routes.getBoard,
  path: OrganisationPath,
  query: BoardQuery,
  output: Board,
  isCompressed: true,
  run: ({ path: { organisation }, query, author, today, isCompressed }) =>
    showBoard(organisation, author, query, { today, isCompressed }),
});
