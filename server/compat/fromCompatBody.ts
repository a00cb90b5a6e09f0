/** Translates the rows that older clients send: only what they changed reaches our route, in our fields and values. */
import { Fault } from '../../common/protocol/faults';
import type { AnyEntity } from '../../common/entity/entity';
import { getColumns } from '../../common/entity/columns';
import { parseId } from '../engine/http/parseParams';
import type { RequestBody } from '../platform/http/readBody';
import type { CompatController } from './controllers';
import { fromCompatRules } from './rules/groupRules';
import { toCompatRows } from './toCompatRows';
import type { CompatRow, RowSource } from './rowSource';

interface BodyTarget {
  readonly entity: AnyEntity;
  readonly controller: CompatController;
  readonly action: 'add' | 'edit';
  /** An older client sent its whole form. Other callers send only the values to write, and a repetition must arrive as the same request. */
  readonly isWholeForm: boolean;
  readonly onIgnored: (keys: readonly string[]) => void;
}

/** The body of our route. */
export async function fromCompatBody(sent: RequestBody, target: BodyTarget, source: RowSource): Promise<RequestBody> {
  const { entity, controller, action, isWholeForm } = target;
  const needsStored = isWholeForm || (controller.ruleEntity !== undefined && sent['rules'] !== undefined);
  const stored = action === 'edit' && needsStored ? await readStored(sent, entity, source) : undefined;
  const isCompared = stored !== undefined && isWholeForm;
  const changed = isCompared ? await dropUnchanged(sent, stored, controller, source) : sent;
  const { revision, ...fields } = controller.fromCompatBody?.(changed) ?? changed;
  // These clients send back the row that they got; without a base a revision says nothing.
  const keepsRevision = revision !== undefined && (!isWholeForm || fields['_base'] !== undefined);
  const row = keepsRevision ? { ...fields, revision } : fields;
  const own = translateFields(row, target, source);
  if (controller.ruleEntity === undefined || own['rules'] === undefined) return own;
  const known = { entity: controller.ruleEntity, stored: stored?.['rules'], onIgnored: target.onIgnored };
  return { ...own, rules: await fromCompatRules(source.ctx, own['rules'], known) };
}

/** The stored row; undefined if it is gone, which our route reports. Error: `access.denied` when the caller may not read it. */
async function readStored({ id }: RequestBody, entity: AnyEntity, source: RowSource): Promise<CompatRow | undefined> {
  try {
    return (await source.reader.get(source.ctx, entity, parseId(id))).row;
  } catch (error) {
    if (error instanceof Fault && error.code === 'row.missing') return undefined;
    throw error;
  }
}

/** Forms contain values that the server computed: titles in the language of the reader, default pictures, summaries. They are not written. */
async function dropUnchanged(
  sent: RequestBody,
  stored: CompatRow,
  controller: CompatController,
  source: RowSource,
): Promise<RequestBody> {
  const [shown = {}] = await toCompatRows([stored], controller, source);
  const isUnchanged = (name: string, value: unknown) => Object.hasOwn(shown, name) && isSame(value, shown[name]);
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => name === 'id' || !isUnchanged(name, value)));
}
/** Numbers, truth values and their texts are equal, in lists too. */
const toTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toTexts);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
};
const comparable = (value: unknown): string => JSON.stringify(toTexts(value ?? ''));
const isSame = (sent: unknown, shown: unknown): boolean => comparable(sent) === comparable(shown);

/** The fields of our route: 0 or an empty text as the parent is none, and an empty weight is the default. */
function translateFields(row: CompatRow, { entity, controller, action }: BodyTarget, { origin }: RowSource): CompatRow {
  const parent = entity.spec.tree;
  const translated = Object.entries(row).map(([name, value]): readonly [string, unknown] => {
    if (name === parent && (value === 0 || value === '0' || value === '')) return [name, null];
    const fromCompat = controller.fields?.[name]?.fromCompat;
    return [name, fromCompat === undefined ? value : fromCompat(value, { origin })];
  });
  const own = Object.fromEntries(translated.filter(([, value]) => value !== undefined));
  if (action === 'edit') return own;
  const defaults = Object.entries(controller.defaults ?? {}).filter(
    ([name]) => getColumns(entity).has(name) && (own[name] ?? '') === '',
  );
  return { ...own, ...Object.fromEntries(defaults) };
}
