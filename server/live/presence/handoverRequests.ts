/**
 * Handover requests of field locks: a tab asks another tab to release a field and receives the response. Both can be on different nodes.
 */
import type { HandoverAck, HandoverNotice, HandoverRequest } from '../../../common/protocol/liveEvents';
import type { Connection } from '../sockets/connection';
import { findVisibility } from './visibility';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Tab } from './leaseTable';

/** The minimal interval between two requests to the same tab, and the time for which a request waits for a response. */
const REPEAT_AFTER_MS = 3_000;
const ANSWER_WITHIN_MS = 60_000;

export interface HandoverRequestsOptions {
  readonly findTab: (tabId: string) => Tab | undefined;
  readonly findEntity: (entityName: string) => AnyEntity | undefined;
  readonly deliver: (to: string, notice: HandoverNotice) => void;
}
export interface HandoverRequests {
  readonly handle: (connection: Connection, ownTabId: string, request: HandoverRequest, now: number) => HandoverAck;
  /** A request was delivered to a tab of this node, which may respond for a while. */
  readonly onDelivered: (to: string, notice: HandoverNotice, now: number) => void;
  readonly expire: (now: number) => void;
}

const refuse = (code: 404 | 410 | 429): HandoverAck => ({ ok: false, code });
const createNotice = (tab: Tab, id: number, notice: Pick<HandoverNotice, 'k' | 'f' | 'go'>): HandoverNotice => ({
  ...notice,
  from: { s: tab.tabId, p: tab.principal, name: tab.name },
  e: tab.entity,
  id,
});

export function createHandoverRequests({ findTab, findEntity, deliver }: HandoverRequestsOptions): HandoverRequests {
  /** The time of the last request, by sender and recipient. */
  const askedAt = new Map<string, number>();
  /** The end of the time for a response, by recipient, sender and field. */
  const answerableUntil = new Map<string, number>();

  const ask = (connection: Connection, ownTab: Tab, to: string, now: number): HandoverAck => {
    const otherTab = findTab(to);
    if (
      ownTab.id === null ||
      otherTab?.entity !== ownTab.entity ||
      otherTab.id !== ownTab.id ||
      otherTab.field === null
    )
      return refuse(410);
    const entity = findEntity(ownTab.entity);
    const visibility = entity && findVisibility(connection.actor, entity);
    if (otherTab.principal === ownTab.principal || visibility?.fields.has(otherTab.field) !== true) return refuse(404);
    const key = `${ownTab.tabId} ${to}`;
    if (now - (askedAt.get(key) ?? -Infinity) < REPEAT_AFTER_MS) return refuse(429);
    askedAt.set(key, now);
    deliver(to, createNotice(ownTab, ownTab.id, { k: 'ask', f: otherTab.field }));
    return { ok: true };
  };
  const respond = (
    ownTab: Tab,
    { to, f: fieldName, go }: Extract<HandoverRequest, { k: 'answer' }>,
    now: number,
  ): HandoverAck => {
    const key = `${ownTab.tabId} ${to} ${fieldName}`;
    if (ownTab.id === null || (answerableUntil.get(key) ?? 0) <= now) return refuse(410);
    answerableUntil.delete(key);
    deliver(to, createNotice(ownTab, ownTab.id, { k: 'answer', f: fieldName, go }));
    return { ok: true };
  };
  return {
    handle: (connection, ownTabId, request, now) => {
      const ownTab = findTab(ownTabId);
      if (ownTab === undefined) return refuse(410);
      return request.k === 'ask' ? ask(connection, ownTab, request.to, now) : respond(ownTab, request, now);
    },
    onDelivered: (to, { k, from, f: fieldName }, now) => {
      if (k === 'ask') answerableUntil.set(`${to} ${from.s} ${fieldName}`, now + ANSWER_WITHIN_MS);
    },
    expire: (now) => {
      for (const [key, at] of askedAt) if (now - at >= REPEAT_AFTER_MS) askedAt.delete(key);
      for (const [key, until] of answerableUntil) if (until <= now) answerableUntil.delete(key);
    },
  };
}
