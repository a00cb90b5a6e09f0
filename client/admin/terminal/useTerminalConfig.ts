/** Commands and settings of the terminal; pushed settings replace the loaded ones. */
import { useEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/app/createStore';
import { parseTerminalSettings, terminalApi, useCommandsQuery, type TerminalConfig } from './terminalApi';

export function useTerminalConfig(): TerminalConfig | undefined {
  const { data } = useCommandsQuery(undefined);
  const pushedSettings = useAppSelector(({ site }) => site.config?.['terminal']);
  const dispatch = useAppDispatch();
  // Settings pushed before the mount are older than the loaded ones.
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
