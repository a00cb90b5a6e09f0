/**
 * Checks the credentials of a sign-in (login): finds the account by name, verifies the password, and takes the same time and returns the
 * same error in every case. Login rate limit against brute force: after some failed attempts, further ones need a captcha and follow a temporary lockout.
 */
import type { Issue } from '../../../common/entity/issue';
import { LIMITS } from '../../../common/limits';
import { fault, type Fault } from '../../../common/protocol/faults';
import { normalizeForSearch } from '../../../common/text/normalize';
import { normalizeMobile } from '../../../common/text/mobileNumber';
import { redeemCaptcha } from '../../access/codes/captcha';
import { hasKnownDevice } from '../../access/sessions/deviceToken';
import {
  countAttempt,
  loadAttempts,
  lockoutMsAfter,
  resetAttempts,
  releaseAttempt,
  getIpPrefix,
  LOGIN_WINDOW_MS,
  assertNotLockedOut,
  enforceLockout,
  hashBucketPart,
} from '../../access/limits/rateLimits';
import { isPasswordCorrect } from '../../access/passwords/passwordHash';
import { recentIpPrefixes } from '../../access/sessions/recentIpPrefixes';
import type { Realm } from '../../../common/realm';
import type { Services } from '../../context';

export interface StoredAccount {
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
  /** Device tokens of earlier sign-ins. */
  readonly device: string | undefined;
}
export interface SignInRequest {
  readonly services: Services;
  readonly realm: Realm;
  readonly ip: string;
  /** Called once per window when an account gets many wrong passwords. */
  readonly onManyFailures: (account: StoredAccount) => void;
}
export interface VerifiedCredentials {
  readonly account: StoredAccount;
  /** Neither this browser nor this IP prefix was used before, although the account was. */
  readonly isNewLocation: boolean;
}

const COLUMNS = 'id, username, nickname, avatar, password, status, last_login_time, last_login_ip';
/** The columns by which an account is found, in this order: one member's username may be another's address. */
const FIND_SQL: Readonly<Record<Realm, readonly string[]>> = {
  admin: ['SELECT ' + COLUMNS + ' FROM `admin` WHERE username_n = ? AND live = 0'],
  member: [
    'SELECT ' + COLUMNS + ' FROM `user` WHERE username_n = ? AND live = 0',
    'SELECT ' + COLUMNS + ' FROM `user` WHERE email_n = ? AND live = 0',
    'SELECT ' + COLUMNS + ' FROM `user` WHERE mobile_n = ? AND live = 0',
  ],
};

/** All spellings of a name share one counter of failed attempts. */
const normalizeLogin = (login: string): string => normalizeMobile(normalizeForSearch(login));

const FIND_BY_ID_SQL: Readonly<Record<Realm, string>> = {
  admin: 'SELECT ' + COLUMNS + ' FROM `admin` WHERE id = ? AND live = 0',
  member: 'SELECT ' + COLUMNS + ' FROM `user` WHERE id = ? AND live = 0',
};

/** Runs every query even after a match, so that the time reveals nothing. */
async function findAccount(services: Services, realm: Realm, name: string): Promise<StoredAccount | undefined> {
  const found = await Promise.all(FIND_SQL[realm].map((sql) => services.db.rows<StoredAccount>(sql, [name])));
  const row = found.flat()[0];
  return row && { ...row, id: Number(row.id), status: Number(row.status) };
}

/** Loads an account by id, with the columns that a sign-in needs. */
export async function loadAccount(services: Services, realm: Realm, id: number): Promise<StoredAccount | undefined> {
  const [row] = await services.db.rows<StoredAccount>(FIND_BY_ID_SQL[realm], [id]);
  return row && { ...row, id: Number(row.id), status: Number(row.status) };
}

/** A counter of failed attempts and the number that it allows without a lockout. */
interface FailedAttemptCounter {
  readonly bucket: string;
  readonly freeAttempts: number;
}
interface SignInAttempt {
  readonly name: string;
  readonly account: StoredAccount | undefined;
  readonly isNewLocation: boolean;
  /** The account was used from this IP prefix or browser before. */
  readonly isKnownLocation: boolean;
  readonly ownCounter: FailedAttemptCounter;
  /** The counters that apply to this attempt; a known location is exempt from those that strangers can fill. */
  readonly counters: readonly FailedAttemptCounter[];
}

const getBuckets = (realm: Realm, ipPrefix: string, name: string) => ({
  own: `login:${realm}:both:${ipPrefix}:${hashBucketPart(name)}`,
  ipPrefix: `login:${realm}:address:${ipPrefix}`,
  account: `login:${realm}:account:${hashBucketPart(name)}`,
});

async function createAttempt({ services, realm, ip }: SignInRequest, credentials: Credentials): Promise<SignInAttempt> {
  const name = normalizeLogin(credentials.username);
  const ipPrefix = getIpPrefix(ip);
  const buckets = getBuckets(realm, ipPrefix, name);
  const account = await findAccount(services, realm, name);
  const knownLocations = await recentIpPrefixes(services, realm, account?.id ?? 0);
  const { device } = credentials;
  const isKnownDevice =
    device !== undefined && account !== undefined && hasKnownDevice(services.env.appKeys, realm, device, account.id);
  const ownCounter = { bucket: buckets.own, freeAttempts: LIMITS.loginFailures };
  const forIpPrefix = { bucket: buckets.ipPrefix, freeAttempts: LIMITS.loginFailuresPerIpPrefix };
  const forAccount = { bucket: buckets.account, freeAttempts: LIMITS.loginFailuresPerAccount };
  const isKnownLocation = isKnownDevice || knownLocations.has(ipPrefix);
  return {
    name,
    account,
    isNewLocation: !isKnownLocation && knownLocations.size > 0,
    isKnownLocation,
    ownCounter,
    counters: [ownCounter, ...(isKnownDevice ? [] : [forIpPrefix]), ...(isKnownLocation ? [] : [forAccount])],
  };
}

/** Whether the next attempt needs a captcha; `name` only when the form knows the account. */
export async function isCaptchaRequired(services: Services, realm: Realm, ip: string, name?: string): Promise<boolean> {
  if (services.settings.captcha !== 'adaptive') return services.settings.captcha === 'always';
  const { own, ipPrefix, account } = getBuckets(realm, getIpPrefix(ip), normalizeLogin(name ?? ''));
  const buckets = name === undefined || name === '' ? [ipPrefix] : [ipPrefix, own, account];
  const counts = await Promise.all(buckets.map((bucket) => loadAttempts(services, bucket)));
  return counts.some(({ hits }) => hits >= LIMITS.loginFailures);
}

/** The account of the credentials. Unknown names, disabled accounts and wrong passwords give the same error. */
export async function checkCredentials(request: SignInRequest, credentials: Credentials): Promise<VerifiedCredentials> {
  const { services } = request;
  const signInAttempt = await createAttempt(request, credentials);
  for (const { bucket } of signInAttempt.counters) await assertNotLockedOut(services, bucket);
  const hits: number[] = [];
  for (const { bucket } of signInAttempt.counters)
    hits.push((await countAttempt(services, bucket, LOGIN_WINDOW_MS)).hits);
  const maxHits = Math.max(...hits);
  if (signInAttempt.account && hasManyFailures(signInAttempt, hits)) request.onManyFailures(signInAttempt.account);
  await assertCaptcha(request, credentials, maxHits);
  for (const [index, { bucket, freeAttempts }] of signInAttempt.counters.entries())
    await enforceLockout(services, bucket, lockoutMsAfter(hits[index] ?? 0, freeAttempts));
  const { account } = signInAttempt;
  const matches = await isPasswordCorrect(
    credentials.password,
    account?.password ?? undefined,
    signInAttempt.isKnownLocation,
  );
  if (!matches || account?.status !== 1) {
    throw wrongCredentialsFault(services, maxHits);
  }
  await resetAttempts(services, signInAttempt.ownCounter.bucket);
  for (const { bucket } of signInAttempt.counters.slice(1)) await releaseAttempt(services, bucket);
  return { account, isNewLocation: signInAttempt.isNewLocation };
}

async function assertCaptcha({ services, ip }: SignInRequest, credentials: Credentials, hits: number): Promise<void> {
  const { captcha = '', captchaId = '' } = credentials;
  const isCorrect =
    captchaId !== '' && (await redeemCaptcha(services, { id: captchaId, purpose: 'login', ip }, captcha));
  const { captcha: captchaMode } = services.settings;
  const isRequired = captchaMode === 'always' || (captchaMode === 'adaptive' && hits > LIMITS.loginFailures);
  if (!isRequired || isCorrect) return;
  const issue: Issue = { path: 'captcha', code: captcha === '' ? 'required' : 'captcha' };
  throw fault('auth.captcha', undefined, { fields: [issue], data: { captcha: true } });
}

/** The error also tells the form whether the next attempt needs a captcha. */
function wrongCredentialsFault({ settings }: Services, hits: number): Fault {
  const needsCaptcha =
    settings.captcha === 'always' || (settings.captcha === 'adaptive' && hits >= LIMITS.loginFailures);
  return fault('auth.wrong', undefined, { data: { captcha: needsCaptcha } });
}

const MANY_FAILURES = 20;
/** True exactly once per counter window. */
const hasManyFailures = ({ counters, ownCounter }: SignInAttempt, hits: readonly number[]): boolean =>
  counters.some(
    (counter, index) => hits[index] === (counter === ownCounter ? MANY_FAILURES : LIMITS.loginFailuresPerAccount),
  );
