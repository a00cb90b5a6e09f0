/**
 * Keeps what is typed in a form beyond the form: a second after the last key on the server, and in this browser until the
 * server has it. On the next opening it is offered; only the person decides. Saved or given up, it is gone in both places.
 */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { KeptDraft, KeptPatch } from '../../../common/protocol/draft';
import { useAppSelector } from '../../shared/createStore';
import { selectPerson } from '../../shared/session';
import { dirtyFields, type Draft, type DraftEvent, type Shape } from '../draft';
import type { EntityRights } from '../useMay';
import { draftApi } from './draftApi';
import { isTooLarge, keptFields, lostFields, offerOf } from './keptPatch';
import { createLocalShelf, localKey, type LocalShelf } from './localShelf';

const KEEP_AFTER_MS = 1_000;

export interface Keeping {
  /** An earlier draft that waits for a decision. */
  readonly offer: KeptDraft | null;
  readonly restore: () => void;
  readonly forget: () => void;
  /** Fields that leaving would lose. */
  readonly lost: readonly string[];
  /** The last keys are not stored yet. */
  readonly pending: boolean;
}
interface Parts {
  readonly shape: Shape;
  readonly rights: EntityRights;
  readonly draft: Draft;
  readonly send: (event: DraftEvent) => void;
  /** The form goes on where it was left in this very window: there is nothing to offer. */
  readonly resumed: boolean;
}

/** Both places a draft is kept in. */
function usePlaces(ent: string, id: number) {
  const person = useAppSelector(selectPerson('admin'))?.id ?? 0;
  const [local] = useState<LocalShelf>(createLocalShelf);
  const [keep] = draftApi.useKeepDraftMutation();
  const [drop] = draftApi.useDropDraftMutation();
  const [ask] = draftApi.useLazyKeptDraftQuery();
  return useMemo(() => {
    const key = localKey(person, ent, id);
    return {
      write: async (patch: KeptPatch) => {
        await local.write(key, patch);
        // What the server has need not lie in the browser too.
        void keep({ ent, id, ...patch }).then(async ({ error }) => {
          if (error === undefined && (await local.read(key))?.at === patch.at) await local.drop(key);
        });
      },
      drop: () => void Promise.all([local.drop(key), drop({ ent, id })]),
      read: async () => {
        const [here, there] = await Promise.all([local.read(key), ask({ ent, id })]);
        return [there.data?.draft, here] as const;
      },
    };
  }, [person, ent, id, local, keep, drop, ask]);
}

/** Looks once, when the record is there to compare with, what was left the last time. */
function useOffer({ shape, rights, draft, resumed }: Parts, read: ReturnType<typeof usePlaces>['read']) {
  const [offer, setOffer] = useState<KeptDraft | null>(null);
  const may = rights.may(draft.id === null ? 'create' : 'update');
  const asked = useRef(false);
  const judge = useEffectEvent((drafts: readonly (KeptPatch | KeptDraft | null | undefined)[]) =>
    setOffer(offerOf(shape, rights, draft, drafts)),
  );
  const ready = draft.loaded && may && !resumed;
  useEffect(() => {
    if (!ready || asked.current) return;
    asked.current = true;
    void read().then(judge);
  }, [ready, read]);
  return [offer, setOffer] as const;
}

export function useKeeping(parts: Parts): Keeping {
  const { shape, rights, draft, send } = parts;
  const places = usePlaces(shape.entity.name, draft.id ?? 0);
  const [offer, setOffer] = useOffer(parts, places.read);
  const dirty = dirtyFields(shape, draft);
  const fields = keptFields(shape, rights, draft, offer?.fields);
  const lost = isTooLarge(fields) ? dirty : lostFields(shape, rights, dirty);
  const text = dirty.length > lost.length ? JSON.stringify(fields) : '';
  const [stored, setStored] = useState('');
  // A new record that was stored has another place from then on.
  const storedIn = useRef(places);

  const store = useEffectEvent(async () => {
    storedIn.current = places;
    await places.write({ revision: draft.revision, fields, at: Date.now() });
    setStored(text);
  });
  // Nothing typed any more: saved, given up, or typed back.
  const clear = useEffectEvent(() => {
    if (offer) void places.write(offer);
    else storedIn.current.drop();
    storedIn.current = places;
    setStored('');
  });
  const pending = text !== '' && text !== stored;
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setTimeout(() => void store(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pending, text]);
  const wasDirty = useRef(parts.resumed);
  useEffect(() => {
    if (wasDirty.current && text === '') clear();
    wasDirty.current = text !== '';
  }, [text]);
  // At once when the page goes out of sight or the form is left.
  const flush = useEffectEvent(() => {
    if (pending) void store();
  });
  useEffect(() => {
    const onHide = () => flush();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onHide);
      flush();
    };
  }, []);

  return {
    offer,
    restore: () => {
      if (offer) send({ type: 'restored', draft: offer });
      setOffer(null);
    },
    forget: () => {
      setOffer(null);
      if (text === '') places.drop();
    },
    lost,
    pending,
  };
}
