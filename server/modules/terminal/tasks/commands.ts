/** Builds a program call from a command's name and values. A client's text never becomes a separate argument. */
import { accessSync, constants, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  managerCommandKey,
  type CommandSummary,
  type CommandSlot,
  type TerminalSettings,
} from '../../../../common/terminal';
import { SERVER_LIMITS } from '../../../../common/serverLimits';
import { fault } from '../../../../common/protocol/faults';
import { truncate } from '../../../../common/text/normalize';
import type { CommandSpec, CommandTable } from '../../../../config/terminalCommands';
import type { Env } from '../../../../config/env';
import { dependencyFolder } from '../../../platform/dependencyFolder';

/** Folders and files of commands; tests use their own. */
export interface CommandPaths {
  readonly productDir: string;
  /** The command line of this server. */
  readonly cliFile: string;
}
/** A command that is ready to start. */
export interface CommandInvocation {
  readonly file: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /** Maximum bytes of output. */
  readonly maxOutputBytes: number;
}
export type Args = Readonly<Record<string, string>>;

const DEFAULT_TIMEOUT_SECONDS = 1_800;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const COMMAND_KEY = /^[a-z][a-z-]*(?:\.[a-z]+)?$/;
const ROW_ID = /^[1-9]\d{0,14}$/;
const DIGEST = /^[0-9a-f]{64}$/;

/** The fault of a value that is none of the allowed ones. */
export const invalidChoice = (path: string) => fault('row.invalid', undefined, { fields: [{ path, code: 'choice' }] });

/** Looks a command up in the table of allowed commands, by own keys only. Throws when the key is unknown or inherited. */
function requireCommand(table: CommandTable, key: string): CommandSpec {
  const spec = COMMAND_KEY.test(key) && Object.hasOwn(table, key) ? table[key] : undefined;
  if (spec === undefined) throw invalidChoice('command');
  return spec;
}

/** The key of the command to run: for a package manager command, completed by the configured manager. */
export function resolveCommandKey(table: CommandTable, key: string, { manager }: TerminalSettings): string {
  if (Object.hasOwn(table, key)) return key;
  const [known] = COMMAND_KEY.test(key)
    ? Object.keys(table).filter((candidate) => candidate.startsWith(`${key}.`))
    : [];
  if (known === undefined || key.includes('.')) throw invalidChoice('command');
  const complete = managerCommandKey(key, manager);
  if (complete === undefined || !Object.hasOwn(table, complete)) throw invalidChoice('manager');
  return complete;
}

function isValidSlotValue(slot: CommandSlot, value: string): boolean {
  if (slot.kind === 'id') return ROW_ID.test(value);
  return slot.kind === 'digest' ? DIGEST.test(value) : slot.values.includes(value);
}
/** Whether only the server starts the command. */
export const isInternalCommand = (table: CommandTable, key: string): boolean =>
  requireCommand(table, key).isInternal === true;

const argsInput = z.record(z.string().max(40), z.union([z.string().max(200), z.number().int()]));
/** Validates values: exactly the slots of the command, each in its format. */
export function validateArgs(table: CommandTable, key: string, values: unknown): Args {
  const { slots = {} } = requireCommand(table, key);
  const parsed = argsInput.safeParse(values ?? {});
  if (!parsed.success) throw invalidChoice('args');
  const args: Record<string, string> = {};
  for (const [name, slot] of Object.entries(slots)) {
    const value = Object.hasOwn(parsed.data, name) ? String(parsed.data[name]) : '';
    if (!isValidSlotValue(slot, value)) throw invalidChoice(name);
    args[name] = value;
  }
  if (Object.keys(parsed.data).some((name) => !Object.hasOwn(slots, name))) throw invalidChoice('args');
  return args;
}

/** The public part of the table: each package manager command once, without its suffix. */
export function listCommands(table: CommandTable): readonly CommandSummary[] {
  const suffixes = new Map<string, number>();
  for (const key of Object.keys(table)) {
    const [group = ''] = key.split('.');
    suffixes.set(group, (suffixes.get(group) ?? 0) + 1);
  }
  const hasManagerSuffix = (key: string) => ['test', 'web-install', 'web-build'].includes(key.split('.')[0] ?? '');
  const listed = Object.entries(table).filter(([, { isInternal }]) => isInternal !== true);
  const commands = listed.map(([key, { slots = {} }]) => ({
    key: hasManagerSuffix(key) ? (key.split('.')[0] ?? key) : key,
    manager: hasManagerSuffix(key),
    slots,
  }));
  return commands.filter((command, index) => commands.findIndex(({ key }) => key === command.key) === index);
}

/** The environment of a command: only the variables it needs to find its tools. */
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

function databaseEnv({ database }: Env): Record<string, string> {
  if (database.dialect === 'sqlite') return {};
  const { host, port, user, password, database: name } = database;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return { DATABASE_URL: `mariadb://${login}@${host}:${port}/${name}` };
}
const serverEnv = (env: Env): Record<string, string> => ({
  DATA_DIR: env.dataDir,
  APP_KEYS: env.appKeys.join(','),
  LOG_LEVEL: 'warn',
  ...databaseEnv(env),
});

/** Resolves symbolic links, so that a link cannot redirect a command; throws when the folder does not exist. */
function resolveDirectory(folder: string): string {
  const real = realpathSync(folder);
  accessSync(real, constants.R_OK | constants.X_OK);
  return real;
}

export interface InvocationParts {
  readonly table: CommandTable;
  readonly paths: CommandPaths;
  readonly env: Env;
  readonly settings: TerminalSettings;
}
/** Program, arguments and environment of a command; validates the values again. */
export function buildInvocation(
  { table, paths, env, settings }: InvocationParts,
  key: string,
  values: unknown,
): CommandInvocation {
  const spec = requireCommand(table, key);
  const args = validateArgs(table, key, values);
  const argv = buildArgv(spec, args);
  const isOwnCli = spec.file === 'serverCommand';
  return {
    file: isOwnCli ? process.execPath : spec.file,
    argv: isOwnCli ? [paths.cliFile, ...argv] : argv,
    cwd: resolveDirectory(workingFolder(spec, args, { paths, env })),
    env: { ...baseEnv(settings), ...(spec.needsServerEnv === true ? serverEnv(env) : {}) },
    timeoutMs: (spec.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    maxOutputBytes: spec.maxOutputBytes ?? SERVER_LIMITS.maxTaskOutputBytes,
  };
}
function workingFolder({ cwd }: CommandSpec, args: Args, { paths, env }: Pick<InvocationParts, 'paths' | 'env'>) {
  if (cwd === 'product') return paths.productDir;
  return cwd === 'data' ? env.dataDir : dependencyFolder(env, args['package'] ?? '');
}
const buildArgv = ({ args: argv }: CommandSpec, args: Args): readonly string[] =>
  argv.map((word) => (typeof word === 'string' ? word : (args[word.slot] ?? '')));

/** The command line for display. */
export function formatCommandLine(table: CommandTable, key: string, args: Args): string {
  const spec = requireCommand(table, key);
  const shown = [spec.file === 'serverCommand' ? 'atrium' : spec.file, ...buildArgv(spec, args)];
  return truncate(shown.join(' '), 500);
}
