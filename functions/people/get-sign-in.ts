import {
  describeSignIn,
  SignInAnswer,
  signInSettings,
} from "../../shared/accounts/people/issuer.ts";
import { endpoint } from "../../shared/api/endpoint.ts";
import * as routes from "../../shared/api/routes.ts";

export const handler = endpoint({
  route: routes.getSignIn,
  output: SignInAnswer,
  run: () => describeSignIn(signInSettings()),
});
