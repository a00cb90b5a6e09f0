/** The mention that is being typed in a text box, with the people who match it. */
import { useState, type KeyboardEvent } from 'react';
import type { CommentPerson } from '../../../common/protocol/comments';
import { useDebouncedValue } from '../../shared/app/useDebouncedValue';
import { commentsApi, type CommentedRecord } from './commentsApi';
import { findMention, type TypedMention } from './findMention';

const SEARCH_DELAY_MS = 120;

interface Mentions {
  readonly people: readonly CommentPerson[];
  readonly activeIndex: number;
  /** The text or the caret changed. */
  readonly onCaret: (text: string, caret: number) => void;
  /** Returns whether the picker used the key. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly pick: (person: CommentPerson) => void;
}
export function useMentions(
  { e, id }: CommentedRecord,
  onPick: (mention: TypedMention, person: CommentPerson) => void,
): Mentions {
  const [mention, setMention] = useState<TypedMention>();
  const [activeIndex, setActiveIndex] = useState(0);
  const query = useDebouncedValue(mention?.query, SEARCH_DELAY_MS);
  const isOpen = mention !== undefined && query !== undefined;
  const { currentData } = commentsApi.useMentionablePeopleQuery({ e, id, q: query ?? '' }, { skip: !isOpen });
  const people = isOpen ? (currentData?.list ?? []) : [];
  const close = () => setMention(undefined);
  const pick = (person: CommentPerson) => {
    if (mention) onPick(mention, person);
    close();
  };
  const onKey = ({ key, nativeEvent }: KeyboardEvent): boolean => {
    const active = people[activeIndex] ?? people[0];
    if (active === undefined || nativeEvent.isComposing) return false;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActiveIndex((activeIndex + step + people.length) % people.length);
    else if (key === 'Enter' || key === 'Tab') pick(active);
    else if (key === 'Escape') close();
    else return false;
    return true;
  };
  return {
    people,
    activeIndex: Math.min(activeIndex, Math.max(0, people.length - 1)),
    onCaret: (text, caret) => {
      const next = findMention(text, caret);
      if (next?.query !== mention?.query) setActiveIndex(0);
      setMention(next);
    },
    onKey,
    pick,
  };
}
