/** Reports the user's location, receives presence of others, and shows handover requests as messages. */
import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabels } from '../../../common/locales/entityLabels';
import type { HandoverNotice } from '../../../common/protocol/liveEvents';
import { useApp } from '../../shared/app/appContext';
import { useAppDispatch } from '../../shared/app/createStore';
import { useLanguage } from '../../shared/i18n/i18n';
import { PresenceContext, type Presence, type PersonDetails } from '../../shared/presence/presenceContext';
import { HEARTBEAT_MS, createLocationReporter } from '../../shared/presence/locationReporter';
import { presenceCleared, presenceReceived } from '../../shared/presence/presenceSlice';
import { useEngine } from '../engineContext';

const currentTime = () => performance.now();
const isHidden = () => document.visibilityState === 'hidden';

/** Blurs the field a colleague asked for; typed text stays. */
function leaveField(field: string): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return;
  if (activeElement.closest('[data-field]')?.getAttribute('data-field') === field) activeElement.blur();
}

/** Shows handover requests and responses. */
function useHandoverNotices(): (notice: HandoverNotice) => void {
  const { live, toasts } = useApp();
  const { t } = useTranslation();
  const { registry } = useEngine();
  const lang = useLanguage();
  return (notice) => {
    const { k: kind, from, e: entityName, f: field, go: isReleased } = notice;
    const entity = registry.get(entityName);
    const fieldLabel = (entity && entityLabels(entity, lang).fields[field]) ?? field;
    const messageParams = { name: from.name, field: fieldLabel };
    const key = `presence ${from.s} ${field}`;
    if (kind === 'answer') {
      if (isReleased === true) toasts.show('success', t('presence.was_let_go', messageParams), undefined, key);
      return;
    }
    const run = () => {
      leaveField(field);
      void live.requestHandover({ k: 'answer', to: from.s, f: field, go: true });
    };
    toasts.show('info', t('presence.wants', messageParams), { label: t('presence.let_go'), run }, key);
  };
}

interface PresenceProviderProps {
  readonly facts?: PersonDetails;
  readonly children: ReactNode;
}
export function PresenceProvider({ facts, children }: PresenceProviderProps) {
  const { live } = useApp();
  const dispatch = useAppDispatch();
  const onAsk = useEffectEvent(useHandoverNotices());
  const presence = useMemo((): Presence => {
    const reporter = createLocationReporter({ send: live.sendFocus, isHidden, now: currentTime });
    return {
      location: reporter,
      requestHandover: (tabId) => live.requestHandover({ k: 'ask', to: tabId }),
      PersonDetails: facts,
    };
  }, [live, facts]);
  useEffect(() => {
    const { location: reporter } = presence;
    const unsubscribe = live.addPresenceListener({
      onConnected: reporter.resend,
      onDisconnected: () => void dispatch(presenceCleared()),
      onPresence: (frame) => void dispatch(presenceReceived(frame)),
      onHandoverRequest: (notice) => onAsk(notice),
    });
    const heartbeat = setInterval(reporter.heartbeat, HEARTBEAT_MS);
    const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    for (const activityEvent of activityEvents)
      window.addEventListener(activityEvent, reporter.markActivity, { passive: true, capture: true });
    document.addEventListener('visibilitychange', reporter.markVisibilityChange);
    return () => {
      unsubscribe();
      clearInterval(heartbeat);
      reporter.stop();
      for (const activityEvent of activityEvents)
        window.removeEventListener(activityEvent, reporter.markActivity, { capture: true });
      document.removeEventListener('visibilitychange', reporter.markVisibilityChange);
    };
  }, [presence, dispatch, live]);
  return <PresenceContext value={presence}>{children}</PresenceContext>;
}
