/** Event stream of older clients: sends a task's output as server-sent events; a known task id attaches to the running task. */
import type { ServerResponse } from 'node:http';
import { hasPermission, type Actor } from '../../../../common/entity/access';
import { permissionKey } from '../../../../common/entity/permissionKeys';
import { isFinished, STREAM_MESSAGES, TASK_STATUS } from '../../../../common/terminal';
import { Fault, fault, type FaultCode } from '../../../../common/protocol/faults';
import { authenticate, reloadActor, type Authenticated } from '../../../access/sessions/authenticate';
import { assertStepUp } from '../../../access/factors/stepUp';
import type { RouteCall, HandlerResult } from '../../../engine/http/routeRegistry';
import type { RequestContext } from '../../../context';
import { enqueue } from '../tasks/taskQueue';
import { loadTerminalSettings } from '../terminalSettings';
import { loadTask, requireTaskEntity, type Task } from '../tasks/task';
import type { Terminal } from '../terminal';
import { canWatchTerminal, acquireStreamSlot, pollAccess } from './streamAccess';
import { isTicket, redeemStreamTicket, type TicketClaims } from './streamTickets';
import { createEscapeStripper } from '../output/escapeStripper';
import type { OutputChunk } from '../output/outputLog';

const UUID_PATTERN = /^[0-9A-Za-z_-]{1,64}$/;
const EXTEND_PATTERN = /^[\w:.-]{0,128}$/;
const KEEP_ALIVE_MS = 15_000;
const CONTROL_WORDS: ReadonlySet<string> = new Set(Object.values(STREAM_MESSAGES));

const MESSAGES = {
  command: 'Error:The command was not allowed to be executed',
  login: 'Error:Please login first',
  denied: 'You are not super administrator or not logged in',
  stepUp: 'Error:Your password was entered more than 5 minutes ago. Sign out, sign in again, and repeat the command',
  failed: 'Error:Failed to execute',
  stuck: 'Newly added tasks will never start because they are blocked by failed tasks',
  streams: 'Error:Too many event streams are open',
  question: 'An interactive command has been detected, please execute it manually',
} as const;

const REFUSALS: Partial<Record<FaultCode, string>> = {
  'access.denied': MESSAGES.denied,
  'access.step_up': MESSAGES.stepUp,
};

interface StreamRequest {
  readonly command: string;
  readonly uuid: string;
  readonly extend: string;
  readonly args: unknown;
}
interface StreamConnection {
  readonly response: ServerResponse;
  readonly streamRequest: StreamRequest;
  readonly signal: AbortSignal;
  /** Ends the stream. */
  readonly abort: () => void;
}

function parseStreamRequest({ query }: RouteCall): StreamRequest | undefined {
  const text = (name: string): string | undefined => {
    const value = query[name] ?? '';
    return typeof value === 'string' ? value : undefined;
  };
  const [command, uuid, extend, args] = [text('command'), text('uuid'), text('extend'), text('args')];
  if (command === undefined || uuid === undefined || extend === undefined || args === undefined) return undefined;
  if (!UUID_PATTERN.test(uuid) || !EXTEND_PATTERN.test(extend) || command.length > 80) return undefined;
  return { command, uuid, extend, args: args === '' ? {} : parseJson(args) };
}
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sends one message. `kind` separates program output from messages of the server. */
async function sendMessage(
  { response, streamRequest, signal }: StreamConnection,
  data: string,
  kind: 'control' | 'output',
  id?: string,
): Promise<boolean> {
  const { uuid, extend, command: key } = streamRequest;
  const message = JSON.stringify({ data, uuid, extend, key, kind });
  const head = id === undefined ? '' : `id: ${id}\n`;
  if (signal.aborted || response.destroyed) return false;
  if (!response.write(`${head}data: ${message}\n\n`))
    await new Promise<void>((done) => {
      response.once('drain', done);
      signal.addEventListener('abort', () => done(), { once: true });
    });
  return !signal.aborted;
}
const sendControl = (connection: StreamConnection, data: string) => sendMessage(connection, data, 'control');

/** Older clients compare whole messages with control words, so output that equals one is escaped. */
const escapeControlWord = (data: string): string => (CONTROL_WORDS.has(data.trim()) ? ` ${data}` : data);
const getEventId = ({ off, bytes }: OutputChunk, { attempt }: Task): string => `${attempt}-${off + bytes}`;

/** The position of a reconnecting reader. */
function parseLastEventId(call: RouteCall): { readonly attempt: number; readonly from: number } {
  const lastEventId = call.request.headers['last-event-id'] ?? '';
  const [, attempt = '0', from = '0'] = /^(\d{1,9})-(\d{1,15})$/.exec(String(lastEventId)) ?? [];
  return { attempt: Number(attempt), from: Number(from) };
}

/** Authenticates by header, or by the token or ticket in the URL. */
async function authenticateCaller(
  call: RouteCall,
): Promise<{ readonly session: Authenticated; readonly ticket?: TicketClaims } | undefined> {
  const { services } = call.ctx;
  const { headers } = call.request;
  const header = headers['batoken'] ?? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const { batoken } = call.query;
  const queryToken = typeof batoken === 'string' ? batoken : '';
  if (isTicket(queryToken)) {
    const ticket = await redeemStreamTicket(services, queryToken);
    const actor = ticket && (await reloadActor(services, `admin:${ticket.adminId}`, ticket.sessionId));
    if (ticket === undefined || actor === undefined) return undefined;
    const session = { actor, sessionId: ticket.sessionId, principal: `admin:${ticket.adminId}`, expiresAt: 0 };
    return { session, ticket };
  }
  const token = typeof header === 'string' && header !== '' ? header : services.env.production ? '' : queryToken;
  const session = token === '' ? 'unknown' : await authenticate(services, 'admin', token);
  return typeof session === 'string' || session.mustEnrol ? undefined : { session };
}

/**
 * Starting a command requires a super admin in person with a fresh password; watching requires the terminal's list permission. Returns
 * whether the command waits behind a failed one.
 */
async function authorizeStream(
  terminal: Terminal,
  ctx: RequestContext,
  session: Authenticated,
  streamRequest: StreamRequest,
): Promise<boolean> {
  const { actor, tokenId } = session;
  if (!hasPermission(actor, permissionKey(requireTaskEntity(ctx.services), 'index'))) throw fault('access.denied');
  if ((await loadTask(ctx.services, streamRequest.uuid)) !== undefined) return false;
  if (!actor.isSuper || tokenId !== undefined || !ctx.services.env.terminal) throw fault('access.denied');
  await assertStepUp(ctx.services, session.sessionId);
  const settings = await loadTerminalSettings(ctx.services);
  // These clients keep a queue of their own and cannot clear the shared one, so their tasks never block it.
  const { stuck } = await enqueue(terminal.queue, ctx, { ...streamRequest, blocks: false, again: true }, settings);
  terminal.wake();
  return stuck;
}

async function rejectStream(connection: StreamConnection, reason: string): Promise<void> {
  await sendControl(connection, reason);
  await sendControl(connection, STREAM_MESSAGES.error);
}

/** The final messages of a stream, in the compatible format. */
async function sendCompletion(connection: StreamConnection, task: Task): Promise<void> {
  if (task.reason === 'interactive') await sendMessage(connection, `${MESSAGES.question}\n`, 'output');
  if (task.reason === 'spawn') await sendControl(connection, MESSAGES.failed);
  if (task.exit_code !== null) await sendMessage(connection, `exitcode: ${task.exit_code}\n`, 'output');
  await sendControl(connection, task.status === TASK_STATUS.success ? STREAM_MESSAGES.success : STREAM_MESSAGES.error);
  await sendControl(connection, STREAM_MESSAGES.completed);
}

/** `checkAccess` runs before each message; it returns false once access was refused and the stream is ended. */
async function streamTask(
  terminal: Terminal,
  call: RouteCall,
  connection: StreamConnection,
  checkAccess: () => Promise<boolean>,
): Promise<void> {
  const resumePoint = parseLastEventId(call);
  let linkedAttempt = resumePoint.attempt;
  const stripEscapes = createEscapeStripper();
  const sendLink = async (task: Task) => {
    if (linkedAttempt === task.attempt) return;
    linkedAttempt = task.attempt;
    await sendControl(connection, STREAM_MESSAGES.link);
    await sendMessage(connection, `> ${task.line}\n`, 'output');
  };
  const outcome = await terminal.tail(
    { uuid: connection.streamRequest.uuid, ...resumePoint, signal: connection.signal },
    {
      onState: async (task) => {
        if (!(await checkAccess())) return;
        if (task.status !== TASK_STATUS.waiting && task.status !== TASK_STATUS.connecting) await sendLink(task);
        if (isFinished(task.status)) await sendCompletion(connection, task);
      },
      onChunk: async (chunk, task) => {
        if (!(await checkAccess())) return false;
        // A program that writes has started, also when the task was read before it did.
        await sendLink(task);
        return sendMessage(connection, escapeControlWord(stripEscapes(chunk.data)), 'output', getEventId(chunk, task));
      },
    },
  );
  if (outcome === 'missing') await sendControl(connection, STREAM_MESSAGES.completed);
}

/** The caller's context for a terminal transaction. */
const withActor = (ctx: RequestContext, actor: Actor, session: Authenticated): RequestContext => ({
  ...ctx,
  actor,
  sessionId: session.sessionId,
});

async function runStream(terminal: Terminal, call: RouteCall, connection: StreamConnection): Promise<void> {
  const { streamRequest } = connection;
  const caller = await authenticateCaller(call);
  if (caller === undefined) return rejectStream(connection, MESSAGES.login);
  const { session, ticket } = caller;
  if (ticket !== undefined && (ticket.uuid !== streamRequest.uuid || ticket.command !== streamRequest.command))
    return rejectStream(connection, MESSAGES.login);
  try {
    const isStuck = await authorizeStream(
      terminal,
      withActor(call.ctx, session.actor, session),
      session,
      streamRequest,
    );
    if (isStuck) await sendMessage(connection, `${MESSAGES.stuck}\n`, 'output');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return rejectStream(connection, REFUSALS[error.code] ?? MESSAGES.command);
  }
  const releaseSlot = acquireStreamSlot(terminal, session.principal);
  if (releaseSlot === undefined) return rejectStream(connection, MESSAGES.streams);
  try {
    const checkWatchAccess = () => canWatchTerminal(call.ctx.services, session);
    const rejectOnce = once(() => rejectStream(connection, MESSAGES.denied).finally(connection.abort));
    pollAccess(checkWatchAccess, connection.signal, () => void rejectOnce());
    await streamTask(terminal, call, connection, async () => {
      if (await checkWatchAccess()) return !connection.signal.aborted;
      await rejectOnce();
      return false;
    });
  } finally {
    releaseSlot();
  }
}

/** Calls the operation once and always returns the same promise. */
function once(operation: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= operation());
}

/** An admin who may not watch the terminal learns that first. */
async function getRequestFault(call: RouteCall): Promise<Fault> {
  const caller = await authenticateCaller(call);
  const key = permissionKey(requireTaskEntity(call.ctx.services), 'index');
  return fault(caller !== undefined && !hasPermission(caller.session.actor, key) ? 'access.denied' : 'request.query');
}

/** Opens the stream and responds at once; it ends with the task or when the reader disconnects. */
export async function openEventStream(terminal: Terminal, call: RouteCall): Promise<HandlerResult> {
  const { response, request, ctx } = call;
  if (request.headers['sec-fetch-site'] === 'cross-site') throw fault('access.denied');
  const streamRequest = parseStreamRequest(call);
  if (streamRequest === undefined) throw await getRequestFault(call);
  const abortController = new AbortController();
  response.on('close', () => abortController.abort());
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  // Forbids proxies to cache, compress or buffer.
  response.setHeader('Cache-Control', 'no-cache, no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
  response.flushHeaders();
  const connection: StreamConnection = {
    response,
    streamRequest,
    signal: abortController.signal,
    abort: () => abortController.abort(),
  };
  const keepAliveTimer = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS);
  const { deadline: _passes, ...streamCtx } = ctx;
  runStream(terminal, { ...call, ctx: streamCtx }, connection)
    .catch(async (error: unknown) => {
      ctx.services.log.error({ err: error, requestId: ctx.requestId }, 'an event stream failed');
      await sendControl(connection, STREAM_MESSAGES.completed);
    })
    .finally(() => {
      clearInterval(keepAliveTimer);
      abortController.abort();
      response.end();
    });
  return { sent: true };
}
