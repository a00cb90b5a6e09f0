/** Commands of the terminal: each is a fixed program with fixed arguments and typed values. Nothing else can be started. */
import type { CommandSlot } from '../common/terminal';

/** A word of the command line: as it stands, or the value of a slot. */
type CommandArgument = string | { readonly slot: string };
export interface CommandSpec {
  /** A program of the fixed `PATH`; `serverCommand`: our own command line. */
  readonly file: string;
  readonly args: readonly CommandArgument[];
  readonly slots?: Readonly<Record<string, CommandSlot>>;
  /** Where it runs: the product's own folder, or where it keeps its data. */
  readonly cwd: 'product' | 'data';
  /** Seconds; half an hour when absent. */
  readonly timeout?: number;
  /** Bytes it may print before it is ended; 64 MB when absent. What is kept of them is the same for all. */
  readonly maxOutputBytes?: number;
  /** Besides what every command sees: where and how our data is kept. Only for our own command line. */
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

/** `ni` chooses the manager by the lock file and has a program for each verb. */
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

export const terminalCommands: CommandTable = {
  'version.node': versionCommand('node'),
  ...perManager('version', versionCommand),
  ...perManager('test', registryCommand),
  ...perManager('web-install', installCommand),
  ...perManager('web-build', buildCommand),
  'migrate.run': serverCommand('migrate'),
  'backup.run': serverCommand('backup'),
  'verify.run': serverCommand('verify:all'),
  'app.package': {
    ...serverCommand('package-app', { slot: 'id' }),
    slots: { id: { kind: 'id', entity: 'app' } },
  },
};
