/** Starts the product and a browser for a journey, and closes both even when the journey fails. */
import type { Browser } from 'playwright-core';
import { launchBrowser } from './launchBrowser';
import { startProduct, type Product, type ProductOptions } from '../product/startProduct';

export interface BrowserEnvironment {
  readonly product: Product;
  readonly browser: Browser;
}

/** Opens stages and closes all of them at the end, the newest first. */
export function createBrowserEnvironments() {
  const closing: (() => Promise<void>)[] = [];
  const open = async (options?: ProductOptions): Promise<BrowserEnvironment> => {
    const product = await startProduct(options);
    closing.unshift(product.dispose);
    const browser = await launchBrowser();
    closing.unshift(() => browser.close());
    return { product, browser };
  };
  return {
    open,
    /** Registers something else to close. */
    later: (dispose: () => Promise<void>) => void closing.unshift(dispose),
    close: async () => {
      for (const dispose of closing.splice(0)) await dispose();
    },
  };
}
