/** Accounts as signing in sees them: found by name, judged by password, always in the same time and with the same words. */
import type { Issue } from '../../../common/entity/issue';
import { LIMITS } from '../../../common/limits';
import { fault, type Fault } from '../../../common/protocol/faults';
import { normalize } from '../../../common/text/clean';
import { plainMobile } from '../../../common/text/mobile';
import { spendCaptcha } from '../../access/captcha';
import { knowsDevice } from '../../access/devices';
import {
  count,
  counted,
  delayAfter,
  forgive,
  giveBack,
  household,
  LOGIN_WINDOW,
  mustNotWait,
  takeTurn,
  textKey,
} from '../../access/limits';
import { passwordMatches } from '../../access/passwords';
import { placesOf } from '../../access/places';
import type { Realm } from '../../access/tokens';
import type { Services } from '../../context';

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly avatar: string | null;
  readonly password: string | null;
  readonly status: number;
  readonly last_login_time: number | null;
  readonly last_login_ip: string | null;
}
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly captcha: string | undefined;
  readonly captchaId: string | undefined;
  /** The notes of earlier sign-ins. */
  readonly device: string | undefined;
}
export interface Entrance {
  readonly services: Services;
  readonly realm: Realm;
  readonly ip: string;
  /** Told once per window when an account meets many wrong passwords. */
  readonly onSiege: (account: Account) => void;
}
export interface Entered {
  readonly account: Account;
  /** Neither this browser nor this address was ever here, though the account was used before. */
  readonly isNewPlace: boolean;
}

const COLUMNS = 'id, username, nickname, avatar, password, status, last_login_time, last_login_ip';
/** Members may sign in with what they remember best; the order decides when one member's name is another's address. */
const FINDERS: Readonly<Record<Realm, readonly string[]>> = {
  admin: ['SELECT ' + COLUMNS + ' FROM `admin` WHERE username_n = ? AND live = 0'],
  member: [
    'SELECT ' + COLUMNS + ' FROM `user` WHERE username_n = ? AND live = 0',
    'SELECT ' + COLUMNS + ' FROM `user` WHERE email_n = ? AND live = 0',
    'SELECT ' + COLUMNS + ' FROM `user` WHERE mobile_n = ? AND live = 0',
  ],
};

/** Whatever way a name is written, it is one name, with one counter of failures. */
const nameOf = (given: string): string => plainMobile(normalize(given));

const BY_ID: Readonly<Record<Realm, string>> = {
  admin: 'SELECT ' + COLUMNS + ' FROM `admin` WHERE id = ? AND live = 0',
  member: 'SELECT ' + COLUMNS + ' FROM `user` WHERE id = ? AND live = 0',
};

/** Every finder is asked, whichever knows the name: the time tells nothing. */
async function findAccount(services: Services, realm: Realm, name: string): Promise<Account | undefined> {
  const found = await Promise.all(FINDERS[realm].map((sql) => services.db.rows<Account>(sql, [name])));
  const row = found.flat()[0];
  return row && { ...row, id: Number(row.id), status: Number(row.status) };
}

/** The account of an id, as signing in sees it. */
export async function accountOf(services: Services, realm: Realm, id: number): Promise<Account | undefined> {
  const [row] = await services.db.rows<Account>(BY_ID[realm], [id]);
  return row && { ...row, id: Number(row.id), status: Number(row.status) };
}

/** One counter of failures, and how many of them before guesses are slowed down. */
interface Gate {
  readonly bucket: string;
  readonly slowFrom: number;
}
interface Visit {
  readonly name: string;
  readonly account: Account | undefined;
  readonly isNewPlace: boolean;
  /** The account was used from this household or browser before. */
  readonly knownPlace: boolean;
  readonly own: Gate;
  /** The gates this visit must pass: who was here before is spared those that strangers can shut. */
  readonly gates: readonly Gate[];
}

const bucketsOf = (realm: Realm, address: string, name: string) => ({
  own: `login:${realm}:both:${address}:${textKey(name)}`,
  address: `login:${realm}:address:${address}`,
  account: `login:${realm}:account:${textKey(name)}`,
});

async function visitOf({ services, realm, ip }: Entrance, given: Credentials): Promise<Visit> {
  const name = nameOf(given.username);
  const address = household(ip);
  const buckets = bucketsOf(realm, address, name);
  const account = await findAccount(services, realm, name);
  const places = await placesOf(services, realm, account?.id ?? 0);
  const { device } = given;
  const knownDevice =
    device !== undefined && account !== undefined && knowsDevice(services.env.appKeys, realm, device, account.id);
  const own = { bucket: buckets.own, slowFrom: LIMITS.loginFailures };
  const fromAddress = { bucket: buckets.address, slowFrom: LIMITS.loginPerAddress };
  const anywhere = { bucket: buckets.account, slowFrom: LIMITS.loginPerAccount };
  const knownPlace = knownDevice || places.has(address);
  return {
    name,
    account,
    isNewPlace: !knownPlace && places.size > 0,
    knownPlace,
    own,
    gates: [own, ...(knownDevice ? [] : [fromAddress]), ...(knownPlace ? [] : [anywhere])],
  };
}

/** Whether the next try from here needs a captcha; `name` only when the form knows whom it is for. */
export async function wantsCaptcha(services: Services, realm: Realm, ip: string, name?: string): Promise<boolean> {
  if (services.settings.captcha !== 'adaptive') return services.settings.captcha === 'always';
  const { own, address, account } = bucketsOf(realm, household(ip), nameOf(name ?? ''));
  const buckets = name === undefined || name === '' ? [address] : [address, own, account];
  const counts = await Promise.all(buckets.map((bucket) => counted(services, bucket)));
  return counts.some(({ hits }) => hits >= LIMITS.loginFailures);
}

/** The account the credentials belong to. Unknown, disabled and wrong cannot be told apart. */
export async function checkCredentials(entrance: Entrance, given: Credentials): Promise<Entered> {
  const { services } = entrance;
  const visit = await visitOf(entrance, given);
  for (const { bucket } of visit.gates) await mustNotWait(services, bucket);
  const hits: number[] = [];
  for (const { bucket } of visit.gates) hits.push((await count(services, bucket, LOGIN_WINDOW)).hits);
  const most = Math.max(...hits);
  if (visit.account && isSiege(visit, hits)) entrance.onSiege(visit.account);
  await passCaptcha(entrance, given, most);
  for (const [place, { bucket, slowFrom }] of visit.gates.entries())
    await takeTurn(services, bucket, delayAfter(hits[place] ?? 0, slowFrom));
  const { account } = visit;
  const matches = await passwordMatches(given.password, account?.password ?? undefined, visit.knownPlace);
  if (!matches || account?.status !== 1) {
    throw wrong(services, most);
  }
  await forgive(services, visit.own.bucket);
  for (const { bucket } of visit.gates.slice(1)) await giveBack(services, bucket);
  return { account, isNewPlace: visit.isNewPlace };
}

async function passCaptcha({ services, ip }: Entrance, given: Credentials, hits: number): Promise<void> {
  const { captcha = '', captchaId = '' } = given;
  const right = captchaId !== '' && (await spendCaptcha(services, { id: captchaId, purpose: 'login', ip }, captcha));
  const { captcha: rule } = services.settings;
  const wanted = rule === 'always' || (rule === 'adaptive' && hits > LIMITS.loginFailures);
  if (!wanted || right) return;
  const issue: Issue = { path: 'captcha', code: captcha === '' ? 'required' : 'captcha' };
  throw fault('auth.captcha', undefined, { fields: [issue], data: { captcha: true } });
}

/** A form needs to know besides whether its next try must bring a captcha. */
function wrong({ settings }: Services, hits: number): Fault {
  const next = settings.captcha === 'always' || (settings.captcha === 'adaptive' && hits >= LIMITS.loginFailures);
  return fault('auth.wrong', undefined, { data: { captcha: next } });
}

const SIEGE = 20;
/** Exactly once while a counter runs. */
const isSiege = ({ gates, own }: Visit, hits: readonly number[]): boolean =>
  gates.some((gate, place) => hits[place] === (gate === own ? SIEGE : LIMITS.loginPerAccount));
