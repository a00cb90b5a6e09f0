/** The commands of the web terminal. Each runs a fixed program with fixed arguments and typed slots; the terminal starts no other program. */
import type { CommandSlot } from '../common/terminal';

/** One argument: a fixed text, or the value of a slot. */
type CommandArgument = string | { readonly slot: string };
export interface CommandSpec {
  /** A program in the fixed `PATH`; `serverCommand` is the product's own command line. */
  readonly file: string;
  readonly args: readonly CommandArgument[];
  readonly slots?: Readonly<Record<string, CommandSlot>>;
  /** Working folder: `product` is the folder of the program, `data` is `DATA_DIR`, `dependencies` that of the module in the slot `package`. */
  readonly cwd: 'product' | 'data' | 'dependencies';
  /** Only the server starts the command: it is in no list, and no request can queue it. */
  readonly isInternal?: true;
  /** Seconds after which the command is killed; by default half an hour. */
  readonly timeout?: number;
  /** Bytes of output after which the command is killed; by default 64 MB. The stored part of the output has the same limit for all commands. */
  readonly maxOutputBytes?: number;
  /** The command also gets the server's environment, which contains the database and the keys. Only for `serverCommand`. */
  readonly needsServerEnv?: true;
}
export type CommandTable = Readonly<Record<string, CommandSpec>>;

const MANAGERS = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni'] as const;
type RunnableManager = (typeof MANAGERS)[number];

const perManager = (key: string, spec: (manager: RunnableManager) => CommandSpec): CommandTable =>
  Object.fromEntries(MANAGERS.map((manager) => [`${key}.${manager}`, spec(manager)]));

const versionCommand = (file: string): CommandSpec => ({ file, args: ['--version'], cwd: 'data', timeout: 60 });
const serverCommand = (...args: readonly CommandArgument[]): CommandSpec => ({
  file: 'serverCommand',
  args,
  cwd: 'product',
  needsServerEnv: true,
});

/** `ni` chooses the package manager by the lock file; it has a separate program for each verb, such as `nr` for `run`. */
const installCommand = (manager: RunnableManager): CommandSpec => ({
  file: manager,
  args: manager === 'ni' ? [] : ['install'],
  cwd: 'product',
});
const buildCommand = (manager: RunnableManager): CommandSpec =>
  manager === 'ni'
    ? { file: 'nr', args: ['build'], cwd: 'product' }
    : { file: manager, args: ['run', 'build'], cwd: 'product' };
const registryCommand = (manager: RunnableManager): CommandSpec => ({
  file: manager === 'ni' ? 'npm' : manager,
  args: [manager === 'yarn' ? 'info' : 'view', 'react', 'version'],
  cwd: 'data',
  timeout: 120,
});

/** Runs no scripts of the packages, writes to its own folder alone, and never looks for a package.json in the folders above. */
const dependenciesCommand: CommandSpec = {
  file: 'npm',
  args: [
    ...[
      'install',
      '--prefix=.',
      '--cache=.npm',
      '--ignore-scripts',
      '--omit=dev',
      '--no-bin-links',
      '--no-package-lock',
    ],
    // Each download is a line of the output.
    ...['--no-audit', '--no-fund', '--no-progress', '--loglevel=http'],
  ],
  slots: { package: { kind: 'digest' } },
  cwd: 'dependencies',
  timeout: 600,
  isInternal: true,
};

export const terminalCommands: CommandTable = {
  'version.node': versionCommand('node'),
  ...perManager('version', versionCommand),
  ...perManager('test', registryCommand),
  ...perManager('web-install', installCommand),
  ...perManager('web-build', buildCommand),
  'module.dependencies': dependenciesCommand,
  'migrate.run': serverCommand('migrate'),
  'backup.run': serverCommand('backup'),
  'verify.run': serverCommand('verify:all'),
  'app.package': {
    ...serverCommand('package-app', { slot: 'id' }),
    slots: { id: { kind: 'id', entity: 'app' } },
  },
};
