declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  /** The part of the library's server that the local issuer uses. */
  class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: string, listener: (...details: unknown[]) => void): this;
  }
  export = Provider;
}
