/** The terminal of the product: its commands and folders, and server-side steps after some of them. */
import { join } from 'node:path';
import type { CommandTable } from '../../../config/terminalCommands';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { unpackAfterTask } from './apps/appArchive';
import type { CommandPaths } from './tasks/commands';
import { createTerminal, type AfterTaskHook, type Terminal, type TerminalDeps } from './terminal';

/** The commands and the folders they run in. */
export interface TerminalOptions {
  readonly table: CommandTable;
  readonly paths?: CommandPaths;
  readonly afterTaskHooks?: Readonly<Record<string, AfterTaskHook>>;
  readonly pollIntervalMs?: number;
}
const DEFAULT_PATHS: CommandPaths = {
  productDir: process.cwd(),
  cliFile: join(process.cwd(), '.build/server/cli.mjs'),
};

export const createProductTerminal = (
  { table, paths = DEFAULT_PATHS, afterTaskHooks, pollIntervalMs }: TerminalOptions,
  deps: { readonly services: Services; readonly writer: Writer; readonly nodes: TerminalDeps['nodes'] },
): Terminal =>
  createTerminal({
    ...deps,
    table,
    paths,
    afterTaskHooks: { 'app.package': unpackAfterTask(deps.services.env), ...afterTaskHooks },
    ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
  });
