// A shop as its owner would set it up: Vendure in one process, with its database in a file, and the plugin as it is built.
import { existsSync } from "node:fs";
import {
  AddressBasedTaxZoneStrategy,
  bootstrap,
  DefaultLogger,
  defaultShippingCalculator,
  defaultShippingEligibilityChecker,
  dummyPaymentHandler,
  JobQueueService,
  LanguageCode,
  LogLevel,
  Populator,
  RequestContextService,
  TransactionalConnection,
} from "@vendure/core";
import { EuVatPlugin } from "./dist/src/eu-vat-vendure.js";

const { SHOP_PORT, SHOP_DATABASE, SERVICE_URL, SERVICE_KEY, STATES, TIMEOUT_MS } = process.env;
const isNew = !existsSync(SHOP_DATABASE);

/** The rate that the shop charges by itself, which no Member State has. */
const OWN_RATE = 1;

const app = await bootstrap({
  apiOptions: { port: Number(SHOP_PORT), adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: {
    tokenMethod: ["bearer"],
    requireVerification: false,
    superadminCredentials: { identifier: "superadmin", password: "superadmin" },
    cookieOptions: { secret: "a-trial" },
  },
  dbConnectionOptions: {
    type: "sqljs",
    location: SHOP_DATABASE,
    // It writes the whole database: too slow after each change.
    autoSave: false,
    synchronize: isNew,
  },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  shippingOptions: {
    shippingEligibilityCheckers: [defaultShippingEligibilityChecker],
    shippingCalculators: [defaultShippingCalculator],
  },
  taxOptions: { taxZoneStrategy: new AddressBasedTaxZoneStrategy() },
  plugins: [
    EuVatPlugin.init({
      serviceUrl: SERVICE_URL,
      apiKey: SERVICE_KEY,
      timeZone: "Europe/Stockholm",
      taxClasses: { Standard: "standard", Reduced: "books", Zero: "food" },
      dispatchCountry: "SE",
      sourceId: "vendure",
      timeoutMs: Number(TIMEOUT_MS),
      pauseSeconds: 1,
    }),
  ],
});

const { driver } = app.get(TransactionalConnection).rawConnection;
if (isNew) {
  await fill();
  await driver.save();
}
await app.get(JobQueueService).start();
// A check decides by itself when it looks: the task that runs each minute in a shop runs here when it is told to.
process.on("message", async (told) => {
  if (told === "save") process.send({ saved: await driver.save() });
  if (told === "catch up") process.send({ caughtUp: await app.get(EuVatPlugin).catchUp() });
});
process.send("ready");

async function fill() {
  const ctx = await app.get(RequestContextService).create({ apiType: "admin" });
  await app.get(Populator).populateInitialData(
    {
      defaultLanguage: LanguageCode.en,
      defaultZone: "Europe",
      countries: STATES.split(",").map((code) => ({ code, name: code, zone: "Europe" })),
      taxRates: [
        { name: "Standard", percentage: OWN_RATE },
        { name: "Reduced", percentage: OWN_RATE },
        { name: "Zero", percentage: OWN_RATE },
      ],
      shippingMethods: [],
      paymentMethods: [
        {
          name: "Paid",
          handler: {
            code: dummyPaymentHandler.code,
            arguments: [{ name: "automaticSettle", value: "true" }],
          },
        },
        {
          name: "Authorized",
          handler: {
            code: dummyPaymentHandler.code,
            arguments: [{ name: "automaticSettle", value: "false" }],
          },
        },
      ],
      collections: [],
    },
    ctx.channel,
  );
}
