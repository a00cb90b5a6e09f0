/** A statement with its entries, oldest first. It is shown only if the opening balance plus the entries is the closing balance. */
import { useEffect, useEffectEvent, useState } from 'react';
import { parseCalendarMonth } from '../../../../../common/text/time/calendarMonth';
import type { BalanceKind } from '../../../balance/amounts';
import type { Entry } from '../../../balance/entriesApi';
import { useFetchAllEntries } from '../../../balance/useFetchAllEntries';
import { useLazyStatementQuery, type Statement } from './statementApi';

export interface StatementWithEntries {
  readonly statement: Statement;
  readonly entries: readonly Entry[];
}
export interface StatementState {
  /** Undefined while the statement of this month is loading, or after a failure. */
  readonly data: StatementWithEntries | undefined;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/** Whether the entries lead from the opening to the closing balance. */
export const isBalanced = ({ statement, entries }: StatementWithEntries): boolean =>
  entries.reduce((sum, { amount }) => sum + amount, statement.opening) === statement.closing;

export function useStatement(kind: BalanceKind, month: string): StatementState {
  const [fetchStatement] = useLazyStatementQuery();
  const fetchAllEntries = useFetchAllEntries();
  const [attempt, setAttempt] = useState(0);
  const key = `${kind} ${month} ${attempt}`;
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly data?: StatementWithEntries }>();
  const load = useEffectEvent(async (): Promise<StatementWithEntries | undefined> => {
    const statement = await fetchStatement({ kind, month }).unwrap();
    const { firstDay, lastDay } = parseCalendarMonth(month);
    const { top, zone } = statement;
    const entries = await fetchAllEntries({ kind, newestId: top, zone, from: firstDay, to: lastDay });
    const data = { statement, entries: entries.toReversed() };
    return isBalanced(data) ? data : undefined;
  });
  useEffect(() => {
    let isCurrent = true;
    const store = (data?: StatementWithEntries) => {
      if (isCurrent) setLoaded({ key, ...(data ? { data } : {}) });
    };
    load().then(store, () => store());
    return () => {
      isCurrent = false;
    };
  }, [key]);
  const current = loaded?.key === key ? loaded : undefined;
  return {
    data: current?.data,
    isFailed: current !== undefined && current.data === undefined,
    retry: () => setAttempt((now) => now + 1),
  };
}
