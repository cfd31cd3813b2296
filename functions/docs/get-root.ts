import { endpoint } from "../../shared/api/endpoint.ts";
import { redirect } from "../../shared/api/http-answer.ts";
import { routes } from "../../shared/api/routes.ts";

/** Relative: it works behind any prefix. */
export const handler = endpoint({ route: routes.getRoot, run: () => redirect("docs") });
