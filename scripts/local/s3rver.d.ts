declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  /** The part of the S3 server that is used here: a listener over a folder. */
  class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent: boolean;
      readonly vhostBuckets: boolean;
      readonly allowMismatchedSignatures: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    /** Creates the configured buckets; one that exists keeps its objects. */
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    readonly store: import("./whole-puts.ts").FileStore & {
      existsObject(bucket: string, key: string): Promise<boolean>;
    };
  }
  export = S3rver;
}

declare module "@20minutes/s3rver/lib/models/account.js" {
  /** Whose signatures the server accepts. */
  export const DUMMY_ACCOUNT: {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void;
  };
}
