/** The lines of a record's past as far as they were asked for; a new save adds its line by itself. */
import { useCallback, useEffect, useReducer } from 'react';
import type { HistoryAnswer, HistoryLine } from '../../../common/protocol/history';
import { isCallFault, type CallFault } from '../../shared/faults';
import { historyApi } from './historyApi';

interface Known {
  readonly lines: readonly HistoryLine[];
  readonly more: boolean;
  readonly loaded: boolean;
}
const NOTHING: Known = { lines: [], more: false, loaded: false };

/** Later answers say anew what became of lines that are known already. */
export function joined({ lines }: Known, answer: HistoryAnswer, older: boolean): Known {
  const news = new Map(answer.list.map((line) => [line.seq, line]));
  const kept = lines.filter(({ seq }) => !news.has(seq));
  const all = [...kept, ...news.values()].sort((a, b) => Number(b.seq) - Number(a.seq));
  const reaches = older || lines.length === 0 || kept.length === 0;
  return { lines: all, more: reaches ? answer.more : true, loaded: true };
}
type Step = { readonly answer: HistoryAnswer; readonly older: boolean };

export interface History extends Known {
  readonly fault: CallFault | undefined;
  readonly busy: boolean;
  readonly older: () => void;
  readonly again: () => void;
}

/** `revision` tells that something was saved. */
export function useHistory(e: string, id: number, revision: number): History {
  const [ask, { isFetching, error }] = historyApi.useLazyPastQuery();
  const [known, add] = useReducer((now: Known, { answer, older }: Step) => joined(now, answer, older), NOTHING);
  const load = useCallback(
    async (before?: string) => {
      const { data } = await ask({ e, id, ...(before === undefined ? {} : { before }) });
      if (data) add({ answer: data, older: before !== undefined });
    },
    [ask, e, id],
  );
  useEffect(() => void load(), [load, revision]);
  return {
    ...known,
    fault: isCallFault(error) ? error : undefined,
    busy: isFetching,
    older: () => void load(known.lines.at(-1)?.seq),
    again: () => void load(),
  };
}
