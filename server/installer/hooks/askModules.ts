/** Calls the before hooks of modules for a write, and validates their responses (Zod). */
import { hookFailure } from '../../../common/modules/hookFailures';
import { z } from 'zod';
import { isObject } from '../../../common/json';
import { board } from '../../../common/entities/board';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Issue } from '../../../common/entity/issue';
import { projectRow } from '../../../common/entity/projectRow';
import { fault } from '../../../common/protocol/faults';
import type { StoredRow } from '../../../common/entity/columns';
import type { WriteResponse, WriteHookRequest } from '../../engine/write/context/externalHooks';
import { checkInput } from '../../engine/write/stages/validateInput';
import type { ActiveModule } from './activeModules';
import { HookFailure, type HookCall } from './hookProcess';
import { settableColumns, visibleColumns } from './openEntities';

/** Milliseconds for all requests of a write. */
const ASK_MS = 10_000;

const text = z.string().min(1).max(300);
const responseSchema = z
  .strictObject({
    values: z.record(z.string(), z.json()).optional(),
    /** A message for each field that blocks the write; the key `''` is for the whole row. */
    refuse: z.record(z.string(), z.union([text, z.strictObject({ en: text, 'zh-cn': text })])).optional(),
  })
  .nullable();

function toIssues(
  entity: AnyEntity,
  refuse: NonNullable<z.infer<typeof responseSchema>>['refuse'] = {},
): readonly Issue[] {
  return Object.entries(refuse).map(([path, message]) => {
    if (path !== '' && !Object.hasOwn(entity.spec.fields, path))
      throw new HookFailure(hookFailure('unknown_field', { hook: `before:${entity.name}`, field: path }), false);
    return { path, code: 'type', message: isObject(message) ? message : { en: message, 'zh-cn': message } };
  });
}

/** The changed values in stored form. Only the owner of an entity can change them. */
function toValues(
  owner: ActiveModule,
  { entity, verb }: WriteHookRequest,
  sent: Readonly<Record<string, unknown>> = {},
) {
  const names = Object.keys(sent);
  if (names.length === 0) return {};
  if (verb === 'remove' || verb === 'restore' || !owner.entities.has(entity.name))
    throw new HookFailure(hookFailure('fixed_values', { hook: `before:${entity.name}` }), false);
  const { values, issues, report } = checkInput(entity, sent, { mode: 'update', columns: settableColumns(entity) });
  if (issues.length > 0 || report.ignored.length > 0)
    throw new HookFailure(
      hookFailure('wrong_values', {
        hook: `before:${entity.name}`,
        fields: [...issues.map(({ path }) => path), ...report.ignored].join(', '),
      }),
      false,
    );
  return values;
}

const toEvent = ({ entity, verb, id, before }: WriteHookRequest, values: StoredRow): HookCall => {
  const columns = visibleColumns(entity);
  const project = (row: StoredRow) => projectRow(entity, row, columns) as Json;
  return {
    kind: 'before',
    entity: entity.name,
    event: {
      verb,
      id: id === 0 ? null : id,
      values: project(values),
      row: before === undefined ? null : project(before),
    },
  };
};

async function askModule(
  active: ActiveModule,
  request: WriteHookRequest,
  values: StoredRow,
  call: AskDeps['call'],
): Promise<WriteResponse> {
  const parsed = responseSchema.safeParse(await call(active, toEvent(request, values)));
  if (!parsed.success)
    throw new HookFailure(hookFailure('wrong_answer', { hook: `before:${request.entity.name}` }), false);
  const issues = toIssues(request.entity, parsed.data?.refuse);
  return { issues, values: toValues(active, request, parsed.data?.values) };
}

export interface AskDeps {
  readonly modulesFor: (entity: AnyEntity) => readonly ActiveModule[];
  readonly call: (active: ActiveModule, call: HookCall) => Promise<unknown>;
  readonly onFailure: (active: ActiveModule, failure: HookFailure) => void;
}

/** Disabling or uninstalling an unreadable module removes its dashboards, which its own hooks cannot prevent. */
const isOwnBoard = ({ boards }: ActiveModule, { entity, id }: WriteHookRequest): boolean =>
  entity.name === board.name && boards.has(id);

/** Sends a request to the modules in their order. */
async function askAll(deps: AskDeps, request: WriteHookRequest, until: number): Promise<WriteResponse> {
  let given: WriteResponse = { issues: [], values: {} };
  for (const active of deps.modulesFor(request.entity)) {
    if (active.isUnreadable) {
      if (isOwnBoard(active, request)) continue;
      throw fault('module.hook_unreadable', { module: active.uid });
    }
    if (performance.now() > until) throw fault('module.hook_failed', { module: active.uid });
    try {
      const response = await askModule(active, request, { ...request.values, ...given.values }, deps.call);
      given = { issues: [...given.issues, ...response.issues], values: { ...given.values, ...response.values } };
    } catch (error) {
      if (!(error instanceof HookFailure)) throw error;
      deps.onFailure(active, error);
      throw fault('module.hook_failed', { module: active.uid });
    }
  }
  return given;
}

/** Returns the responses to all requests of a write; each module sees the values as those before it left them. Errors: `module.hook_failed`, `module.hook_unreadable`. */
export async function askModules(
  deps: AskDeps,
  requests: readonly WriteHookRequest[],
): Promise<readonly WriteResponse[]> {
  const responses: WriteResponse[] = [];
  const until = performance.now() + ASK_MS;
  for (const request of requests) responses.push(await askAll(deps, request, until));
  return responses;
}
