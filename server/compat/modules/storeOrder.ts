/** Orders of the module store as older clients send them back: a plugin of a source, and the prices that were shown. */
export interface StoreOrder {
  /** The id of the source. */
  readonly source: number;
  readonly uid: string;
  /** Decimal text; empty where nothing is to be paid. */
  readonly price: string;
  /** The price in points; empty where the plugin has none. */
  readonly points: string;
}

export const printOrder = ({ source, uid, price, points }: StoreOrder): string => `${source}:${uid}:${price}:${points}`;

const ORDER = /^(\d{1,10}):([\w-]{1,60}):(\d{0,13}(?:\.\d{2})?):(\d{0,13})$/;
/** Returns undefined for any other text. */
export function parseOrder(text: string): StoreOrder | undefined {
  const [whole, source, uid = '', price = '', points = ''] = ORDER.exec(text) ?? [];
  return whole === undefined ? undefined : { source: Number(source), uid, price, points };
}
