/** Events of webhooks: `<entity>.<action>`, as they are chosen and sent, and the headers of a delivery. */

const EVENT_ACTIONS = { c: 'created', u: 'updated', d: 'deleted', r: 'restored' } as const;
const EVENT = /^([a-z][a-z0-9_]{0,39})\.(created|updated|deleted|restored|\*)$/;

/** The headers of a delivery. */
export const WEBHOOK_HEADERS = {
  id: 'x-webhook-id',
  event: 'x-webhook-event',
  time: 'x-webhook-time',
  signature: 'x-webhook-signature',
} as const;
/** The event that a webhook gets when somebody tests it. */
export const TEST_EVENT = 'webhook.test';

/** The entity of an event; undefined when the text is no event. */
export const entityOfEvent = (event: string): string | undefined => EVENT.exec(event)?.[1];

/** The event of a change of the change log; undefined for a purge, which follows a deletion. */
export function eventOfChange({
  entityName,
  op,
}: {
  readonly entityName: string;
  readonly op: string;
}): string | undefined {
  const action = Object.entries(EVENT_ACTIONS).find(([name]) => name === op)?.[1];
  return action === undefined ? undefined : `${entityName}.${action}`;
}

/** Whether one of the chosen events is this event. */
export const isEventChosen = (chosen: readonly string[], event: string): boolean =>
  chosen.some((pattern) => pattern === event || (pattern.endsWith('.*') && event.startsWith(pattern.slice(0, -1))));

/** The text that the signature of a delivery covers. */
export const webhookSigningInput = (time: string, body: string): string => `${time}.${body}`;
