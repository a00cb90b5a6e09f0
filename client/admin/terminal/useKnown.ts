/** What may be started, and the settings of the terminal: as asked when it was opened, and as anybody changes them since. */
import { useEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { settingsOf, terminalApi, useCommandsQuery, type Commands } from './terminalApi';

export function useKnown(): Commands | undefined {
  const { data } = useCommandsQuery(undefined);
  const told = useAppSelector(({ site }) => site.config?.['terminal']);
  const dispatch = useAppDispatch();
  // What was told before this was opened is older than what was asked now.
  const seen = useRef(told);
  useEffect(() => {
    if (told === undefined || told === seen.current) return;
    seen.current = told;
    dispatch(
      terminalApi.util.updateQueryData('commands', undefined, (known) => ({ ...known, settings: settingsOf(told) })),
    );
  }, [told, dispatch]);
  return data;
}
