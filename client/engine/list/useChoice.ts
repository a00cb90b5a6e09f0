/** Which rows of a list are chosen. Rows that went from the page meanwhile are told apart: nothing is done with what nobody sees. */
import { useState } from 'react';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Gone, LiveList } from '../liveList';
import { usePinned } from '../usePinned';

export interface LostRow {
  readonly id: number;
  /** Null: it stands elsewhere now, or nobody heard why it went. */
  readonly gone: Gone | null;
}
export interface Choice {
  readonly selected: readonly number[];
  readonly select: (ids: readonly number[]) => void;
  /** The chosen rows that are still in the list: all that may be acted on, those in folded branches too. */
  readonly here: readonly number[];
  readonly lost: readonly LostRow[];
}

/** Whether a row is still in the list and may be acted on. */
export const isHere = ({ ids, gone }: LiveList, id: number): boolean => ids.includes(id) && !(id in gone);

/** `asked`: the question the list answers; another one begins without a choice. */
export function useChoice(entity: AnyEntity, list: LiveList, asked: string): Choice {
  const [chosen, setChosen] = useState({ asked, ids: [] as readonly number[] });
  const [parted, setParted] = useState<LiveList['gone']>({});
  const selected = chosen.asked === asked ? chosen.ids : [];
  // Settling forgets who went and why; whoever chose them is told until the choice is over.
  const news = selected.filter((id) => id in list.gone && parted[id] !== list.gone[id]);
  if (news.length > 0) setParted({ ...parted, ...list.gone });
  usePinned(entity.name, selected);
  return {
    selected,
    select: (ids) => {
      setChosen({ asked, ids });
      if (ids.length === 0) setParted({});
    },
    here: selected.filter((id) => isHere(list, id)),
    lost: selected.filter((id) => !isHere(list, id)).map((id) => ({ id, gone: list.gone[id] ?? parted[id] ?? null })),
  };
}

interface Page {
  /** The rows of the page that can be chosen. */
  readonly ids: readonly number[];
  readonly selected: readonly number[];
  readonly select: (ids: readonly number[]) => void;
}
export interface WholePage {
  readonly all: boolean;
  readonly some: boolean;
  readonly empty: boolean;
  readonly toggle: () => void;
}
/** The tick for all rows of a page. */
export function wholePage({ ids, selected, select }: Page): WholePage {
  const chosen = new Set(selected);
  const all = ids.length > 0 && ids.every((id) => chosen.has(id));
  return {
    all,
    some: selected.length > 0,
    empty: ids.length === 0,
    toggle: () => select(all ? [] : [...new Set([...selected, ...ids])]),
  };
}
