/** The terminal over REST: what may be started, starting and stopping, order and settings; and the event stream under both of its names. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { say } from '../../../common/locales/words';
import type { CommandTable } from '../../../config/terminal';
import type { RequestCall, HandlerResult, RouteRegistry, Route } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import { facesOf } from './commands';
import { sendArchive } from './archive';
import { clear, drop, enqueue, place, retry, setBlocking, type Wanted } from './queue';
import { changeSettings, readSettings } from './settings';
import { openStream } from './stream';
import { readTask, type Task } from './task';
import type { Terminal } from './terminal';
import { issueTicket } from './tickets';

const uuid = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/);
const extend = z.string().regex(/^[\w:.-]{0,128}$/);
const one = z.strictObject({ uuid });
/** What the command and its values may be is judged by the table; here only that they are texts. */
const wanted = z.strictObject({
  command: z.string().max(80),
  args: z.unknown().optional(),
  extend: extend.optional(),
  blockOnFailure: z.union([z.boolean(), z.literal(0), z.literal(1)]).optional(),
  uuid: uuid.optional(),
  again: z.boolean().optional(),
});
const blocking = z.strictObject({ uuid, blocks: z.boolean() });
const moved = z.strictObject({ uuid, target: uuid });
const ticketed = z.strictObject({ uuid, command: z.string().max(80).optional() });

export interface TerminalRoutes {
  readonly terminal: Terminal;
  readonly table: CommandTable;
  readonly writer: Writer;
}
type Given = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function routeTerminal({ add: route }: RouteRegistry, parts: TerminalRoutes): void {
  const read = (given: Given) =>
    route({
      method: 'GET',
      realm: 'admin',
      access: 'admin',
      node: 'terminal/index',
      query: [],
      body: 'none',
      ...given,
    });
  const act = (given: Given) =>
    route({ method: 'POST', realm: 'admin', access: 'super', query: [], body: 'json', inPerson: true, ...given });
  routeStream(route, parts);
  routeReads(read, parts);
  routeActs(act, parts);
  act({
    path: '/admin/ajax/changeTerminalConfig',
    stepUp: true,
    summary: 'Change package manager, registry, port or cleanup of the terminal',
    handler: async ({ ctx, body }) => {
      const { data, ...rest } = body;
      const settings = await changeSettings(parts.writer, ctx, data ?? rest);
      return { data: settings, msg: say(ctx.lang, 'done.terminal_saved') };
    },
  });
  act({
    path: '/admin/terminal/ticket',
    access: 'admin',
    node: 'terminal/index',
    input: ticketed,
    summary: 'A ticket that opens the event stream of one task once',
    handler: ({ ctx, body }) => giveTicket({ ctx, body }),
  });
}

function routeStream(route: RouteRegistry['add'], { terminal }: TerminalRoutes): void {
  for (const path of ['/admin/Terminal/index', '/admin/ajax/terminal'])
    route({
      method: 'GET',
      path,
      realm: 'admin',
      // The stream says itself who was refused, in its own words; it reads tokens and tickets by itself.
      access: 'guest',
      withoutToken: true,
      query: ['command', 'extend', 'args'],
      body: 'none',
      summary: 'Event stream of a task: starts a named command, or attaches to one by its number',
      handler: (call) => openStream(terminal, call),
    });
}

function routeReads(read: (given: Given) => void, { terminal, table }: TerminalRoutes): void {
  read({
    path: '/admin/terminal/commands',
    summary: 'What may be started, and the settings of the terminal',
    handler: async ({ ctx }) => ({
      data: {
        commands: facesOf(table),
        settings: await readSettings(ctx.services),
        enabled: ctx.services.env.terminal,
      },
    }),
  });
  read({
    path: '/admin/terminal/output',
    query: ['from'],
    summary: 'What a task printed, as text',
    handler: (call) => sendOutput(terminal, call),
  });
  read({
    path: '/admin/terminal/archive',
    node: 'app/index',
    query: ['id'],
    summary: 'The archive the last packaging of an app made',
    handler: sendArchive,
  });
}

type Act = (given: Given) => void;

/** What every change of the queue ends with. */
function changedBy(terminal: Terminal) {
  return ({ ctx }: Pick<RequestCall, 'ctx'>, number?: string, data: unknown = null): HandlerResult => {
    if (number !== undefined) terminal.ring(number);
    terminal.kick();
    return { data, msg: say(ctx.lang, 'done.done') };
  };
}

function routeActs(unit: Act, { terminal }: TerminalRoutes): void {
  const { queue } = terminal;
  const changed = changedBy(terminal);
  unit({
    path: '/admin/terminal/add',
    input: wanted,
    stepUp: true,
    summary: 'Put a named command into the queue',
    handler: async (call) => {
      if (!call.ctx.services.env.terminal) throw fault('access.denied');
      const added = await enqueue(queue, call.ctx, wantedIn(call), await readSettings(call.ctx.services));
      return changed(call, added.uuid, added);
    },
  });
  unit({
    path: '/admin/terminal/clear',
    input: z.strictObject({}),
    summary: 'Remove tasks that succeeded',
    handler: async (call) => changed(call, undefined, { count: await clear(queue, call.ctx) }),
  });
  routeActsOnOne(unit, terminal);
}

function wantedIn({ body }: RequestCall): Wanted {
  const {
    blockOnFailure = true,
    extend: belongs = '',
    args = {},
    command,
    again = false,
    uuid: own,
  } = wanted.parse(body);
  const asked = { command, args, extend: belongs, blocks: Boolean(blockOnFailure), again };
  return own === undefined ? asked : { ...asked, uuid: own };
}

function routeActsOnOne(unit: Act, terminal: Terminal): void {
  const { queue } = terminal;
  const changed = changedBy(terminal);
  const onOne = <T extends { readonly uuid: string }>(
    { input, ...given }: Omit<Given, 'handler' | 'input'> & { readonly input: z.ZodType<T> },
    work: (call: RequestCall, asked: T) => Promise<unknown>,
  ) =>
    unit({
      ...given,
      input,
      handler: async (call) => {
        const asked = input.parse(call.body);
        await work(call, asked);
        return changed(call, asked.uuid);
      },
    });
  onOne(
    { path: '/admin/terminal/retry', summary: 'Let a task wait again', input: one, stepUp: true },
    ({ ctx }, asked) => retry(queue, ctx, asked.uuid),
  );
  onOne({ path: '/admin/terminal/cancel', summary: 'End a running task', input: one }, ({ ctx }, asked) =>
    terminal.cancel(ctx, asked.uuid),
  );
  onOne({ path: '/admin/terminal/del', summary: 'Delete a task that does not run', input: one }, ({ ctx }, asked) =>
    drop(queue, ctx, asked.uuid),
  );
  onOne(
    { path: '/admin/terminal/block', summary: 'Whether a failed task keeps others back', input: blocking },
    ({ ctx }, asked) => setBlocking(queue, ctx, asked.uuid, asked.blocks),
  );
  onOne(
    { path: '/admin/terminal/sortable', summary: 'Move a waiting task to the place of another', input: moved },
    ({ ctx }, asked) => place(queue, ctx, asked.uuid, asked.target),
  );
}

async function giveTicket({ ctx, body }: Pick<RequestCall, 'ctx' | 'body'>): Promise<HandlerResult> {
  const { uuid: number, command = '' } = ticketed.parse(body);
  const asked = { adminId: ctx.actor.id, sessionId: ctx.sessionId ?? '', uuid: number, command };
  return { data: { ticket: await issueTicket(ctx.services, asked) } };
}

async function taskAsked({ ctx, query }: RequestCall): Promise<Task> {
  const read = uuid.safeParse(query['uuid']);
  if (!read.success) throw fault('request.query');
  const task = await readTask(ctx.services, read.data);
  if (task === undefined) throw fault('row.missing');
  return task;
}

/** The whole text as a file; what was dropped from its middle is said where it was. */
async function sendOutput({ queue }: Terminal, call: RequestCall): Promise<HandlerResult> {
  const { uuid: number, attempt, command } = await taskAsked(call);
  const { response } = call;
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Disposition', `attachment; filename="${command.replace(/[^\w.-]/g, '')}.txt"`);
  let at = 0;
  for (;;) {
    const piece = await queue.transcripts.read(number, attempt, at);
    if (piece === undefined || response.destroyed) break;
    if (piece.off > at) response.write(`\n[… ${piece.off - at} …]\n`);
    response.write(piece.data);
    at = piece.off + piece.bytes;
  }
  response.end();
  return { sent: true };
}
