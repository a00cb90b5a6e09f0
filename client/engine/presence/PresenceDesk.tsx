/** Makes an app tell where its people are, and hear of the others; what a colleague asks comes as a short message. */
import { useEffect, useEffectEvent, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { entityWords } from '../../../common/locales/entityWords';
import type { AskNotice } from '../../../common/protocol/live';
import { useApp } from '../../shared/app';
import { useAppDispatch } from '../../shared/createStore';
import { useLang } from '../../shared/i18n';
import { DeskContext, type Desk, type Facts } from '../../shared/presence/desk';
import { BEAT_MS, createPlaces } from '../../shared/presence/places';
import { everybodyGone, presenceTold } from '../../shared/presence/slice';
import { useEngine } from '../engineContext';

const now = () => performance.now();
const isHidden = () => document.visibilityState === 'hidden';

/** Leaves the field a colleague asked for; what was typed stays. */
function letGo(field: string): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return;
  if (activeElement.closest('[data-field]')?.getAttribute('data-field') === field) activeElement.blur();
}

/** Shows what colleagues ask and answer. */
function useAsks(): (notice: AskNotice) => void {
  const { live, toasts } = useApp();
  const { t } = useTranslation();
  const { registry } = useEngine();
  const lang = useLang();
  return (notice) => {
    const { k, from, e, f, go } = notice;
    const entity = registry.get(e);
    const field = (entity && entityWords(entity, lang).fields[f]) ?? f;
    const words = { name: from.name, field };
    const key = `presence ${from.s} ${f}`;
    if (k === 'answer') {
      if (go === true) toasts.show('success', t('presence.was_let_go', words), undefined, key);
      return;
    }
    const run = () => {
      letGo(f);
      void live.ask({ k: 'answer', to: from.s, f, go: true });
    };
    toasts.show('info', t('presence.wants', words), { label: t('presence.let_go'), run }, key);
  };
}

interface PresenceDeskProps {
  readonly facts?: Facts;
  readonly children: ReactNode;
}
export function PresenceDesk({ facts, children }: PresenceDeskProps) {
  const { live } = useApp();
  const dispatch = useAppDispatch();
  const onAsk = useEffectEvent(useAsks());
  const desk = useMemo((): Desk => {
    const places = createPlaces({ send: live.focus, isHidden, now });
    return { places, ask: (to) => live.ask({ k: 'ask', to }), Facts: facts };
  }, [live, facts]);
  useEffect(() => {
    const { places } = desk;
    const stop = live.attend({
      onUp: places.again,
      onDown: () => void dispatch(everybodyGone()),
      onPresence: (frame) => void dispatch(presenceTold(frame)),
      onAsk: (notice) => onAsk(notice),
    });
    const beat = setInterval(places.beat, BEAT_MS);
    const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    for (const touch of touches) window.addEventListener(touch, places.touched, { passive: true, capture: true });
    document.addEventListener('visibilitychange', places.looked);
    return () => {
      stop();
      clearInterval(beat);
      places.stop();
      for (const touch of touches) window.removeEventListener(touch, places.touched, { capture: true });
      document.removeEventListener('visibilitychange', places.looked);
    };
  }, [desk, dispatch, live]);
  return <DeskContext value={desk}>{children}</DeskContext>;
}
