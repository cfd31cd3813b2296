import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  QueryCommand as DynamoQuery,
  ScanCommand as DynamoScan,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type * as library from "@aws-sdk/lib-dynamodb";

/*
 * The calls of the table, with plain values in their input and output (native-protocol.ts). Their types
 * are those of the document client, which would do the same in twice the time (docs/decisions/0218).
 */
export const GetCommand = GetItemCommand as unknown as typeof library.GetCommand;
export const BatchGetCommand = BatchGetItemCommand as unknown as typeof library.BatchGetCommand;
export const QueryCommand = DynamoQuery as unknown as typeof library.QueryCommand;
export const ScanCommand = DynamoScan as unknown as typeof library.ScanCommand;
export const PutCommand = PutItemCommand as unknown as typeof library.PutCommand;
export const UpdateCommand = UpdateItemCommand as unknown as typeof library.UpdateCommand;
export const DeleteCommand = DeleteItemCommand as unknown as typeof library.DeleteCommand;
export const BatchWriteCommand =
  BatchWriteItemCommand as unknown as typeof library.BatchWriteCommand;
export const TransactWriteCommand =
  TransactWriteItemsCommand as unknown as typeof library.TransactWriteCommand;
