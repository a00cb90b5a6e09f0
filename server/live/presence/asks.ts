/** One person asks another to let go of a field, and hears the answer; both tabs may be on different nodes. */
import type { AskAnswer, AskNotice, AskRequest } from '../../../common/protocol/live';
import type { Peer } from '../peer';
import { sightOf } from './sight';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Tab } from './table';

/** So long one waits before asking the same tab again, and so long a question may be answered. */
const AGAIN_MS = 3_000;
const OPEN_MS = 60_000;

export interface AsksOptions {
  readonly tabOf: (tag: string) => Tab | undefined;
  readonly entityOf: (e: string) => AnyEntity | undefined;
  readonly deliver: (to: string, notice: AskNotice) => void;
}
export interface Asks {
  readonly take: (peer: Peer, own: string, request: AskRequest, now: number) => AskAnswer;
  /** A question is handed to one of our tabs: it may answer for a while. */
  readonly opened: (to: string, notice: AskNotice, now: number) => void;
  readonly expire: (now: number) => void;
}

const refused = (code: 404 | 410 | 429): AskAnswer => ({ ok: false, code });
const noticeFrom = (tab: Tab, id: number, notice: Pick<AskNotice, 'k' | 'f' | 'go'>): AskNotice => ({
  ...notice,
  from: { s: tab.tag, p: tab.principal, name: tab.name },
  e: tab.e,
  id,
});

export function createAsks({ tabOf, entityOf, deliver }: AsksOptions): Asks {
  /** By asker and asked: when it was asked. */
  const asked = new Map<string, number>();
  /** Questions our tabs may answer, by asked, asker and field: until when. */
  const open = new Map<string, number>();

  const ask = (peer: Peer, mine: Tab, to: string, now: number): AskAnswer => {
    const theirs = tabOf(to);
    if (mine.id === null || theirs?.e !== mine.e || theirs.id !== mine.id || theirs.f === null) return refused(410);
    const entity = entityOf(mine.e);
    const sight = entity && sightOf(peer.actor, entity);
    if (theirs.principal === mine.principal || sight?.fields.has(theirs.f) !== true) return refused(404);
    const key = `${mine.tag} ${to}`;
    if (now - (asked.get(key) ?? -Infinity) < AGAIN_MS) return refused(429);
    asked.set(key, now);
    deliver(to, noticeFrom(mine, mine.id, { k: 'ask', f: theirs.f }));
    return { ok: true };
  };
  const answer = (mine: Tab, { to, f, go }: Extract<AskRequest, { k: 'answer' }>, now: number): AskAnswer => {
    const key = `${mine.tag} ${to} ${f}`;
    if (mine.id === null || (open.get(key) ?? 0) <= now) return refused(410);
    open.delete(key);
    deliver(to, noticeFrom(mine, mine.id, { k: 'answer', f, go }));
    return { ok: true };
  };
  return {
    take: (peer, own, request, now) => {
      const mine = tabOf(own);
      if (mine === undefined) return refused(410);
      return request.k === 'ask' ? ask(peer, mine, request.to, now) : answer(mine, request, now);
    },
    opened: (to, { k, from, f }, now) => {
      if (k === 'ask') open.set(`${to} ${from.s} ${f}`, now + OPEN_MS);
    },
    expire: (now) => {
      for (const [key, at] of asked) if (now - at >= AGAIN_MS) asked.delete(key);
      for (const [key, until] of open) if (until <= now) open.delete(key);
    },
  };
}
