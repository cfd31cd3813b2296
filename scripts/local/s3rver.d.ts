declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  /** The used part of the S3 server: a listener over a folder. */
  class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent: boolean;
      readonly vhostBuckets: boolean;
      readonly allowMismatchedSignatures: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    /** Creates the configured buckets; an existing bucket keeps its objects. */
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    readonly store: import("./whole-puts.ts").FileStore & {
      existsObject(bucket: string, key: string): Promise<boolean>;
      /** The stored CORS or website configuration of a bucket, or the tags of an object. */
      getSubresource(bucket: string, key?: string, type?: string): Promise<object | null>;
    };
  }
  export = S3rver;
}

declare module "@20minutes/s3rver/lib/models/account.js" {
  /** The account whose signatures the server accepts. */
  export const DUMMY_ACCOUNT: {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void;
  };
}
