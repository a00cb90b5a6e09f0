/** What the command terminal may run: named commands, each a fixed program with fixed words and typed values. There is no other way to start anything. */
import type { CommandSlot } from '../common/terminal';

/** A word of the command line: as it stands, or the value of a slot. */
type Word = string | { readonly slot: string };
export interface CommandSpec {
  /** A program of the fixed `PATH`; `house`: our own command line. */
  readonly file: string;
  readonly words: readonly Word[];
  readonly slots?: Readonly<Record<string, CommandSlot>>;
  /** Where it runs: the product's own folder, or where it keeps its data. */
  readonly cwd: 'product' | 'data';
  /** Seconds; half an hour when absent. */
  readonly timeout?: number;
  /** Bytes it may print before it is ended; 64 MB when absent. What is kept of them is the same for all. */
  readonly most?: number;
  /** Besides what every command sees: where and how our data is kept. Only for our own command line. */
  readonly houseEnv?: true;
}
export type CommandTable = Readonly<Record<string, CommandSpec>>;

const MANAGERS = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni'] as const;
type Manager = (typeof MANAGERS)[number];

const perManager = (key: string, spec: (manager: Manager) => CommandSpec): CommandTable =>
  Object.fromEntries(MANAGERS.map((manager) => [`${key}.${manager}`, spec(manager)]));

const version = (file: string): CommandSpec => ({ file, words: ['--version'], cwd: 'data', timeout: 60 });
const house = (...words: readonly Word[]): CommandSpec => ({ file: 'house', words, cwd: 'product', houseEnv: true });

/** `ni` chooses the manager by the lock file and has a program for each verb. */
const install = (manager: Manager): CommandSpec => ({
  file: manager,
  words: manager === 'ni' ? [] : ['install'],
  cwd: 'product',
});
const build = (manager: Manager): CommandSpec =>
  manager === 'ni'
    ? { file: 'nr', words: ['build'], cwd: 'product' }
    : { file: manager, words: ['run', 'build'], cwd: 'product' };
const reach = (manager: Manager): CommandSpec => ({
  file: manager === 'ni' ? 'npm' : manager,
  words: [manager === 'yarn' ? 'info' : 'view', 'react', 'version'],
  cwd: 'data',
  timeout: 120,
});

export const terminalCommands: CommandTable = {
  'version.node': version('node'),
  ...perManager('version', version),
  ...perManager('test', reach),
  ...perManager('web-install', install),
  ...perManager('web-build', build),
  'migrate.run': house('migrate'),
  'backup.run': house('backup'),
  'verify.run': house('verify:all'),
  'app.package': {
    ...house('package-app', { slot: 'id' }),
    slots: { id: { kind: 'id', entity: 'app' } },
  },
};
