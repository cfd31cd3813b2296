import { appOf } from "./app.ts";
import { ShopFile } from "./shops.ts";

const settingOf = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name}; the README says what it is`);
  return value;
};

const server = appOf({
  appUrl: settingOf("APP_URL"),
  appSecret: settingOf("APP_SECRET"),
  shops: new ShopFile(settingOf("SHOPS_FILE")),
  serviceUrl: settingOf("VAT_URL"),
  apiKey: settingOf("VAT_KEY"),
  taxClasses: JSON.parse(settingOf("TAX_CLASSES")),
  dispatchCountry: process.env["DISPATCH_COUNTRY"],
  timeoutMs: Number(process.env["TIMEOUT_MS"] ?? 2_000),
});
server.listen(Number(process.env["PORT"] ?? 3100), () => process.stdout.write("ready\n"));
