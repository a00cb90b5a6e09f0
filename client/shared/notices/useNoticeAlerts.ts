/** Shows arriving notices: one toast for those that arrive together, a desktop notification while the tab is hidden. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseNoticePreferences } from '../../../common/notices';
import { useApp } from '../app/appContext';
import { useAddTranslations } from '../i18n/useAddTranslations';
import { canShowDesktopNotification, showDesktopNotification } from './desktopNotifications';
import { useNoticeText, type Notice, type FindEntityNames } from './parseNotice';
import { noticeTranslations } from './noticeTranslations';
import { useNoticePreferencesQuery } from './noticesApi';
import type { MarkRead } from './useMarkRead';
import { useTitleBadge } from './useTitleBadge';

const BATCH_MS = 300;

/** Marks the list of tasks of an open terminal. */
export const TASK_LIST_ID = 'terminal-tasks';
/** The end of a task is seen in the terminal itself. */
const isWatched = ({ kind }: Notice): boolean =>
  kind === 'task_ended' && document.visibilityState === 'visible' && document.getElementById(TASK_LIST_ID) !== null;

interface NoticeAlertOptions {
  readonly findEntityNames: FindEntityNames;
  /** Navigates to the subject of a notice. */
  readonly openNotice: (notice: Notice) => void;
  readonly openPanel: () => void;
  readonly markRead: MarkRead;
}
export function useNoticeAlerts({
  findEntityNames,
  openNotice,
  openPanel,
  markRead,
}: NoticeAlertOptions): (notices: readonly Notice[]) => void {
  useAddTranslations(noticeTranslations);
  const { t } = useTranslation();
  const { realm, toasts } = useApp();
  const { data: preferences = parseNoticePreferences(undefined) } = useNoticePreferencesQuery(realm);
  const formatNotice = useNoticeText(findEntityNames);
  const addTitleBadge = useTitleBadge();
  const pending = useRef(new Map<number, Notice>());
  const [isScheduled, setIsScheduled] = useState(false);

  const toast = (notices: readonly Notice[]) => {
    const [first] = notices;
    if (first === undefined) return;
    const isSingle = notices.length === 1;
    const text = isSingle ? formatNotice(first) : t('notice.toast', { count: notices.length });
    const run = isSingle && first.link !== '' ? () => openNotice(first) : openPanel;
    const tone = isSingle && first.title === 'task_failed' ? 'error' : 'info';
    toasts.show(tone, text, { label: t('notice.show'), run }, isSingle ? `notice-${first.id}` : 'notices');
  };
  const showPending = useEffectEvent(() => {
    const arrived = [...pending.current.values()];
    pending.current.clear();
    const watched = arrived.filter(isWatched);
    if (watched.length > 0) markRead.byIds(watched.map(({ id }) => id));
    const notices = arrived.filter((notice) => !watched.includes(notice));
    addTitleBadge(notices.length);
    const hidden = document.visibilityState === 'hidden';
    const onDesktop =
      hidden && canShowDesktopNotification() ? notices.filter(({ kind }) => preferences[kind].desktop) : [];
    for (const notice of onDesktop) {
      const [title, body] = [t(`notice.kinds.${notice.kind}`), formatNotice(notice)];
      showDesktopNotification({ title, body, tag: `notice-${notice.id}`, onOpen: () => openNotice(notice) });
    }
    const isShown = (notice: Notice) => preferences[notice.kind].toast && !onDesktop.includes(notice);
    toast(notices.filter(isShown));
  });
  useEffect(() => {
    if (!isScheduled) return undefined;
    const timer = setTimeout(() => {
      setIsScheduled(false);
      showPending();
    }, BATCH_MS);
    return () => clearTimeout(timer);
  }, [isScheduled]);
  return (notices) => {
    for (const notice of notices) pending.current.set(notice.id, notice);
    setIsScheduled(true);
  };
}
