/** Accounts as signing in sees them: found by name, judged by password, always in the same time and with the same words. */
import { normalize } from '../../../common/entity/match';
import { fault } from '../../../common/protocol/faults';
import { ACCOUNT_TRIES, ADDRESS_TRIES, LOGIN_TRIES, attempt, forgive, household } from '../../access/limits';
import { passwordMatches } from '../../access/passwords';
import type { Realm } from '../../access/tokens';
import type { Kit } from '../../kit';

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly avatar: string | null;
  readonly password: string | null;
  readonly status: number;
  readonly last_login_time: number | null;
}
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

const COLUMNS = 'id, username, nickname, avatar, password, status, last_login_time';
/** Members may sign in with what they remember best; the order decides when one member's name is another's address. */
const FINDERS: Readonly<Record<Realm, readonly string[]>> = {
  admin: ['SELECT ' + COLUMNS + ' FROM `admin` WHERE username_n = ? AND live = 0'],
  member: [
    'SELECT ' + COLUMNS + ' FROM `user` WHERE username_n = ? AND live = 0',
    'SELECT ' + COLUMNS + ' FROM `user` WHERE email_n = ? AND live = 0',
    'SELECT ' + COLUMNS + ' FROM `user` WHERE mobile_n = ? AND live = 0',
  ],
};

async function findAccount(kit: Kit, realm: Realm, name: string): Promise<Account | undefined> {
  for (const sql of FINDERS[realm]) {
    const [row] = await kit.db.rows<Account>(sql, [name]);
    if (row) return { ...row, id: Number(row.id), status: Number(row.status) };
  }
  return undefined;
}

/** Guesses from all over the world must not lock people out of the places they usually sign in from. */
async function wasHere(kit: Kit, realm: Realm, account: Account | undefined, ip: string): Promise<boolean> {
  const sql = 'SELECT id FROM `session` WHERE realm = ? AND principal = ? AND ip = ? LIMIT 1';
  return (await kit.db.rows(sql, [realm, account?.id ?? 0, ip])).length > 0;
}

/** The account the credentials belong to. Unknown accounts and wrong passwords cannot be told apart. */
export async function checkCredentials(kit: Kit, realm: Realm, given: Credentials, ip: string): Promise<Account> {
  const name = normalize(given.username);
  const address = household(ip);
  const own = `login:${realm}:${address}:${name}`;
  await attempt(kit, own, LOGIN_TRIES);
  await attempt(kit, `login:${realm}:${address}`, ADDRESS_TRIES);
  const account = await findAccount(kit, realm, name);
  if (!(await wasHere(kit, realm, account, ip))) await attempt(kit, `login:${realm}:*:${name}`, ACCOUNT_TRIES);
  if (!(await passwordMatches(given.password, account?.password ?? undefined)) || !account) throw fault('auth.wrong');
  await forgive(kit, own);
  if (account.status !== 1) throw fault('auth.disabled');
  return account;
}
