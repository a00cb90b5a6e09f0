/** The event stream of the product family (specification, point 7): the same task, told as messages; a number known already is attached to. */
import type { ServerResponse } from 'node:http';
import { holds, type Actor } from '../../../common/entity/access';
import { nodeOf } from '../../../common/entity/nodes';
import { isOver, STREAM_WORDS, TASK_STATUS } from '../../../common/terminal';
import { Fault, fault } from '../../../common/protocol/faults';
import { authenticate, actorOf, type Authenticated } from '../../access/actor';
import { requireStepUp } from '../../access/stepUp';
import type { RequestCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { RequestContext } from '../../context';
import { enqueue } from './queue';
import { readSettings } from './settings';
import { readTask, taskEntity, type Task } from './task';
import type { Terminal } from './terminal';
import { mayWatch, takeStream, watchRights } from './streamGuard';
import { looksLikeTicket, spendTicket, type TicketBody } from './tickets';
import type { Piece } from './transcript';

const NUMBER = /^[0-9A-Za-z_-]{1,64}$/;
const EXTEND = /^[\w:.-]{0,128}$/;
const COMMENT_MS = 15_000;
const CONTROLS: ReadonlySet<string> = new Set(Object.values(STREAM_WORDS));

const SAYS = {
  command: 'Error:The command was not allowed to be executed',
  login: 'Error:Please login first',
  denied: 'You are not super administrator or not logged in',
  failed: 'Error:Failed to execute',
  streams: 'Error:Too many event streams are open',
  question: 'An interactive command has been detected, please execute it manually',
} as const;

interface Asked {
  readonly command: string;
  readonly uuid: string;
  readonly extend: string;
  readonly args: unknown;
}
interface Line {
  readonly response: ServerResponse;
  readonly asked: Asked;
  readonly signal: AbortSignal;
  /** Stops everything that is still to be told. */
  readonly end: () => void;
}

function askedIn({ query }: RequestCall): Asked | undefined {
  const text = (name: string): string | undefined => {
    const value = query[name] ?? '';
    return typeof value === 'string' ? value : undefined;
  };
  const [command, uuid, extend, args] = [text('command'), text('uuid'), text('extend'), text('args')];
  if (command === undefined || uuid === undefined || extend === undefined || args === undefined) return undefined;
  if (!NUMBER.test(uuid) || !EXTEND.test(extend) || command.length > 80) return undefined;
  return { command, uuid, extend, args: args === '' ? {} : parsed(args) };
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** One message. `kind` tells what a program printed from what the house says, whatever the words. */
async function say(
  { response, asked, signal }: Line,
  data: string,
  kind: 'control' | 'output',
  id?: string,
): Promise<boolean> {
  const { uuid, extend, command: key } = asked;
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
const control = (line: Line, data: string) => say(line, data, 'control');

/** A program that prints a control word prints a word: older clients compare whole messages. */
const escaped = (data: string): string => (CONTROLS.has(data.trim()) ? ` ${data}` : data);
const idOf = ({ off, bytes }: Piece, { attempt }: Task): string => `${attempt}-${off + bytes}`;

/** Where a reader that comes back stands. */
function resumeAt(call: RequestCall): { readonly attempt: number; readonly from: number } {
  const given = call.request.headers['last-event-id'] ?? '';
  const [, attempt = '0', from = '0'] = /^(\d{1,9})-(\d{1,15})$/.exec(String(given)) ?? [];
  return { attempt: Number(attempt), from: Number(from) };
}

/** Who asks: by header as everywhere, or by what the address carries. */
async function callerOf(
  call: RequestCall,
): Promise<{ readonly session: Authenticated; readonly ticket?: TicketBody } | undefined> {
  const { services } = call.ctx;
  const { headers } = call.request;
  const header = headers['batoken'] ?? /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const given = call.query['batoken'];
  const inAddress = typeof given === 'string' ? given : '';
  if (looksLikeTicket(inAddress)) {
    const ticket = await spendTicket(services, inAddress);
    const actor = ticket && (await actorOf(services, `admin:${ticket.adminId}`, ticket.sessionId));
    if (ticket === undefined || actor === undefined) return undefined;
    const session = { actor, sessionId: ticket.sessionId, principal: `admin:${ticket.adminId}`, expiresAt: 0 };
    return { session, ticket };
  }
  const token = typeof header === 'string' && header !== '' ? header : services.env.production ? '' : inAddress;
  const session = token === '' ? 'unknown' : await authenticate(services, 'admin', token);
  return typeof session === 'string' || session.mustEnrol ? undefined : { session };
}

/** Starting is for super, in person and with a fresh password; watching for whoever may see the terminal. */
async function admit(terminal: Terminal, ctx: RequestContext, session: Authenticated, asked: Asked): Promise<void> {
  const { actor, tokenId } = session;
  if (!holds(actor, nodeOf(taskEntity(ctx.services), 'index'))) throw fault('access.denied');
  if ((await readTask(ctx.services, asked.uuid)) !== undefined) return;
  if (!actor.super || tokenId !== undefined || !ctx.services.env.terminal) throw fault('access.denied');
  await requireStepUp(ctx.services, session.sessionId);
  const settings = await readSettings(ctx.services);
  await enqueue(terminal.queue, ctx, { ...asked, blocks: true, again: true }, settings);
  terminal.kick();
}

async function refuse(line: Line, words: string): Promise<void> {
  await control(line, words);
  await control(line, STREAM_WORDS.error);
}

/** What ends a stream, in the family's words. */
async function farewell(line: Line, task: Task): Promise<void> {
  if (task.reason === 'interactive') await say(line, `${SAYS.question}\n`, 'output');
  if (task.reason === 'spawn') await control(line, SAYS.failed);
  if (task.exit_code !== null) await say(line, `exitcode: ${task.exit_code}\n`, 'output');
  await control(line, task.status === TASK_STATUS.success ? STREAM_WORDS.success : STREAM_WORDS.error);
  await control(line, STREAM_WORDS.completed);
}

/** `mayGoOn`: judged before each message; false once the stream was refused and is over. */
async function tellTask(
  terminal: Terminal,
  call: RequestCall,
  line: Line,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  const resumed = resumeAt(call);
  let linked = resumed.attempt;
  const link = async (task: Task) => {
    if (task.status === TASK_STATUS.waiting || task.status === TASK_STATUS.connecting || linked === task.attempt)
      return;
    linked = task.attempt;
    await control(line, STREAM_WORDS.link);
    await say(line, `> ${task.line}\n`, 'output');
  };
  const outcome = await terminal.follow(
    { uuid: line.asked.uuid, ...resumed, signal: line.signal },
    {
      state: async (task) => {
        if (!(await mayGoOn())) return;
        await link(task);
        if (isOver(task.status)) await farewell(line, task);
      },
      piece: async (piece, task) => {
        if (!(await mayGoOn())) return false;
        await link(task);
        return say(line, escaped(piece.data), 'output', idOf(piece, task));
      },
    },
  );
  if (outcome === 'gone') await control(line, STREAM_WORDS.completed);
}

/** The caller as an act of the terminal knows him. */
const actingAs = (ctx: RequestContext, actor: Actor, session: Authenticated): RequestContext => ({
  ...ctx,
  actor,
  sessionId: session.sessionId,
});

async function run(terminal: Terminal, call: RequestCall, line: Line): Promise<void> {
  const { asked } = line;
  const caller = await callerOf(call);
  if (caller === undefined) return refuse(line, SAYS.login);
  const { session, ticket } = caller;
  if (ticket !== undefined && (ticket.uuid !== asked.uuid || ticket.command !== asked.command))
    return refuse(line, SAYS.login);
  try {
    await admit(terminal, actingAs(call.ctx, session.actor, session), session, asked);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return refuse(line, error.code === 'access.denied' || error.code === 'access.step_up' ? SAYS.denied : SAYS.command);
  }
  const giveBack = takeStream(terminal, session.principal);
  if (giveBack === undefined) return refuse(line, SAYS.streams);
  try {
    const ask = () => mayWatch(call.ctx.services, session);
    const end = once(() => refuse(line, SAYS.denied).finally(line.end));
    watchRights(ask, line.signal, () => void end());
    await tellTask(terminal, call, line, async () => {
      if (await ask()) return !line.signal.aborted;
      await end();
      return false;
    });
  } finally {
    giveBack();
  }
}

/** The same promise however often it is called. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}

/** Opens the stream and answers at once; it lives until the task is over or the reader leaves. */
export async function openStream(terminal: Terminal, call: RequestCall): Promise<HandlerResult> {
  const { response, request, ctx } = call;
  if (request.headers['sec-fetch-site'] === 'cross-site') throw fault('access.denied');
  const asked = askedIn(call);
  if (asked === undefined) throw fault('request.query');
  const stopper = new AbortController();
  response.on('close', () => stopper.abort());
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  // Neither kept nor compressed nor gathered by whoever stands between.
  response.setHeader('Cache-Control', 'no-cache, no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
  response.flushHeaders();
  const line: Line = { response, asked, signal: stopper.signal, end: () => stopper.abort() };
  const comments = setInterval(() => response.write(': still here\n\n'), COMMENT_MS);
  const { deadline: _passes, ...lasting } = ctx;
  run(terminal, { ...call, ctx: lasting }, line)
    .catch(async (error: unknown) => {
      ctx.services.log.error({ err: error, requestId: ctx.requestId }, 'an event stream failed');
      await control(line, STREAM_WORDS.completed);
    })
    .finally(() => {
      clearInterval(comments);
      stopper.abort();
      response.end();
    });
  return { sent: true };
}
