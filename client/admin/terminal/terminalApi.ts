/** What is asked of the terminal over REST, and what it answers. */
import {
  PACKAGE_MANAGERS,
  TERMINAL_DEFAULTS,
  type CommandFace,
  type CommandSlot,
  type TerminalSettings,
} from '../../../common/terminal';
import type { ListAnswer } from '../../../common/protocol/live';
import { api } from '../../shared/api';
import { rowsArrived } from '../../shared/entities';
import { asOneOf, asRecord, asText, asWhole } from '../../shared/persist';
import { TASK } from './task';

export interface Commands {
  readonly commands: readonly CommandFace[];
  readonly settings: TerminalSettings;
  readonly enabled: boolean;
}
export interface Added {
  readonly uuid: string;
  readonly joined: boolean;
  readonly stuck: boolean;
}
export interface Queue {
  readonly ids: readonly number[];
  readonly seq: string;
}
export interface Wanted {
  readonly command: string;
  readonly args: Readonly<Record<string, string>>;
  readonly blockOnFailure: boolean;
}

function slotOf(value: unknown): CommandSlot {
  const raw = asRecord(value);
  const values = Array.isArray(raw?.['values']) ? raw['values'].filter((one) => typeof one === 'string') : [];
  return raw?.['kind'] === 'choice' ? { kind: 'choice', values } : { kind: 'id', entity: asText(raw?.['entity'], 40) };
}
function faceOf(value: unknown): CommandFace {
  const raw = asRecord(value);
  const slots = Object.entries(asRecord(raw?.['slots']) ?? {}).map(([name, slot]) => [name, slotOf(slot)] as const);
  return { key: asText(raw?.['key'], 60), manager: raw?.['manager'] === true, slots: Object.fromEntries(slots) };
}
export function settingsOf(value: unknown): TerminalSettings {
  const raw = asRecord(value);
  return {
    manager: asOneOf(raw?.['manager'], PACKAGE_MANAGERS, TERMINAL_DEFAULTS.manager),
    registry: asText(raw?.['registry'], 200),
    port: asWhole(raw?.['port']),
    cleanup: raw?.['cleanup'] === 0 ? 0 : 1,
  };
}
function commandsOf(data: unknown): Commands {
  const raw = asRecord(data);
  const list: readonly unknown[] = Array.isArray(raw?.['commands']) ? raw['commands'] : [];
  return { commands: list.map(faceOf), settings: settingsOf(raw?.['settings']), enabled: raw?.['enabled'] === true };
}
function addedOf(data: unknown): Added {
  const raw = asRecord(data);
  return { uuid: asText(raw?.['uuid'], 64), joined: raw?.['joined'] === true, stuck: raw?.['stuck'] === true };
}

export type TaskAct = 'retry' | 'cancel' | 'del';
const post = (action: string, body: object) => ({
  url: `/admin/terminal/${action}`,
  method: 'POST' as const,
  body: { ...body },
});

export const terminalApi = api.injectEndpoints({
  endpoints: (build) => ({
    queue: build.query<Queue, undefined>({
      queryFn: async (_none, { dispatch }, _extra, ask) => {
        const params = { limit: 200, order: 'position,desc' };
        const answer = await ask({ url: `/admin/${TASK}/index`, params, quiet: true, repeatable: true });
        if (answer.error) return { error: answer.error };
        const { list, seq } = answer.data as ListAnswer; // the server's contract
        dispatch(rowsArrived({ e: TASK, rows: list }));
        return { data: { ids: list.map(({ id }) => asWhole(id)), seq } };
      },
      keepUnusedDataFor: 0,
      providesTags: ['Rows'],
    }),
    commands: build.query<Commands, undefined>({
      query: () => ({ url: '/admin/terminal/commands', quiet: true, repeatable: true }),
      transformResponse: commandsOf,
      keepUnusedDataFor: 0,
    }),
    addTask: build.mutation<Added, Wanted>({ query: (wanted) => post('add', wanted), transformResponse: addedOf }),
    actOnTask: build.mutation<unknown, { readonly act: TaskAct; readonly uuid: string }>({
      query: ({ act, uuid }) => post(act, { uuid }),
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
      transformResponse: settingsOf,
      onQueryStarted: async (_data, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data)
          dispatch(terminalApi.util.updateQueryData('commands', undefined, (known) => ({ ...known, settings: data })));
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
