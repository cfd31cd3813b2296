import { RemovalPolicy } from "aws-cdk-lib";
import { BlockPublicAccess, BucketEncryption } from "aws-cdk-lib/aws-s3";

/**
 * The minimum settings of every bucket of this service. What a failed first creation has made is deleted again, so that
 * it leaves nothing behind.
 */
export const PRIVATE = {
  encryption: BucketEncryption.S3_MANAGED,
  enforceSSL: true,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
};
