/** Keeps the names of referenced rows right while a list shows them: a renamed category is renamed everywhere, and nobody asks. */
import { useEffect } from 'react';
import { columnNamed, type Column } from '../../../common/entity/meta';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Cursor, TopicSpec } from '../../../common/protocol/live';
import { useApp } from '../../shared/app';
import { useBootstrap } from '../../shared/bootstrap';
import { useAppDispatch, useAppSelector } from '../../shared/createStore';
import { titlesArrived } from '../../shared/entities';
import { valueOf, type Draft, type Shape } from '../draft';
import { useEngine } from '../engineContext';
import { idsIn } from '../useTitles';

type ListSpec = Extract<TopicSpec, { k: 'list' }>;
/** As many ids as the filter of a topic has room for. */
const IDS_PER_TOPIC = 150;

function topicsOf(wanted: Readonly<Record<string, readonly number[]>>): readonly ListSpec[] {
  return Object.entries(wanted).flatMap(([e, ids]) =>
    Array.from({ length: Math.ceil(ids.length / IDS_PER_TOPIC) }, (_, at): ListSpec => {
      const value = ids.slice(at * IDS_PER_TOPIC, (at + 1) * IDS_PER_TOPIC);
      return { k: 'list', e, where: { field: 'id', op: 'IN', value }, sort: [{ field: 'id', dir: 'asc' }] };
    }),
  );
}

/** The columns that refer to rows one may know of. */
function useLinks(columns: readonly Column[]): readonly Column[] {
  const { entities } = useBootstrap();
  return columns.filter(({ options }) => options.to !== undefined && entities[options.to] !== undefined);
}

/** Which rows are referred to, by entity: a text, so that changes of other columns do not concern us. */
function printWanted(links: readonly Column[], idsOf: (column: string) => readonly number[]): string {
  const found: Record<string, readonly number[]> = {};
  for (const { name, options } of links) {
    const to = options.to ?? '';
    found[to] = [...new Set([...(found[to] ?? []), ...idsOf(name)])].sort((a, b) => a - b);
  }
  return JSON.stringify(found);
}

/** `since`: the cursor of the answer the titles came with. */
export function useFollowedTitles(
  entity: AnyEntity,
  columns: readonly Column[],
  ids: readonly number[],
  since: Cursor | undefined,
): void {
  const links = useLinks(columns);
  const wanted = useAppSelector((state) => {
    const table = state.entities.rows[entity.name];
    return printWanted(links, (column) => ids.flatMap((id) => idsIn(table?.[id]?.row[column])));
  });
  useTitlesOf(wanted, since);
}

/** The same for a form: what its record refers to, and what was chosen in it. */
export function useFormTitles({ entity, fields }: Shape, draft: Draft, since: Cursor | undefined): void {
  const links = useLinks(fields.flatMap((field) => columnNamed(entity, field) ?? []));
  useTitlesOf(
    printWanted(links, (field) => idsIn(valueOf(draft, field))),
    since,
  );
}

function useTitlesOf(wanted: string, since: Cursor | undefined): void {
  const { live } = useApp();
  const { registry } = useEngine();
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (since === undefined) return undefined;
    const topics = topicsOf(JSON.parse(wanted) as Readonly<Record<string, readonly number[]>>); // printed above
    const stops = topics.map((topic) => {
      const title = registry.get(topic.e)?.spec.title ?? 'id';
      return live.watch(topic, since, {
        onFrame: ({ c }) => {
          const renamed = c.flatMap(({ id, set, row }) => {
            const name = (set ?? row)?.[title];
            return typeof name === 'string' ? [[String(id), name] as const] : [];
          });
          if (renamed.length > 0) dispatch(titlesArrived({ [topic.e]: Object.fromEntries(renamed) }));
        },
      });
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, registry, dispatch, wanted, since]);
}
