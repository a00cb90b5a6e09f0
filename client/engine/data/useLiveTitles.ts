/**
 * Follows the titles of referenced rows while a list or form shows them, so that a renamed row is renamed everywhere
 * without a request.
 */
import { useEffect } from 'react';
import { findColumn, type Column } from '../../../common/entity/columns';
import { companionName } from '../../../common/entity/translations/companions';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Cursor, TopicSpec } from '../../../common/protocol/liveEvents';
import { useApp } from '../../shared/app/appContext';
import { useBootstrap } from '../../shared/api/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/app/createStore';
import { useLanguage } from '../../shared/i18n/i18n';
import { titlesReceived } from '../../shared/store/entities';
import { useEngine } from '../engineContext';
import { rowsApi } from './rowsApi';
import { referencedIds } from './useTitles';

type ListSpec = Extract<TopicSpec, { k: 'list' }>;
/** Limit of ids in the filter of a topic. */
const IDS_PER_TOPIC = 150;

function titleTopics(references: Readonly<Record<string, readonly number[]>>): readonly ListSpec[] {
  return Object.entries(references).flatMap(([e, ids]) =>
    Array.from({ length: Math.ceil(ids.length / IDS_PER_TOPIC) }, (_, index): ListSpec => {
      const value = ids.slice(index * IDS_PER_TOPIC, (index + 1) * IDS_PER_TOPIC);
      return { k: 'list', e, where: { field: 'id', op: 'IN', value }, sort: [{ field: 'id', dir: 'asc' }] };
    }),
  );
}

/** Columns that refer to entities the user may read. */
function useReferenceColumns(columns: readonly Column[]): readonly Column[] {
  const { entities } = useBootstrap();
  return columns.filter(({ options }) => options.to !== undefined && entities[options.to] !== undefined);
}

/** The referenced ids by entity, serialized so that changes of other columns do not trigger an effect. */
function serializeReferences(
  referenceColumns: readonly Column[],
  getReferencedIds: (column: string) => readonly number[],
): string {
  const idsByEntity: Record<string, readonly number[]> = {};
  for (const { name, options } of referenceColumns) {
    const to = options.to ?? '';
    idsByEntity[to] = [...new Set([...(idsByEntity[to] ?? []), ...getReferencedIds(name)])].sort((a, b) => a - b);
  }
  return JSON.stringify(idsByEntity);
}

/** Follows the titles that the rows of a list refer to. `since`: cursor of the response the titles came with. */
export function useLiveListTitles(
  entity: AnyEntity,
  columns: readonly Column[],
  ids: readonly number[],
  since: Cursor | undefined,
): void {
  const referenceColumns = useReferenceColumns(columns);
  const references = useAppSelector((state) => {
    const table = state.entities.rows[entity.name];
    return serializeReferences(referenceColumns, (column) =>
      ids.flatMap((id) => referencedIds(table?.[id]?.row[column])),
    );
  });
  useTitleTopics(references, since);
}

/** Follows the titles that a form refers to. `valueOf`: the shown value of a field, which may be unsaved. */
export function useLiveFormTitles(
  entity: AnyEntity,
  fields: readonly string[],
  valueOf: (field: string) => Json,
  since: Cursor | undefined,
): void {
  const referenceColumns = useReferenceColumns(fields.flatMap((field) => findColumn(entity, field) ?? []));
  useTitleTopics(
    serializeReferences(referenceColumns, (field) => referencedIds(valueOf(field))),
    since,
  );
}

function useTitleTopics(references: string, since: Cursor | undefined): void {
  const { live } = useApp();
  const { registry } = useEngine();
  const dispatch = useAppDispatch();
  const lang = useLanguage();
  useEffect(() => {
    if (since === undefined) return undefined;
    const topics = titleTopics(JSON.parse(references) as Readonly<Record<string, readonly number[]>>); // serialized above
    const unsubscribers = topics.map((topic) => {
      const entity = registry.get(topic.e);
      const title = entity?.spec.title ?? 'id';
      const isLocalized = lang === 'en' && entity?.spec.translations?.includes(title) === true;
      const shown = isLocalized ? companionName(title) : title;
      // Without an English title the reader sees the other one, which the change may not contain.
      const refetch = (initValue: number) =>
        dispatch(
          rowsApi.endpoints.select.initiate(
            { e: topic.e, title, params: { initKey: 'id', initValue } },
            { subscribe: false, forceRefetch: true },
          ),
        );
      return live.subscribe(topic, since, {
        onFrame: ({ c }) => {
          const renamed = c.flatMap(({ id, set, row }) => {
            const values = set ?? row;
            const name = values?.[shown];
            if (typeof name === 'string' && name !== '') return [[String(id), name] as const];
            if (isLocalized && values !== undefined && (title in values || shown in values)) void refetch(id);
            return [];
          });
          if (renamed.length > 0) dispatch(titlesReceived({ [topic.e]: Object.fromEntries(renamed) }));
        },
      });
    });
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [live, registry, dispatch, references, since, lang]);
}
