/** Terminal routes: commands, start and stop, order, settings, and the event stream at both of its paths. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { translate } from '../../../common/locales/translate';
import type { CommandTable } from '../../../config/terminalCommands';
import type { RouteCall, HandlerResult, RouteRegistry, Route } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { listCommands } from './tasks/commands';
import { sendArchive } from './apps/appArchive';
import { registerPackageRoute } from './apps/packageRoute';
import {
  clearSuccessful,
  deleteTask,
  enqueue,
  reorderTask,
  retryTask,
  setBlocking,
  type EnqueueRequest,
} from './tasks/taskQueue';
import { updateTerminalSettings, loadTerminalSettings } from './terminalSettings';
import { openEventStream } from './stream/eventStream';
import { loadTask, type Task } from './tasks/task';
import type { Terminal } from './terminal';
import { issueStreamTicket } from './stream/streamTickets';

const uuid = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/);
const extend = z.string().regex(/^[\w:.-]{0,128}$/);
const taskInput = z.strictObject({ uuid });
/** The command table validates command and values; here they only must be texts. */
const enqueueInput = z.strictObject({
  command: z.string().max(80),
  args: z.unknown().optional(),
  extend: extend.optional(),
  blockOnFailure: z.union([z.boolean(), z.literal(0), z.literal(1)]).optional(),
  uuid: uuid.optional(),
  again: z.boolean().optional(),
});
const blockInput = z.strictObject({ uuid, blocks: z.boolean() });
const reorderInput = z.strictObject({ uuid, target: uuid });
const ticketInput = z.strictObject({ uuid, command: z.string().max(80).optional() });

export interface TerminalRouteDeps {
  readonly terminal: Terminal;
  readonly commandTable: CommandTable;
}
type RouteSpec = Pick<Route, 'path' | 'summary' | 'handler'> & Partial<Route>;

export function registerTerminalRoutes(deps: ModuleServices & TerminalRouteDeps): void {
  const {
    routes: { add: route },
  } = deps;
  const read = (routeSpec: RouteSpec) =>
    route({
      method: 'GET',
      realm: 'admin',
      access: 'admin',
      permission: 'terminal/index',
      query: [],
      body: 'none',
      ...routeSpec,
    });
  const addPost = (routeSpec: RouteSpec) =>
    route({
      method: 'POST',
      realm: 'admin',
      access: 'super',
      query: [],
      body: 'json',
      rejectsApiTokens: true,
      ...routeSpec,
    });
  registerStreamRoutes(route, deps);
  registerReadRoutes(read, deps);
  registerWriteRoutes(addPost, deps);
  registerPackageRoute(deps);
  addPost({
    path: '/admin/ajax/changeTerminalConfig',
    summary: 'Update the settings of the terminal: package manager, registry, port or cleanup',
    handler: async ({ ctx, body }) => {
      const { data, ...rest } = body;
      const settings = await updateTerminalSettings(deps.writer, ctx, data ?? rest);
      return { data: settings, msg: translate(ctx.lang, 'success.terminal_saved') };
    },
  });
  addPost({
    path: '/admin/terminal/ticket',
    access: 'admin',
    permission: 'terminal/index',
    input: ticketInput,
    summary: 'Create a single-use ticket for the event stream of a task',
    handler: ({ ctx, body }) => handleIssueTicket({ ctx, body }),
  });
}

function registerStreamRoutes(route: RouteRegistry['add'], { terminal }: TerminalRouteDeps): void {
  for (const path of ['/admin/Terminal/index', '/admin/ajax/terminal'])
    route({
      method: 'GET',
      path,
      realm: 'admin',
      // The stream authenticates by token or ticket itself, and sends refusals in its own format.
      access: 'guest',
      ignoresToken: true,
      query: ['command', 'extend', 'args'],
      body: 'none',
      summary: 'Event stream of a task: starts a named command, or attaches to a task by its id',
      handler: (call) => openEventStream(terminal, call),
    });
}

function registerReadRoutes(read: (routeSpec: RouteSpec) => void, { terminal, commandTable }: TerminalRouteDeps): void {
  read({
    path: '/admin/terminal/commands',
    summary: 'List the allowed commands and the settings of the terminal',
    handler: async ({ ctx }) => ({
      data: {
        commands: listCommands(commandTable),
        settings: await loadTerminalSettings(ctx.services),
        enabled: ctx.services.env.terminal,
      },
    }),
  });
  read({
    path: '/admin/terminal/output',
    query: ['from'],
    summary: 'Get the output of a task as text',
    handler: (call) => sendTaskOutput(terminal, call),
  });
  read({
    path: '/admin/terminal/archive',
    permission: 'app/index',
    query: ['id'],
    summary: 'Download the archive of the last packaging of an app',
    handler: sendArchive,
  });
}

type AddRoute = (routeSpec: RouteSpec) => void;

/** The common response after a change of the queue. */
function createChangeResponder(terminal: Terminal) {
  return ({ ctx }: Pick<RouteCall, 'ctx'>, taskUuid?: string, data: unknown = null): HandlerResult => {
    if (taskUuid !== undefined) terminal.notify(taskUuid);
    terminal.wake();
    return { data, msg: translate(ctx.lang, 'success.done') };
  };
}

function registerWriteRoutes(addRoute: AddRoute, { terminal }: TerminalRouteDeps): void {
  const { queue } = terminal;
  const respond = createChangeResponder(terminal);
  addRoute({
    path: '/admin/terminal/add',
    input: enqueueInput,
    stepUp: true,
    summary: 'Queue a named command',
    handler: async (call) => {
      if (!call.ctx.services.env.terminal) throw fault('access.denied');
      const added = await enqueue(
        queue,
        call.ctx,
        parseEnqueueRequest(call),
        await loadTerminalSettings(call.ctx.services),
      );
      return respond(call, added.uuid, added);
    },
  });
  addRoute({
    path: '/admin/terminal/clear',
    input: z.strictObject({}),
    summary: 'Remove successful tasks',
    handler: async (call) => respond(call, undefined, { count: await clearSuccessful(queue, call.ctx) }),
  });
  registerTaskRoutes(addRoute, terminal);
}

function parseEnqueueRequest({ body }: RouteCall): EnqueueRequest {
  const {
    blockOnFailure = true,
    extend: extendKey = '',
    args = {},
    command,
    again = false,
    uuid: clientUuid,
  } = enqueueInput.parse(body);
  const taskRequest = { command, args, extend: extendKey, blocks: Boolean(blockOnFailure), again };
  return clientUuid === undefined ? taskRequest : { ...taskRequest, uuid: clientUuid };
}

function registerTaskRoutes(addRoute: AddRoute, terminal: Terminal): void {
  const { queue } = terminal;
  const respond = createChangeResponder(terminal);
  const addTaskRoute = <T extends { readonly uuid: string }>(
    { input, ...routeSpec }: Omit<RouteSpec, 'handler' | 'input'> & { readonly input: z.ZodType<T> },
    operation: (call: RouteCall, taskRequest: T) => Promise<unknown>,
  ) =>
    addRoute({
      ...routeSpec,
      input,
      handler: async (call) => {
        const taskRequest = input.parse(call.body);
        await operation(call, taskRequest);
        return respond(call, taskRequest.uuid);
      },
    });
  addTaskRoute(
    { path: '/admin/terminal/retry', summary: 'Retry a task', input: taskInput, stepUp: true },
    ({ ctx }, taskRequest) => retryTask(queue, ctx, taskRequest.uuid),
  );
  addTaskRoute(
    { path: '/admin/terminal/cancel', summary: 'Cancel a running task', input: taskInput },
    ({ ctx }, taskRequest) => terminal.cancel(ctx, taskRequest.uuid),
  );
  addTaskRoute(
    { path: '/admin/terminal/del', summary: 'Delete a task that is not running', input: taskInput },
    ({ ctx }, taskRequest) => deleteTask(queue, ctx, taskRequest.uuid),
  );
  addTaskRoute(
    { path: '/admin/terminal/block', summary: 'Set whether the queue pauses if a task fails', input: blockInput },
    ({ ctx }, taskRequest) => setBlocking(queue, ctx, taskRequest.uuid, taskRequest.blocks),
  );
  addTaskRoute(
    { path: '/admin/terminal/sortable', summary: 'Reorder a waiting task', input: reorderInput },
    ({ ctx }, taskRequest) => reorderTask(queue, ctx, taskRequest.uuid, taskRequest.target),
  );
}

async function handleIssueTicket({ ctx, body }: Pick<RouteCall, 'ctx' | 'body'>): Promise<HandlerResult> {
  const { uuid: taskUuid, command = '' } = ticketInput.parse(body);
  const taskRequest = { adminId: ctx.actor.id, sessionId: ctx.sessionId ?? '', uuid: taskUuid, command };
  return { data: { ticket: await issueStreamTicket(ctx.services, taskRequest) } };
}

async function requireTaskFromQuery({ ctx, query }: RouteCall): Promise<Task> {
  const read = uuid.safeParse(query['uuid']);
  if (!read.success) throw fault('request.query');
  const task = await loadTask(ctx.services, read.data);
  if (task === undefined) throw fault('row.missing');
  return task;
}

/** The whole text as a file, with a note where the middle was dropped. */
async function sendTaskOutput({ queue }: Terminal, call: RouteCall): Promise<HandlerResult> {
  const { uuid: taskUuid, attempt, command } = await requireTaskFromQuery(call);
  const { response } = call;
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Disposition', `attachment; filename="${command.replace(/[^\w.-]/g, '')}.txt"`);
  let offset = 0;
  for (;;) {
    const chunk = await queue.outputLog.read(taskUuid, attempt, offset);
    if (chunk === undefined || response.destroyed) break;
    if (chunk.off > offset) response.write(`\n[… ${chunk.off - offset} …]\n`);
    response.write(chunk.data);
    offset = chunk.off + chunk.bytes;
  }
  response.end();
  return { sent: true };
}
