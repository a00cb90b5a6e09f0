/** What may be started, and the settings of the terminal: as asked when it was opened, and as anybody changes them since. */
import { useEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/app/createStore';
import { parseTerminalSettings, terminalApi, useCommandsQuery, type TerminalConfig } from './terminalApi';

export function useTerminalConfig(): TerminalConfig | undefined {
  const { data } = useCommandsQuery(undefined);
  const pushedSettings = useAppSelector(({ site }) => site.config?.['terminal']);
  const dispatch = useAppDispatch();
  // What was told before this was opened is older than what was asked now.
  const lastSettings = useRef(pushedSettings);
  useEffect(() => {
    if (pushedSettings === undefined || pushedSettings === lastSettings.current) return;
    lastSettings.current = pushedSettings;
    dispatch(
      terminalApi.util.updateQueryData('commands', undefined, (config) => ({
        ...config,
        settings: parseTerminalSettings(pushedSettings),
      })),
    );
  }, [pushedSettings, dispatch]);
  return data;
}
