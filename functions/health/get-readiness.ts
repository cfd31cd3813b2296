import { endpoint } from "../../shared/api/endpoint.ts";
import * as routes from "../../shared/api/routes.ts";
import { requireAnsweringTable } from "../../shared/platform/dynamodb/readiness.ts";

export const handler = endpoint({
  route: routes.getReadiness,
  run: async () => {
    await requireAnsweringTable();
    return { status: "ready" };
  },
});
