/** The two sides of the product. */

/** Staff use the console (`admin`), members the member center (`member`). */
export type Realm = 'admin' | 'member';
export const REALMS: readonly Realm[] = ['admin', 'member'];
