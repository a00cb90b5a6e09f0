/** What only people say over the wire: where they are, whom they ask for a field, which member they look at, which task's output they follow. */
import type { ReceiptsAck } from '../../../common/protocol/receipts';
import type { HandoverAck, FocusAck } from '../../../common/protocol/liveEvents';
import { isKioskPrincipal } from '../../access/kiosk/kioskTokens';
import type { PresenceHub } from '../presence/presenceHub';
import { recordViolation, type Connection } from './connection';
import type { TaskOutput } from './taskOutput';
import type { TopicRegistry } from '../topics/topicRegistry';

export type Ack<T> = (answer: T) => void;
export const toAck = <T>(value: unknown): Ack<T> => (typeof value === 'function' ? (value as Ack<T>) : () => undefined);

interface PresenceEventsOptions {
  readonly presence: PresenceHub;
  readonly taskOutput: TaskOutput;
  readonly topics: TopicRegistry;
  /** A failure of ours ends the socket. */
  readonly disconnectOnFailure: (work: Promise<void>) => void;
}

async function onFocus(
  { presence, topics }: PresenceEventsOptions,
  connection: Connection,
  raw: unknown,
  ack: Ack<FocusAck>,
) {
  if (!(await presence.focus(connection, raw, ack))) recordViolation(connection, topics);
}
function onAsk(
  { presence, topics }: PresenceEventsOptions,
  connection: Connection,
  raw: unknown,
  ack: Ack<HandoverAck>,
): void {
  if (!presence.requestHandover(connection, raw, ack)) recordViolation(connection, topics);
}
async function onCare(
  { presence, topics }: PresenceEventsOptions,
  connection: Connection,
  raw: unknown,
  ack: Ack<ReceiptsAck>,
) {
  if (!(await presence.watchMembers(connection, raw, ack))) recordViolation(connection, topics);
}

/** Nobody sits at a screen on a wall. */
function refuseKiosk({ socket }: Connection): void {
  for (const event of ['focus', 'ask', 'care'] as const)
    socket.on(event, (raw: unknown, ack: unknown) => {
      toAck<FocusAck>(ack ?? raw)({ ok: false, code: 404 });
    });
}

export function registerPresenceEvents(options: PresenceEventsOptions, connection: Connection): void {
  const { socket, principal } = connection;
  if (isKioskPrincipal(principal)) {
    refuseKiosk(connection);
    return;
  }
  socket.on('focus', (raw: unknown, ack: unknown) => {
    options.disconnectOnFailure(onFocus(options, connection, raw, toAck(ack ?? raw)));
  });
  socket.on('ask', (raw: unknown, ack: unknown) => {
    onAsk(options, connection, raw, toAck(ack ?? raw));
  });
  socket.on('care', (raw: unknown, ack: unknown) => {
    options.disconnectOnFailure(onCare(options, connection, raw, toAck(ack ?? raw)));
  });
  options.taskOutput.registerEvents(connection, () => recordViolation(connection, options.topics));
}
