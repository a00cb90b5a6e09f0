/** The outbox: takes what waits, one node at a time for each message, tries with growing pauses, and writes down what came of it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../../common/entities/message';
import { Fault } from '../../../common/protocol/faults';
import { open } from '../../access/keys';
import type { Writer } from '../../engine/writer';
import type { Kit } from '../../kit';
import { smsDriver } from '../../platform/sms';
import { systemCtx } from '../../platform/systemCtx';
import type { Letter } from './letter';
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
  readonly expire_time: number | null;
  readonly sealed: string | null;
}
interface Desk {
  readonly kit: Kit;
  readonly writer: Writer;
  readonly office: PostOffice;
}

const secondsNow = ({ clock }: Kit) => Math.floor(clock.now() / 1000);
const note = ({ kit, writer }: Desk, id: number, values: Readonly<Record<string, unknown>>) =>
  writer.update(systemCtx(kit, 'outbox'), message, { id, ...values });

const due = ({ db }: Kit, now: number): Promise<Waiting[]> =>
  db.rows<Waiting>(
    `SELECT id, revision, status, channel, recipient, attempts, expire_time, sealed FROM \`message\` WHERE delete_time IS NULL AND ((status = ${WAITING} AND (next_time IS NULL OR next_time <= ?)) OR (status = ${SENDING} AND update_time < ?)) ORDER BY id LIMIT ${BATCH}`,
    [now, now - LOST_AFTER],
  );

/** Whether this node has it now: the merge of every edit tells the second of two that somebody was first. */
async function claim({ kit, writer }: Desk, { id, revision, status, attempts }: Waiting): Promise<boolean> {
  try {
    const claimed = { id, revision: Number(revision), _base: { status: Number(status), attempts: Number(attempts) } };
    const values = { status: SENDING, attempts: Number(attempts) + 1 };
    await writer.update(systemCtx(kit, 'outbox'), message, { ...claimed, ...values });
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

function letterIn({ env }: Kit, { sealed, recipient }: Waiting): Letter | undefined {
  const text = sealed === null ? undefined : open(env.appKeys, SEALED_MAIL, mailPlace(recipient), sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Letter); // sealed by `mail.ts`
}

/** Nobody told the house how to send: the message stays where staff find it. */
async function keepHere(desk: Desk, { id, recipient }: Waiting, letter: Letter): Promise<void> {
  const folder = join(desk.kit.env.dataDir, 'outbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ id, to: recipient, ...letter, at: secondsNow(desk.kit) }, null, 2);
  await writeFile(join(folder, `${id}.json`), text, { mode: 0o600 });
  await note(desk, id, { status: KEPT, trouble: null });
}

async function deliver(desk: Desk, waiting: Waiting): Promise<void> {
  const { kit, office } = desk;
  const id = Number(waiting.id);
  const now = secondsNow(kit);
  if (waiting.expire_time !== null && Number(waiting.expire_time) <= now) {
    await note(desk, id, { status: EXPIRED, sealed: null });
    return;
  }
  if (!(await claim(desk, waiting))) return;
  const letter = letterIn(kit, waiting);
  const { mail } = kit.settings;
  if (letter === undefined) await note(desk, id, { status: FAILED, trouble: 'unreadable' });
  else if (waiting.channel === 'sms') await deliverText(desk, waiting, letter);
  else if (mail.host === '') await keepHere(desk, waiting, letter);
  else {
    try {
      await office.post(mail, { id: `message-${id}`, to: waiting.recipient, ...letter });
      await note(desk, id, { status: SENT, trouble: null, next_time: null, sent_time: secondsNow(kit), sealed: null });
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      await failed(desk, waiting, error);
    }
  }
}

/** A text message goes to the gateway, or stays here while there is none. */
async function deliverText(desk: Desk, waiting: Waiting, { text }: Letter): Promise<void> {
  const id = Number(waiting.id);
  const drive = smsDriver(desk.kit.settings.sms, desk.kit.env.privateHosts);
  if (drive === undefined) {
    await keepHere(desk, waiting, { subject: '', text });
    return;
  }
  const trouble = await drive({ to: waiting.recipient, text, id: `message-${id}` });
  if (trouble) await failed(desk, waiting, trouble);
  else
    await note(desk, id, {
      status: SENT,
      trouble: null,
      next_time: null,
      sent_time: secondsNow(desk.kit),
      sealed: null,
    });
}

interface Failure {
  readonly trouble: string;
  readonly final: boolean;
}
async function failed(desk: Desk, { id, attempts }: Waiting, { trouble, final }: Failure): Promise<void> {
  const pause = final ? undefined : PAUSES[Number(attempts)];
  desk.kit.log.warn({ message: Number(id), trouble, again: pause ?? null }, 'a mail could not be sent');
  const next = pause === undefined ? null : secondsNow(desk.kit) + pause;
  await note(desk, Number(id), { status: pause === undefined ? FAILED : WAITING, trouble, next_time: next });
}

export interface Outbox {
  /** Something may wait: look now. */
  readonly kick: () => void;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `isOurs`: whether this node looks by itself for what others left behind. */
export function openOutbox(kit: Kit, writer: Writer, isOurs: () => boolean): Outbox {
  const desk: Desk = { kit, writer, office: openPostOffice(kit.env.privateHosts) };
  let running: Promise<void> | undefined;
  const state = { again: false, closed: false };
  const wantsMore = () => state.again && !state.closed;
  const round = async () => {
    do {
      state.again = false;
      for (const waiting of await due(kit, secondsNow(kit))) if (!state.closed) await deliver(desk, waiting);
    } while (wantsMore());
  };
  const kick = () => {
    state.again = true;
    if (state.closed) return;
    running ??= round()
      .catch((error: unknown) => kit.log.error({ err: error }, 'the outbox will be looked at again'))
      .finally(() => {
        running = undefined;
        if (state.again) kick();
      });
  };
  const timer = setInterval(() => {
    if (isOurs()) kick();
  }, LOOK_MS).unref();
  return {
    kick,
    settled: async () => {
      while (running) await running;
    },
    close: async () => {
      state.closed = true;
      clearInterval(timer);
      desk.office.close();
      await running;
    },
  };
}
