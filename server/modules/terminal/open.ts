/** The product's own terminal: its commands and places, and what happens on the server after some of them. */
import { join } from 'node:path';
import type { CommandTable } from '../../../config/terminal';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { checkArchive } from './archive';
import type { Places } from './commands';
import { createTerminal, type Hook, type Terminal, type TerminalParts } from './terminal';

/** What the terminal may run, and where. */
export interface TerminalFounding {
  readonly table: CommandTable;
  readonly places?: Places;
  readonly hooks?: Readonly<Record<string, Hook>>;
  readonly look?: number;
}
const PLACES: Places = { product: process.cwd(), cli: join(process.cwd(), '.build/server/cli.mjs') };

export const openTerminal = (
  { table, places = PLACES, hooks, look }: TerminalFounding,
  given: { readonly services: Services; readonly writer: Writer; readonly nodes: TerminalParts['nodes'] },
): Terminal =>
  createTerminal({
    ...given,
    table,
    places,
    hooks: { 'app.package': checkArchive(given.services.env), ...hooks },
    ...(look === undefined ? {} : { look }),
  });
