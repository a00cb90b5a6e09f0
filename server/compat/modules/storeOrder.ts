/** Orders of the module store as older clients send them back: a plugin of a source, and the price that was shown. */
export interface StoreOrder {
  /** The id of the source. */
  readonly source: number;
  readonly uid: string;
  /** Decimal text or points, as shown; empty where nothing is to be paid. */
  readonly price: string;
}

export const printOrder = ({ source, uid, price }: StoreOrder): string => `${source}:${uid}:${price}`;

const ORDER = /^(\d{1,10}):([\w-]{1,60}):(\d{0,13}(?:\.\d{2})?)$/;
/** Returns undefined for any other text. */
export function parseOrder(text: string): StoreOrder | undefined {
  const [whole, source, uid = '', price = ''] = ORDER.exec(text) ?? [];
  return whole === undefined ? undefined : { source: Number(source), uid, price };
}
