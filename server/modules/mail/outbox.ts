/** The outbox: takes what waits, one node at a time for each message, tries with growing pauses, and writes down what came of it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../../common/entities/message';
import type { StoredRow } from '../../../common/entity/meta';
import { Fault } from '../../../common/protocol/faults';
import { open } from '../../access/keys';
import type { CodeLane } from '../../access/post/post';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { smsDriver } from '../../platform/sms';
import { systemCtx } from '../../platform/systemCtx';
import type { Letter, TemplateName } from './letter';
import { createLine, type Heard, type Line, type Order, type Outcome } from './line';
import { mailPlace, SEALED_MAIL } from './mail';
import { MailFailure, openPostOffice, type PostOffice } from './transport';

const [WAITING, SENDING, SENT, FAILED, KEPT, EXPIRED] = [0, 1, 2, 3, 4, 5];
/** Seconds between one attempt and the next; after the last there is none. */
const PAUSES = [15, 60, 300, 1_800];
/** A node that took a message and was not heard of since lost it. */
const LOST_AFTER = 180;
const LOOK_MS = 5_000;
const BATCH = 20;

interface Waiting {
  readonly id: number;
  readonly revision: number;
  readonly status: number;
  readonly channel: string;
  readonly recipient: string;
  readonly attempts: number;
  readonly trouble: string | null;
  readonly next_time: number | null;
  readonly expire_time: number | null;
  readonly sealed: string | null;
}
interface Desk {
  readonly services: Services;
  readonly writer: Writer;
  readonly office: PostOffice;
}

const secondsNow = ({ clock }: Services) => Math.floor(clock.now() / 1000);
const note = ({ services, writer }: Desk, id: number, values: Readonly<Record<string, unknown>>) =>
  writer.update(systemCtx(services, 'outbox'), message, { id, ...values });

/** Messages that protect an account go first: password recovery, and warnings with the link "This wasn't me". Codes are second. */
const FIRST = ['retrieve', 'password_changed', 'address_changed'] as const satisfies readonly TemplateName[];
const ORDERS: Readonly<Record<Order, string>> = {
  priority: `CASE WHEN template IN ('${FIRST.join("', '")}') THEN 0 WHEN template = 'code' THEN 1 ELSE 2 END, id`,
  age: 'id',
};
/** The first messages, in the given order, that a channel may send now. */
export const due = ({ db }: Services, channel: Channel, now: number, order: Order): Promise<Waiting[]> =>
  db.rows<Waiting>(
    `SELECT id, revision, status, channel, recipient, attempts, trouble, next_time, expire_time, sealed FROM \`message\` WHERE channel = ? AND delete_time IS NULL AND ((status = ${WAITING} AND (next_time IS NULL OR next_time <= ?)) OR (status = ${SENDING} AND update_time < ?)) ORDER BY ${ORDERS[order]} LIMIT ${BATCH}`,
    [channel, now, now - LOST_AFTER],
  );

/** Codes of a lane that may wait in the outbox at once, and among how many of the newest messages they are counted. */
const CODES_WAITING = 20;
const NEWEST = 5_000;
/** Whether a code of this lane may enter the outbox now; those that wait for another attempt do not count. */
export async function hasRoom(services: Services, { channel, template }: CodeLane): Promise<boolean> {
  const now = secondsNow(services);
  const [row] = await services.db.rows<{ readonly n: number }>(
    `SELECT COUNT(*) AS n FROM \`message\` WHERE id > (SELECT COALESCE(MAX(id), 0) - ${NEWEST} FROM \`message\`) AND channel = ? AND template = ? AND delete_time IS NULL AND status IN (${WAITING}, ${SENDING}) AND (next_time IS NULL OR next_time <= ?) AND (expire_time IS NULL OR expire_time > ?)`,
    [channel, template, now, now],
  );
  return Number(row?.n ?? 0) < CODES_WAITING;
}

/** Notes what holds only while nobody else was first: the merge of every edit tells the second of two. */
async function noteFirst({ services, writer }: Desk, waiting: Waiting, values: StoredRow): Promise<boolean> {
  const { id, revision, status, attempts, trouble, next_time: next } = waiting;
  const seen = {
    status: Number(status),
    attempts: Number(attempts),
    trouble,
    next_time: next === null ? null : Number(next),
  };
  try {
    await writer.update(systemCtx(services, 'outbox'), message, {
      id,
      revision: Number(revision),
      _base: seen,
      ...values,
    });
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}
/** Whether this node has it now. */
const claim = (desk: Desk, waiting: Waiting): Promise<boolean> =>
  noteFirst(desk, waiting, { status: SENDING, attempts: Number(waiting.attempts) + 1 });

function letterIn({ env }: Services, { sealed, recipient }: Waiting): Letter | undefined {
  const text = sealed === null ? undefined : open(env.appKeys, SEALED_MAIL, mailPlace(recipient), sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Letter); // sealed by `mail.ts`
}

/** Nobody told the house how to send: the message stays where staff find it. */
async function keepHere(desk: Desk, { id, recipient }: Waiting, letter: Letter): Promise<void> {
  const folder = join(desk.services.env.dataDir, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ id, to: recipient, ...letter, at: secondsNow(desk.services) }, null, 2);
  await writeFile(join(folder, `${id}.json`), text, { mode: 0o600 });
  await note(desk, id, { status: KEPT, trouble: null });
}

async function deliver(desk: Desk, waiting: Waiting): Promise<Outcome> {
  const { services } = desk;
  const id = Number(waiting.id);
  if (waiting.expire_time !== null && Number(waiting.expire_time) <= secondsNow(services)) {
    await note(desk, id, { status: EXPIRED, sealed: null });
    return {};
  }
  if (!(await claim(desk, waiting))) return false;
  const letter = letterIn(services, waiting);
  const send = waiting.channel === 'sms' ? textSender(desk) : mailSender(desk);
  if (letter === undefined) await note(desk, id, { status: FAILED, trouble: 'unreadable' });
  else if (send === undefined) await keepHere(desk, waiting, letter);
  else return hand(desk, waiting, await send(waiting, letter));
  return {};
}

/** Sends; answers what went wrong, if anything. */
type Send = (waiting: Waiting, letter: Letter) => Promise<Failure | undefined>;

/** Undefined while there is no mail server. */
function mailSender({ services, office }: Desk): Send | undefined {
  const { mail } = services.settings;
  if (mail.host === '') return undefined;
  return async ({ id, recipient }, letter) => {
    try {
      await office.post(mail, { id: `message-${id}`, to: recipient, ...letter });
      return undefined;
    } catch (error) {
      if (error instanceof MailFailure) return error;
      throw error;
    }
  };
}
/** Undefined while there is no gateway. */
function textSender({ services }: Desk): Send | undefined {
  const drive = smsDriver(services.settings.sms, services.env.privateHosts);
  return drive && (({ id, recipient }, { text }) => drive({ to: recipient, text, id: `message-${id}` }));
}

/** Who asks for patience or refuses has answered; who cannot be reached was not asked. */
const heardIn = ({ trouble }: Failure): Heard | undefined =>
  trouble === 'timeout' ? 'hung' : ['connection', 'forbidden', 'other'].includes(trouble) ? undefined : 'answered';

async function hand(desk: Desk, waiting: Waiting, failure: Failure | undefined): Promise<Outcome> {
  if (failure !== undefined) {
    await failed(desk, waiting, failure);
    const heard = heardIn(failure);
    return heard === undefined ? {} : { heard };
  }
  const sent = { status: SENT, trouble: null, next_time: null, sent_time: secondsNow(desk.services), sealed: null };
  await note(desk, Number(waiting.id), sent);
  return { heard: 'answered' };
}

interface Failure {
  readonly trouble: string;
  readonly final: boolean;
}
async function failed(desk: Desk, { id, attempts }: Waiting, { trouble, final }: Failure): Promise<void> {
  const pause = final ? undefined : PAUSES[Number(attempts)];
  desk.services.log.warn({ message: Number(id), trouble, again: pause ?? null }, 'a mail could not be sent');
  const next = pause === undefined ? null : secondsNow(desk.services) + pause;
  await note(desk, Number(id), { status: pause === undefined ? FAILED : WAITING, trouble, next_time: next });
}

export interface Outbox {
  /** Something may wait: look now. */
  readonly kick: () => void;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How many of a channel are on their way at once: mails have two connections, gateways take each message by itself. */
const AT_ONCE = { mail: 2, sms: 8 } as const;
type Channel = keyof typeof AT_ONCE;

const lineOf = (desk: Desk, channel: Channel): Line =>
  createLine<Waiting>({
    atOnce: AT_ONCE[channel],
    now: () => secondsNow(desk.services),
    due: (order) => due(desk.services, channel, secondsNow(desk.services), order),
    deliver: (waiting) => deliver(desk, waiting),
    // staff see in the list of messages that and how long the channel rests
    putOff: async (waiting, until) => {
      for (const one of waiting) await noteFirst(desk, one, { status: WAITING, trouble: 'paused', next_time: until });
    },
    side: () => desk.services.settings[channel],
    failed: (error) => desk.services.log.error({ err: error, channel }, 'the outbox will be looked at again'),
    resting: (seconds) => desk.services.log.warn({ channel, seconds }, 'nobody answers: the channel rests'),
  });

/** `isOurs`: whether this node looks by itself for what others left behind. */
export function openOutbox(services: Services, writer: Writer, isOurs: () => boolean): Outbox {
  const desk: Desk = { services, writer, office: openPostOffice(services.env.privateHosts) };
  const lines = [lineOf(desk, 'mail'), lineOf(desk, 'sms')];
  const settled = async () => {
    for (const line of lines) await line.settled();
  };
  const kick = () => {
    for (const line of lines) line.kick();
  };
  const timer = setInterval(() => {
    if (isOurs()) kick();
  }, LOOK_MS).unref();
  return {
    kick,
    settled,
    close: async () => {
      clearInterval(timer);
      for (const line of lines) line.close();
      desk.office.close();
      await settled();
    },
  };
}
