/** Reads and validates the environment. All problems are reported together, one sentence each. */
import { isIP } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { defaults } from './defaults';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SEEDS = ['demo', 'base'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
export type Seed = (typeof SEEDS)[number];
export type DatabaseUrl =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | {
      readonly dialect: 'mariadb';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

export interface ModuleSigner {
  readonly name: string;
  /** Public key in base64. */
  readonly key: string;
  /** Whether programs in its packages can run. */
  readonly runsCode: boolean;
}

type GatewayEnv =
  { readonly driver: 'builtin' } | { readonly driver: 'apisix'; readonly adminUrl: string; readonly adminKey: string };

export interface OidcEnv {
  /** As it is in the ID tokens: with https, and with http for private hosts only. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Env {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder that contains all files the server writes at run time. */
  readonly dataDir: string;
  readonly database: DatabaseUrl;
  /** The first key signs and encrypts; all keys verify and decrypt. Empty: the server generates one in `dataDir`/keys. */
  readonly appKeys: readonly string[];
  readonly adminUsername: string;
  /** Null: the server generates a password and prints it once. */
  readonly adminPassword: string | null;
  readonly seed: Seed;
  /** The origin of the site, without a trailing slash. Null: derived from the host and port of the HTTP server. */
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
  readonly logLevel: LogLevel;
  /** Whether the web terminal may run commands. */
  readonly terminal: boolean;
  /** Hosts of the private network that the server may call, such as mail servers and object stores, with or without a port. */
  readonly privateHosts: readonly string[];
  /** Public keys of the signers of modules, each with a name: their packages can add tables and screens to this installation. Those that can run code come first. */
  readonly moduleSigners: readonly ModuleSigner[];
  /** Whether the server may install npm packages that modules depend on; this needs the web terminal, too. */
  readonly moduleDependencies: boolean;
  /** API gateway of the apps' APIs: built in, or Apache APISIX, which is configured through its Admin API. */
  readonly gateway: GatewayEnv;
  /** The OpenID provider through which staff can sign in; null: none. */
  readonly oidc: OidcEnv | null;
  /** Folder into which tests let the server write captcha answers, mails and text messages as files; refused in production. */
  readonly testSinks: string | null;
  /** `name:action` pairs of fail points, which make the server fail on purpose in tests; refused in production. */
  readonly failpoints: readonly string[];
  /** The folder in which a person typed a command of the command line. */
  readonly callerDir: string;
}

/** Lists all problems of the environment, one sentence per line. */
export class EnvError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'EnvError';
  }
}

/** Reads the environment; an empty variable counts as not set. Throws `EnvError`. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const problems: string[] = [];
  const read = createReader(source, problems);
  const production = source['NODE_ENV'] === 'production';
  const dataDir = resolve(read.text('DATA_DIR') ?? defaults.dataDir);
  const env: Env = {
    production,
    port: read.parsed('PORT', readPort) ?? defaults.port,
    host: read.text('HOST') ?? defaults.host,
    dataDir,
    database: read.parsed('DATABASE_URL', readDatabaseUrl) ?? {
      dialect: 'sqlite',
      file: join(dataDir, 'atrium.sqlite'),
    },
    appKeys: read.parsed('APP_KEYS', readKeys) ?? [],
    adminUsername: read.parsed('ADMIN_USERNAME', readUsername) ?? 'admin',
    adminPassword: read.parsed('ADMIN_PASSWORD', readPassword),
    seed: read.parsed('SEED', (text) => oneOf(text, SEEDS)) ?? (production ? 'base' : 'demo'),
    publicUrl: read.parsed('PUBLIC_URL', readOrigin),
    trustedProxies: read.parsed('TRUSTED_PROXIES', readProxies) ?? [],
    logLevel: read.parsed('LOG_LEVEL', (text) => oneOf(text, LOG_LEVELS)) ?? 'info',
    terminal: read.parsed('TERMINAL', readSwitch) ?? !production,
    privateHosts: read.parsed('PRIVATE_HOSTS', (text) => readList(text.toLowerCase())) ?? [],
    moduleSigners: [
      ...(read.parsed('MODULE_CODE_SIGNERS', (text) => readSigners(text, true)) ?? []),
      ...(read.parsed('MODULE_SIGNERS', (text) => readSigners(text, false)) ?? []),
    ],
    moduleDependencies: read.parsed('MODULE_DEPENDENCIES', readSwitch) ?? true,
    gateway: readGateway(read, problems),
    oidc: readOidc(read, problems),
    testSinks: read.parsed('TEST_SINKS', (text) => resolve(text)),
    failpoints: read.parsed('FAILPOINTS', readList) ?? [],
    callerDir: resolve(read.text('INIT_CWD') ?? '.'), // npm sets it
  };
  if (production) problems.push(...productionProblems(env));
  if (problems.length > 0) throw new EnvError(problems);
  return env;
}

const GATEWAYS = ['builtin', 'apisix'] as const;
function readGateway(read: Reader, problems: string[]): GatewayEnv {
  const driver = read.parsed('GATEWAY', (text) => oneOf(text, GATEWAYS)) ?? 'builtin';
  if (driver === 'builtin') return { driver };
  const [adminUrl, adminKey] = [read.parsed('APISIX_ADMIN_URL', readOrigin), read.text('APISIX_ADMIN_KEY')];
  if (adminUrl === null) problems.push('APISIX_ADMIN_URL must be set with GATEWAY=apisix, such as http://apisix:9180.');
  if (adminKey === null) problems.push('APISIX_ADMIN_KEY must be set with GATEWAY=apisix.');
  if (read.text('PUBLIC_URL') === null) problems.push('PUBLIC_URL must be set with GATEWAY=apisix: APISIX calls it.');
  return { driver, adminUrl: adminUrl ?? '', adminKey: adminKey ?? '' };
}

function readOidc(read: Reader, problems: string[]): OidcEnv | null {
  const issuer = read.parsed('OIDC_ISSUER', (text) => readIssuer(text, read.text('PRIVATE_HOSTS') ?? ''));
  const [clientId, clientSecret] = [read.text('OIDC_CLIENT_ID'), read.text('OIDC_CLIENT_SECRET')];
  if (read.text('OIDC_ISSUER') === null) return null;
  if (clientId === null) problems.push('OIDC_CLIENT_ID must be set with OIDC_ISSUER.');
  if (clientSecret === null) problems.push('OIDC_CLIENT_SECRET must be set with OIDC_ISSUER.');
  return { issuer: issuer ?? '', clientId: clientId ?? '', clientSecret: clientSecret ?? '' };
}

function readIssuer(text: string, privateHosts: string): string {
  const url = readUrl(text, ['https:', 'http:']);
  if (url.search !== '' || url.hash !== '' || url.username !== '' || text.length > 255)
    throw new Error('must be a URL of at most 255 characters without query or user.');
  const hosts = readList(privateHosts.toLowerCase());
  if (url.protocol === 'http:' && !hosts.includes(url.hostname) && !hosts.includes(url.host))
    throw new Error('must begin with https://, unless PRIVATE_HOSTS names its host.');
  return text;
}

function productionProblems(env: Env): string[] {
  return [
    env.appKeys.length === 0 &&
      'APP_KEYS must be set in production: one or more secrets of at least 32 characters, separated by commas.',
    env.publicUrl === null && 'PUBLIC_URL must be set in production, for example https://office.example.com.',
    env.testSinks !== null && 'TEST_SINKS must not be set in production: it writes captcha answers and mails to disk.',
    env.failpoints.length > 0 && 'FAILPOINTS must not be set in production: they make the server fail on purpose.',
  ].filter((problem) => problem !== false);
}

interface Reader {
  text(name: string): string | null;
  /** Parses a variable; null when it is not set. The parser throws a message that continues a sentence beginning with the variable's name. */
  parsed<T>(name: string, parse: (text: string) => T): T | null;
}

function createReader(source: NodeJS.ProcessEnv, problems: string[]): Reader {
  const text = (name: string): string | null => source[name]?.trim() || null;
  return {
    text,
    parsed(name, parse) {
      const value = text(name);
      if (value === null) return null;
      try {
        return parse(value);
      } catch (error) {
        problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
        return null;
      }
    },
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`must be a port between 0 and 65535, not “${text}”.`);
  return port;
}

function readUrl(text: string, protocols: readonly string[]): URL {
  const message = `must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}.`;
  if (!URL.canParse(text)) throw new Error(message);
  const url = new URL(text);
  if (!protocols.includes(url.protocol)) throw new Error(message);
  return url;
}

function readDatabaseUrl(text: string): DatabaseUrl {
  // `sqlite:data/x.sqlite` is not a valid URL, but a common way to name a relative file.
  if (text.startsWith('sqlite:')) return { dialect: 'sqlite', file: readFile(text) };
  const url = readUrl(text, ['mariadb:', 'sqlite:']);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (url.hostname === '') throw new Error('names no host.');
  if (!/^[\w-]+$/.test(database))
    throw new Error('must name one database after the host, as in mariadb://user:pass@host:3306/atrium.');
  return {
    dialect: 'mariadb',
    host: url.hostname,
    port: url.port === '' ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
  };
}

function readFile(text: string): string {
  const file = text.slice('sqlite:'.length).replace(/^\/\//, '');
  if (file === '' || file === ':memory:')
    throw new Error('must name a file after sqlite:, a database in memory is not supported.');
  return isAbsolute(file) ? file : resolve(file);
}

function readKeys(text: string): string[] {
  const keys = readList(text);
  if (keys.some((key) => key.length < 32)) throw new Error('must hold secrets of at least 32 characters each.');
  if (keys.some((key) => new Set(key).size < 8)) throw new Error('must hold random secrets, not a repeated pattern.');
  return keys;
}

function readUsername(text: string): string {
  if (!/^[A-Za-z][\w]{2,14}$/.test(text))
    throw new Error('must begin with a letter and have 3 to 15 letters, digits or underscores.');
  return text;
}

function readPassword(text: string): string {
  if (!/^[^&<>"']{6,32}$/.test(text)) throw new Error('must have 6 to 32 characters, none of them & < > " or a quote.');
  return text;
}

function readOrigin(text: string): string {
  const url = readUrl(text, ['http:', 'https:']);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('must be an origin only, such as https://office.example.com, without path or user.');
  return url.origin;
}

function readProxies(text: string): string[] {
  const list = readList(text);
  for (const entry of list) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address);
    const isValidPrefix =
      prefix === undefined ||
      (/^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 6 ? 128 : 32));
    if (family === 0 || !isValidPrefix || rest.length > 0)
      throw new Error(`must list addresses or networks such as 10.0.0.0/8; “${entry}” is neither.`);
  }
  return list;
}

/** `name:key`, the key being the 32 bytes of an Ed25519 public key in base64. */
function readSigners(text: string, runsCode: boolean): ModuleSigner[] {
  return readList(text).map((entry) => {
    const [, name, key] = /^([\w .-]{1,40}):([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? [];
    if (name === undefined || key === undefined)
      throw new Error('must list signers as name:key, the key as `npm run module:key` prints it.');
    return { name, key, runsCode };
  });
}

const readList = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

function readSwitch(text: string): boolean {
  return oneOf(text, ['0', '1']) === '1';
}

function oneOf<const T extends string>(text: string, choices: readonly T[]): T {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new Error(`must be one of ${choices.join(', ')}, not “${text}”.`);
  return chosen;
}
