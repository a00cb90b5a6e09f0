/** The person of a second factor, and the tables that hold the factors of each realm: both number their people from 1. */
import type { Realm } from '../../../common/realm';

export interface FactorOwner {
  readonly realm: Realm;
  readonly id: number;
}
interface FactorTables {
  readonly factor: string;
  readonly recovery: string;
  readonly ticket: string;
  /** The column with the id of the person. */
  readonly person: string;
}
export const FACTOR_TABLES: Readonly<Record<Realm, FactorTables>> = {
  admin: { factor: '`admin_factor`', recovery: '`admin_recovery`', ticket: '`factor_ticket`', person: '`admin_id`' },
  member: {
    factor: '`member_factor`',
    recovery: '`member_recovery`',
    ticket: '`member_ticket`',
    person: '`user_id`',
  },
};

/** `admin:3`: names the person in additional data of ciphers and in the change log. */
export const factorOwnerKey = ({ realm, id }: FactorOwner): string => `${realm}:${id}`;
/** The owner in texts that were stored before members had second factors: admins are a plain number there. */
export const plainOwnerKey = ({ realm, id }: FactorOwner): string => (realm === 'admin' ? `${id}` : `member:${id}`);
