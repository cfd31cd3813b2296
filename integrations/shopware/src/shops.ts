import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { type ShopRepositoryInterface, SimpleShop } from "@shopware-ag/app-server-sdk";

type StoredShop = { readonly shopId: string; readonly secretsRotatedAt: string | null };

/**
 * Keeps shops and their secrets in one file that only its owner reads. One process writes it: for several, implement the
 * interface of the SDK with a database.
 */
export class ShopFile implements ShopRepositoryInterface<SimpleShop> {
  readonly #path: string;
  readonly #shops: Map<string, SimpleShop>;
  #written: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
    this.#shops = new Map(stored(path).map((shop) => [shop.shopId, revived(shop)]));
  }

  async createShop(id: string, url: string, secret: string): Promise<void> {
    await this.updateShop(new SimpleShop(id, url, secret));
  }

  async getShopById(id: string): Promise<SimpleShop | null> {
    return this.#shops.get(id) ?? null;
  }

  async updateShop(shop: SimpleShop): Promise<void> {
    this.#shops.set(shop.getShopId(), shop);
    await this.#write();
  }

  async deleteShop(id: string): Promise<void> {
    this.#shops.delete(id);
    await this.#write();
  }

  /** Writes one version after the other, each as a whole: a crash leaves the one before. */
  #write(): Promise<void> {
    const content = JSON.stringify([...this.#shops.values()]);
    this.#written = this.#written
      .catch(() => {})
      .then(() => writeFile(`${this.#path}.new`, content, { mode: 0o600 }))
      .then(() => rename(`${this.#path}.new`, this.#path));
    return this.#written;
  }
}

function stored(path: string): StoredShop[] {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function revived(shop: StoredShop): SimpleShop {
  const { secretsRotatedAt: at } = shop;
  const secretsRotatedAt = at === null ? null : new Date(at);
  return Object.assign(new SimpleShop(shop.shopId, "", ""), shop, { secretsRotatedAt });
}
