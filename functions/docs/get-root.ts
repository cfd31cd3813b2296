import { endpoint } from "../../shared/api/endpoint.ts";
import { redirect } from "../../shared/api/http-answer.ts";
import * as routes from "../../shared/api/routes.ts";

/** Redirects with a relative URL, so that it works under any path prefix. */
export const handler = endpoint({ route: routes.getRoot, run: () => redirect("docs") });
