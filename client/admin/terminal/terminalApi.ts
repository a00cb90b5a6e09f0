/** REST endpoints of the terminal. */
import {
  PACKAGE_MANAGERS,
  TERMINAL_DEFAULTS,
  type CommandSummary,
  type CommandSlot,
  type TerminalSettings,
} from '../../../common/terminal';
import type { ListResponse } from '../../../common/protocol/liveEvents';
import { api } from '../../shared/api/api';
import { rowsReceived } from '../../shared/store/entities';
import { asOneOf, asRecord, asString, asInteger } from '../../../common/json';
import { TASK_ENTITY } from './task';

export interface TerminalConfig {
  readonly commands: readonly CommandSummary[];
  readonly settings: TerminalSettings;
  readonly isEnabled: boolean;
}
export interface AddedTask {
  readonly uuid: string;
  readonly isExisting: boolean;
  readonly isBlocked: boolean;
}
export interface TaskQueue {
  readonly ids: readonly number[];
  readonly seq: string;
}
export interface NewTask {
  readonly command: string;
  readonly args: Readonly<Record<string, string>>;
  readonly blockOnFailure: boolean;
}

function parseSlot(value: unknown): CommandSlot {
  const raw = asRecord(value);
  const values = Array.isArray(raw?.['values']) ? raw['values'].filter((entry) => typeof entry === 'string') : [];
  return raw?.['kind'] === 'choice'
    ? { kind: 'choice', values }
    : { kind: 'id', entity: asString(raw?.['entity'], 40) };
}
function parseCommandSummary(value: unknown): CommandSummary {
  const raw = asRecord(value);
  const slots = Object.entries(asRecord(raw?.['slots']) ?? {}).map(([name, slot]) => [name, parseSlot(slot)] as const);
  return { key: asString(raw?.['key'], 60), manager: raw?.['manager'] === true, slots: Object.fromEntries(slots) };
}
export function parseTerminalSettings(value: unknown): TerminalSettings {
  const raw = asRecord(value);
  return {
    manager: asOneOf(raw?.['manager'], PACKAGE_MANAGERS, TERMINAL_DEFAULTS.manager),
    registry: asString(raw?.['registry'], 200),
    port: asInteger(raw?.['port']),
    cleanup: raw?.['cleanup'] === 0 ? 0 : 1,
  };
}
function parseConfig(data: unknown): TerminalConfig {
  const raw = asRecord(data);
  const list: readonly unknown[] = Array.isArray(raw?.['commands']) ? raw['commands'] : [];
  return {
    commands: list.map(parseCommandSummary),
    settings: parseTerminalSettings(raw?.['settings']),
    isEnabled: raw?.['enabled'] === true,
  };
}
function parseAddedTask(data: unknown): AddedTask {
  const raw = asRecord(data);
  return {
    uuid: asString(raw?.['uuid'], 64),
    isExisting: raw?.['joined'] === true,
    isBlocked: raw?.['stuck'] === true,
  };
}

export type TaskAction = 'retry' | 'cancel' | 'del';
const post = (action: string, body: object) => ({
  url: `/admin/terminal/${action}`,
  method: 'POST' as const,
  body: { ...body },
});

export const terminalApi = api.injectEndpoints({
  endpoints: (build) => ({
    queue: build.query<TaskQueue, undefined>({
      queryFn: async (_none, { dispatch }, _extra, fetchQueue) => {
        const params = { limit: 200, order: 'position,desc' };
        const response = await fetchQueue({
          url: `/admin/${TASK_ENTITY}/index`,
          params,
          isSilent: true,
          allowsParallel: true,
        });
        if (response.error) return { error: response.error };
        const { list, seq } = response.data as ListResponse; // contract of the server
        dispatch(rowsReceived({ e: TASK_ENTITY, rows: list }));
        return { data: { ids: list.map(({ id }) => asInteger(id)), seq } };
      },
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    commands: build.query<TerminalConfig, undefined>({
      query: () => ({ url: '/admin/terminal/commands', isSilent: true, allowsParallel: true }),
      transformResponse: parseConfig,
      keepUnusedDataFor: 0,
    }),
    addTask: build.mutation<AddedTask, NewTask>({
      query: (newTask) => post('add', newTask),
      transformResponse: parseAddedTask,
    }),
    actOnTask: build.mutation<unknown, { readonly act: TaskAction; readonly uuid: string }>({
      query: ({ act: action, uuid }) => post(action, { uuid }),
    }),
    unblockTask: build.mutation<unknown, string>({ query: (uuid) => post('block', { uuid, blocks: false }) }),
    moveTask: build.mutation<unknown, { readonly uuid: string; readonly target: string }>({
      query: (move) => post('sortable', move),
    }),
    clearTasks: build.mutation<unknown, undefined>({ query: () => post('clear', {}) }),
    changeTerminal: build.mutation<TerminalSettings, Partial<TerminalSettings>>({
      query: (data) => ({
        url: '/admin/ajax/changeTerminalConfig',
        method: 'POST',
        body: { data: { ...data } },
        announce: true,
      }),
      transformResponse: parseTerminalSettings,
      onQueryStarted: async (_data, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data)
          dispatch(
            terminalApi.util.updateQueryData('commands', undefined, (config) => ({ ...config, settings: data })),
          );
      },
    }),
  }),
});
export const {
  useQueueQuery,
  useCommandsQuery,
  useAddTaskMutation,
  useActOnTaskMutation,
  useUnblockTaskMutation,
  useMoveTaskMutation,
  useClearTasksMutation,
  useChangeTerminalMutation,
} = terminalApi;
