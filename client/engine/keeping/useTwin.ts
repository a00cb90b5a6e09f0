/**
 * The same record, typed in on another screen of this window: beside its list and on its own page. Both texts are said to be
 * there, and the person decides; what is brought here changes places with what stands here, so that neither is lost.
 */
import { useState, useSyncExternalStore } from 'react';
import type { KeptPatch } from '../../../common/protocol/draft';
import { isDirty, mayWrite, sameValue, valueOf, type Draft, type DraftEvent, type Shape } from '../draft';
import { useDraftShelf } from '../draftShelf';
import { writtenFields } from '../picks';

type Fields = KeptPatch['fields'];
export interface Twin {
  readonly mark: string;
  /** What it says otherwise than this form. */
  readonly fields: Fields;
  /** Which of them are typed in here too. */
  readonly both: readonly string[];
  readonly bring: () => void;
  readonly leave: () => void;
}
interface Parts {
  readonly shape: Shape;
  readonly draft: Draft;
  readonly send: (event: DraftEvent) => void;
  readonly keptAs: string;
  /** Stores beyond this window what the other screen holds from now on. */
  readonly store: (twin: Draft) => void;
}

const fieldOf = (draft: Draft, field: string) => ({ base: draft.base[field] ?? null, mine: valueOf(draft, field) });

/** What the other one holds that this form does not say. */
function differing(shape: Shape, draft: Draft, twin: Draft): Fields {
  const typed = shape.fields.filter((field) => mayWrite(shape, field) && isDirty(shape, twin, field));
  const other = typed.filter((field) => !sameValue(shape.entity, field, valueOf(twin, field), valueOf(draft, field)));
  return Object.fromEntries(other.map((field) => [field, fieldOf(twin, field)] as const));
}

/** The other one after its fields were brought here: it holds what stood in their place. */
function exchanged(shape: Shape, draft: Draft, twin: Draft, fields: Fields): Draft {
  const kept = Object.entries(twin.mine).filter(([field]) => !(field in fields));
  const swapped = Object.keys(fields).filter((field) => isDirty(shape, draft, field));
  const bases = swapped.map((field) => [field, draft.base[field] ?? null] as const);
  return {
    ...twin,
    mine: Object.fromEntries([...kept, ...swapped.map((field) => [field, valueOf(draft, field)] as const)]),
    base: { ...twin.base, ...Object.fromEntries(bases) },
    conflicts: Object.fromEntries(Object.entries(twin.conflicts).filter(([field]) => !(field in fields))),
  };
}

const never = () => () => undefined;
export function useTwin({ shape, draft, send, keptAs, store }: Parts): Twin | undefined {
  const shelf = useDraftShelf();
  const twin = useSyncExternalStore(shelf?.subscribe ?? never, () => shelf?.twinOf(keptAs));
  const [left, setLeft] = useState('');
  if (shelf === null || twin === undefined || !draft.loaded || draft.gone || draft.sent) return undefined;
  const { draft: other } = twin;
  const fields = differing(shape, draft, other);
  if (Object.keys(fields).length === 0 || left === other.mark) return undefined;
  return {
    mark: other.mark,
    fields,
    both: Object.keys(fields).filter((field) => isDirty(shape, draft, field)),
    bring: () => {
      const rest = exchanged(shape, draft, other, fields);
      const isEmpty =
        writtenFields(rest.picks).length === 0 && !Object.keys(rest.mine).some((field) => isDirty(shape, rest, field));
      send({ type: 'brought', fields, ...(isEmpty ? { mark: other.mark } : {}) });
      if (isEmpty) {
        shelf.drop(twin.key);
        return;
      }
      shelf.keep(twin.key, rest);
      store(rest);
      setLeft(other.mark);
    },
    leave: () => setLeft(other.mark),
  };
}
