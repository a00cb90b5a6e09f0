/** Tells the person at the screen of what arrives: one message for all that comes together, the device when the tab is hidden. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noticeChoiceOf } from '../../../common/notices';
import { useApp } from '../app';
import { canNotify, notifyDesktop } from './desktop';
import { useSentence, type Notice, type NounsOf } from './notice';
import { useNoticeChoiceQuery } from './noticesApi';
import { useTitleBadge } from './useTitleBadge';

const TOGETHER_MS = 300;

interface Leading {
  readonly nounsOf: NounsOf;
  /** Follows a notice to what it is about. */
  readonly follow: (notice: Notice) => void;
  readonly openPanel: () => void;
}
export function useArrivals({ nounsOf, follow, openPanel }: Leading): (notices: readonly Notice[]) => void {
  const { t } = useTranslation();
  const { realm, toasts } = useApp();
  const { data: choice = noticeChoiceOf(undefined) } = useNoticeChoiceQuery(realm);
  const say = useSentence(nounsOf);
  const badge = useTitleBadge();
  const waiting = useRef(new Map<number, Notice>());
  const [due, setDue] = useState(false);

  const toast = (notices: readonly Notice[]) => {
    const [only] = notices;
    if (only === undefined) return;
    const single = notices.length === 1;
    const text = single ? say(only) : t('notice.toast', { count: notices.length });
    const run = single && only.link !== '' ? () => follow(only) : openPanel;
    toasts.show('info', text, { label: t('notice.show'), run }, single ? `notice-${only.id}` : 'notices');
  };
  const tell = useEffectEvent(() => {
    const notices = [...waiting.current.values()];
    waiting.current.clear();
    badge(notices.length);
    const hidden = document.visibilityState === 'hidden';
    const onDesktop = hidden && canNotify() ? notices.filter(({ kind }) => choice[kind].desktop) : [];
    for (const notice of onDesktop) {
      const [title, body] = [t(`notice.kinds.${notice.kind}`), say(notice)];
      notifyDesktop({ title, body, tag: `notice-${notice.id}`, onOpen: () => follow(notice) });
    }
    toast(notices.filter((notice) => choice[notice.kind].toast && !onDesktop.includes(notice)));
  });
  useEffect(() => {
    if (!due) return undefined;
    const timer = setTimeout(() => {
      setDue(false);
      tell();
    }, TOGETHER_MS);
    return () => clearTimeout(timer);
  }, [due]);
  return (notices) => {
    for (const notice of notices) waiting.current.set(notice.id, notice);
    setDue(true);
  };
}
