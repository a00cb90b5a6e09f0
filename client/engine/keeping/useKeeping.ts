/**
 * Keeps what is typed in a form beyond the form: a second after the last key on the server, and in this browser until the
 * server has it, each form under its own mark. What closed and crashed forms of the record left is offered; only the person
 * decides. Saved or given up, it is gone in both places.
 */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { KeptDraft, KeptPatch } from '../../../common/protocol/draft';
import { useApp } from '../../shared/app';
import { useAppSelector } from '../../shared/createStore';
import { isCallFault } from '../../shared/faults';
import { selectPerson } from '../../shared/session';
import { barredFields, dirtyFields, groupOf, type Draft, type DraftEvent, type Shape } from '../draft';
import { writtenFields } from '../picks';
import type { EntityRights } from '../useMay';
import { draftApi } from './draftApi';
import { isTooLarge, keptFields, lostFields, offersOf, type FoundDraft } from './keptPatch';
import { createLocalShelf, formIn, localKey, ownWords, type LocalShelf } from './localShelf';
import { useTwin, type Twin } from './useTwin';

const KEEP_AFTER_MS = 1_000;

export interface Keeping {
  /** Earlier drafts that wait for a decision, the newest first. */
  readonly offers: readonly KeptDraft[];
  readonly restore: (offer: KeptDraft) => void;
  readonly forget: (offer: KeptDraft) => void;
  /** Fields that leaving would lose. */
  readonly lost: readonly string[];
  /** The last keys are not stored yet. */
  readonly pending: boolean;
  /** Whether the last that was to be stored is, in this browser or on the server. */
  readonly stored: () => Promise<boolean>;
  /** The same record, typed in on another screen. */
  readonly twin: Twin | undefined;
}
interface Parts {
  /** Under which the draft is kept while another screen is in sight. */
  readonly keptAs: string;
  readonly shape: Shape;
  readonly rights: EntityRights;
  readonly draft: Draft;
  readonly send: (event: DraftEvent) => void;
  /** The form goes on where it was left in this very window: there is nothing to offer. */
  readonly resumed: boolean;
}

/** The server takes no draft of what one may not change any more. */
const isBarred = (error: unknown) => isCallFault(error) && [403, 404].includes(error.status);

/** Both places the drafts of a record are kept in. */
function usePlaces(ent: string, id: number) {
  const person = useAppSelector(selectPerson('admin'))?.id ?? 0;
  const { forms } = useApp();
  const [local] = useState<LocalShelf>(createLocalShelf);
  const [keep] = draftApi.useKeepDraftMutation();
  const [drop] = draftApi.useDropDraftMutation();
  const [ask] = draftApi.useLazyKeptDraftsQuery();
  return useMemo(() => {
    const keyOf = (form: string) => localKey(person, ent, id, form);
    const dropAll = (forms: readonly string[]) => {
      for (const form of forms) void Promise.all([local.drop(keyOf(form)), drop({ ent, id, form })]);
    };
    const readLocal = async (): Promise<readonly FoundDraft[]> =>
      (await local.entries()).flatMap(([key, patch]) => {
        const form = formIn(key, person, ent, id);
        return form === undefined ? [] : [{ ...patch, form }];
      });
    return {
      /** `adopted`: what it now says too. The answer is whether one of the two places has it. */
      write: async (form: string, patch: KeptPatch, adopted: readonly string[]): Promise<boolean> => {
        const key = keyOf(form);
        await local.write(key, patch);
        const isHere = async () => (await local.read(key))?.at === patch.at;
        const sent = keep({ ent, id, form, ...patch }).then(async ({ error }) => {
          if (isBarred(error) && (await isHere()))
            await local.write(
              key,
              ownWords(patch, () => true),
            );
          if (error !== undefined) return false;
          dropAll(adopted);
          // What the server has need not lie in the browser too.
          if (await isHere()) await local.drop(key);
          return true;
        });
        return (await isHere()) || sent;
      },
      drop: dropAll,
      read: async () => {
        const [here, there, open] = await Promise.all([readLocal(), ask({ ent, id }), forms.ask()]);
        return { found: [...(there.data?.drafts ?? []), ...here], open };
      },
    };
  }, [person, ent, id, local, forms, keep, drop, ask]);
}

type Places = ReturnType<typeof usePlaces>;

/** Looks once, when the record is there to compare with, what was left the last time. */
function useOffers({ shape, rights, draft, resumed }: Parts, read: Places['read']) {
  const [offers, setOffers] = useState<readonly KeptDraft[]>([]);
  const may = rights.may(draft.id === null ? 'create' : 'update');
  const asked = useRef(false);
  const judge = useEffectEvent((found: Awaited<ReturnType<typeof read>>) =>
    setOffers(offersOf(shape, rights, draft, found)),
  );
  const ready = draft.loaded && may && !resumed;
  useEffect(() => {
    if (!ready || asked.current) return;
    asked.current = true;
    void read().then(judge);
  }, [ready, read]);
  return [offers, setOffers] as const;
}

/** While it is open its text is its own, and offered nowhere else. */
function useOpenForm(mark: string) {
  const { forms } = useApp();
  useEffect(() => forms.hold(() => [mark]), [forms, mark]);
}

interface Typed {
  /** What is typed, printed; empty: nothing. */
  readonly text: string;
  readonly patch: () => KeptPatch;
  /** More is typed, which may not be saved any more: what was kept of it stays kept. */
  readonly barred: boolean;
}
/** Stores what is typed under the form's own mark: after a pause, at once when the page goes out of sight, and drops it in the end. */
function useStoring(
  { draft: { mark, adopted }, resumed }: Parts,
  places: Places,
  { text, patch, barred }: Typed,
): Pick<Keeping, 'pending' | 'stored'> {
  const [stored, setStored] = useState('');
  const last = useRef(Promise.resolve(false));
  // A new record that was stored has another place from then on.
  const storedIn = useRef(places);
  const store = useEffectEvent(async () => {
    storedIn.current = places;
    last.current = places.write(mark, patch(), adopted);
    if (await last.current) setStored(text);
  });
  // Nothing typed any more: saved, given up, or typed back.
  const clear = useEffectEvent(() => {
    storedIn.current.drop([mark, ...adopted]);
    storedIn.current = places;
    last.current = Promise.resolve(false);
    setStored('');
  });
  const pending = text !== '' && text !== stored;
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setTimeout(() => void store(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pending, text]);
  const wasDirty = useRef(resumed);
  useEffect(() => {
    if (barred && text === '') return;
    if (wasDirty.current && text === '') clear();
    wasDirty.current = text !== '';
  }, [text, barred]);
  const flush = useEffectEvent(() => {
    if (pending) void store();
  });
  // A page that goes keeps it once more: somebody may have thrown the copy away on another device.
  const leave = useEffectEvent(() => {
    if (text !== '') void store();
  });
  useEffect(() => {
    const onHide = () => flush();
    const onLeave = () => leave();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onLeave);
      flush();
    };
  }, []);
  return { pending, stored: () => last.current };
}

export function useKeeping(parts: Parts): Keeping {
  const { shape, rights, draft, send } = parts;
  const places = usePlaces(shape.entity.name, draft.id ?? 0);
  useOpenForm(draft.mark);
  const [offers, setOffers] = useOffers(parts, places.read);
  const dirty = [...new Set([...dirtyFields(shape, draft), ...writtenFields(draft.picks)])];
  const fields = keptFields(shape, rights, draft);
  const lost = isTooLarge(fields) ? dirty : lostFields(shape, rights, dirty);
  const text = dirty.length > lost.length ? JSON.stringify(fields) : '';
  const patchOf = (one: Draft, kept: KeptPatch['fields']): KeptPatch => ({
    revision: one.revision,
    fields: kept,
    at: Date.now(),
  });
  const patch = () => patchOf(draft, fields);
  const store = (one: Draft) => {
    const kept = keptFields(shape, rights, one);
    if (Object.keys(kept).length > 0 && !isTooLarge(kept)) void places.write(one.mark, patchOf(one, kept), []);
  };
  const twin = useTwin({ shape, draft, send, keptAs: parts.keptAs, store });
  const storing = useStoring(parts, places, { text, patch, barred: barredFields(shape, draft).length > 0 });

  const settle = ({ form }: KeptDraft, left: KeptPatch['fields'] = {}) =>
    setOffers((all) =>
      all.flatMap((one) => {
        if (one.form !== form) return [one];
        return Object.keys(left).length > 0 ? [{ ...one, fields: left }] : [];
      }),
    );
  return {
    offers,
    restore: (offer) => {
      send({ type: 'restored', draft: offer });
      const isTaken = (field: string) =>
        groupOf(shape, field).some((one) => dirty.includes(one) && one in offer.fields);
      const left = Object.entries(offer.fields).filter(([field]) => isTaken(field));
      settle(offer, Object.fromEntries(left));
    },
    forget: (offer) => {
      places.drop([offer.form]);
      settle(offer);
    },
    lost,
    ...storing,
    twin,
  };
}
