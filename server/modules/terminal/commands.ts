/** From a command's name and values to a program and its words. Nothing a client sends ever becomes a word of its own. */
import { accessSync, constants, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { withManager, type CommandFace, type CommandSlot, type TerminalSettings } from '../../../common/terminal';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { beginning } from '../../../common/text/clean';
import type { CommandSpec, CommandTable } from '../../../config/terminal';
import type { Env } from '../../../config/env';

/** Where commands run and what they find there; tests have places of their own. */
export interface Places {
  readonly product: string;
  /** Our own command line. */
  readonly cli: string;
}
/** A command that may be started as it stands. */
export interface Runnable {
  readonly file: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes it may print. */
  readonly most: number;
}
export type Args = Readonly<Record<string, string>>;

const HALF_AN_HOUR = 1_800;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const KEY = /^[a-z][a-z-]*(?:\.[a-z]+)?$/;
const ID = /^[1-9]\d{0,14}$/;

const refused = (path: string) => fault('row.invalid', undefined, { fields: [{ path, code: 'choice' }] });

/** The table's own entry: what is inherited, misspelt or no text is no command. */
function specOf(table: CommandTable, key: string): CommandSpec {
  const spec = KEY.test(key) && Object.hasOwn(table, key) ? table[key] : undefined;
  if (spec === undefined) throw refused('command');
  return spec;
}

/** The key of a command as it is run: a package manager's is completed by the one that was chosen. */
export function completeKey(table: CommandTable, key: string, { manager }: TerminalSettings): string {
  if (Object.hasOwn(table, key)) return key;
  const [known] = KEY.test(key) ? Object.keys(table).filter((one) => one.startsWith(`${key}.`)) : [];
  if (known === undefined || key.includes('.')) throw refused('command');
  const complete = withManager(key, manager);
  if (complete === undefined || !Object.hasOwn(table, complete)) throw refused('manager');
  return complete;
}

const isFit = (slot: CommandSlot, value: string): boolean =>
  slot.kind === 'id' ? ID.test(value) : slot.values.includes(value);

const someArgs = z.record(z.string().max(40), z.union([z.string().max(200), z.number().int()]));
/** Values for exactly the slots there are, each of its own form. */
export function checkArgs(table: CommandTable, key: string, given: unknown): Args {
  const { slots = {} } = specOf(table, key);
  const read = someArgs.safeParse(given ?? {});
  if (!read.success) throw refused('args');
  const args: Record<string, string> = {};
  for (const [name, slot] of Object.entries(slots)) {
    const value = Object.hasOwn(read.data, name) ? String(read.data[name]) : '';
    if (!isFit(slot, value)) throw refused(name);
    args[name] = value;
  }
  if (Object.keys(read.data).some((name) => !Object.hasOwn(slots, name))) throw refused('args');
  return args;
}

/** What everybody may know of the table: package managers' commands once, without their suffix. */
export function facesOf(table: CommandTable): readonly CommandFace[] {
  const suffixes = new Map<string, number>();
  for (const key of Object.keys(table)) {
    const [group = ''] = key.split('.');
    suffixes.set(group, (suffixes.get(group) ?? 0) + 1);
  }
  const managed = (key: string) => ['test', 'web-install', 'web-build'].includes(key.split('.')[0] ?? '');
  const faces = Object.entries(table).map(([key, { slots = {} }]) => ({
    key: managed(key) ? (key.split('.')[0] ?? key) : key,
    manager: managed(key),
    slots,
  }));
  return faces.filter((face, at) => faces.findIndex(({ key }) => key === face.key) === at);
}

/** What a command sees of the environment. Nothing of ours but what it needs to find its tools. */
function baseEnv(settings: TerminalSettings): Record<string, string> {
  return {
    PATH: `${join(process.execPath, '..')}:${PATH}`,
    HOME: homedir(),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    FORCE_COLOR: '1',
    npm_config_registry: settings.registry,
    npm_config_update_notifier: 'false',
  };
}

function databaseUrl({ database }: Env): Record<string, string> {
  if (database.dialect === 'sqlite') return {};
  const { host, port, user, password, database: name } = database;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return { DATABASE_URL: `mariadb://${login}@${host}:${port}/${name}` };
}
const houseEnv = (env: Env): Record<string, string> => ({
  DATA_DIR: env.dataDir,
  APP_KEYS: env.appKeys.join(','),
  LOG_LEVEL: 'warn',
  ...databaseUrl(env),
});

/** A folder as it really is: a link cannot lead a command elsewhere unnoticed, and what is not there is an error before anything starts. */
function realFolder(folder: string): string {
  const real = realpathSync(folder);
  accessSync(real, constants.R_OK | constants.X_OK);
  return real;
}

export interface RunnableParts {
  readonly table: CommandTable;
  readonly places: Places;
  readonly env: Env;
  readonly settings: TerminalSettings;
}
/** Program, words and surroundings of a command; its values were checked before and are checked again. */
export function runnableOf({ table, places, env, settings }: RunnableParts, key: string, given: unknown): Runnable {
  const spec = specOf(table, key);
  const args = checkArgs(table, key, given);
  const words = wordsOf(spec, args);
  const isHouse = spec.file === 'house';
  return {
    file: isHouse ? process.execPath : spec.file,
    words: isHouse ? [places.cli, ...words] : words,
    cwd: realFolder(spec.cwd === 'product' ? places.product : env.dataDir),
    env: { ...baseEnv(settings), ...(spec.houseEnv === true ? houseEnv(env) : {}) },
    timeout: (spec.timeout ?? HALF_AN_HOUR) * 1000,
    most: spec.most ?? LIMITS.taskOutputMost,
  };
}
const wordsOf = ({ words }: CommandSpec, args: Args): readonly string[] =>
  words.map((word) => (typeof word === 'string' ? word : (args[word.slot] ?? '')));

/** The command line as people read it. */
export function lineOf(table: CommandTable, key: string, args: Args): string {
  const spec = specOf(table, key);
  const shown = [spec.file === 'house' ? 'atrium' : spec.file, ...wordsOf(spec, args)];
  return beginning(shown.join(' '), 500);
}
