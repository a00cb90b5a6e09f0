/** Searches all readable entities for the query; one palette section per entity with matches. */
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { hasAdminScreen } from '../../../../common/entity/permissionKeys';
import { filterFuzzyMatches } from '../../../../common/query/fuzzyMatch';
import { entityLabels } from '../../../../common/locales/entityLabels';
import type { AnyEntity } from '../../../../common/entity/entity';
import { useEngine } from '../../../engine/engineContext';
import { rowsApi, type PickerOption } from '../../../engine/data/rowsApi';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useAppDispatch } from '../../../shared/app/createStore';
import { useLanguage } from '../../../shared/i18n/i18n';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import type { PaletteSection } from './paletteItems';

const MIN_QUERY_LENGTH = 2;
const RECORDS_PER_ENTITY = 5;
/** Limits the load on the server while the first results still arrive quickly. */
const MAX_PARALLEL_REQUESTS = 4;

/** Rows of each list whose titles are compared with a tolerance for typing errors (fuzzy match) when no list has an exact match. */
const SIMILAR_CANDIDATES = 100;
const SIMILAR_PER_ENTITY = 3;

interface SearchGroup {
  readonly entity: AnyEntity;
  readonly options: readonly PickerOption[];
}
interface SearchResult {
  readonly query: string;
  /** In the order of the search; grows until the search is complete, and keeps what it has. */
  readonly groups: readonly SearchGroup[];
  readonly isComplete: boolean;
}
type LoadOptions = (
  entity: AnyEntity,
  params: Readonly<Record<string, unknown>>,
) => PromiseLike<readonly PickerOption[]>;

/** The entities to search: those with a screen, logs last. */
function useSearchedEntities(): readonly AnyEntity[] {
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  return useMemo(() => {
    const readable = registry.all.filter((entity) => entities[entity.name] && hasAdminScreen(entity));
    const isLog = ({ spec }: AnyEntity) => spec.base === 'log';
    return [...readable.filter((entity) => !isLog(entity)), ...readable.filter(isLog)];
  }, [registry, entities]);
}

/**
 * Searches the entities one after the other, a few in parallel. A group is published as soon as all groups before it are known, so that no
 * published group moves.
 */
async function searchEntities(
  searched: readonly AnyEntity[],
  find: (entity: AnyEntity) => PromiseLike<readonly PickerOption[]>,
  publish: (groups: readonly SearchGroup[]) => void,
  isCurrent: () => boolean,
): Promise<readonly SearchGroup[]> {
  const results: (SearchGroup | undefined)[] = [];
  const known = () => {
    const end = searched.findIndex((_, index) => results[index] === undefined);
    return results.slice(0, end === -1 ? undefined : end).flatMap((group) => (group?.options.length ? [group] : []));
  };
  let next = 0;
  const runWorker = async () => {
    for (let index = next++; isCurrent() && index < searched.length; index = next++) {
      const entity = searched[index];
      if (entity === undefined) return;
      results[index] = { entity, options: await find(entity) };
      if (isCurrent()) publish(known());
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_REQUESTS }, runWorker));
  return known();
}

/** Loads options; a failed request has none. `abort` ends the running requests. */
function useLoadOptions(): () => { readonly load: LoadOptions; readonly abort: () => void } {
  const dispatch = useAppDispatch();
  return useCallback(() => {
    const running = new Set<{ readonly abort: () => void }>();
    const load: LoadOptions = async (entity, params) => {
      const args = { e: entity.name, title: entity.spec.title, params: { select: true, ...params } };
      const request = dispatch(rowsApi.endpoints.select.initiate(args, { subscribe: false }));
      running.add(request);
      const { data } = await request;
      running.delete(request);
      return data?.options ?? [];
    };
    return {
      load,
      abort: () => {
        for (const request of running) request.abort();
      },
    };
  }, [dispatch]);
}

/**
 * Sends one search per entity; a new query aborts the running ones. Where neither a list nor anything else (`isFoundElsewhere`) matches, it
 * compares the titles of the newest rows, typing errors allowed.
 */
function useRecordSearch(query: string, isFoundElsewhere: boolean): SearchResult | undefined {
  const searched = useSearchedEntities();
  const startLoading = useLoadOptions();
  const [result, setResult] = useState<SearchResult>();
  const canCompare = useEffectEvent(() => !isFoundElsewhere);
  useEffect(() => {
    if (query.length < MIN_QUERY_LENGTH) return undefined;
    const { load, abort } = startLoading();
    let isCurrent = true;
    const publish = (groups: readonly SearchGroup[]) => setResult({ query, groups, isComplete: false });
    const findExact = async (entity: AnyEntity) =>
      (await load(entity, { quick_search: query, limit: RECORDS_PER_ENTITY })).slice(0, RECORDS_PER_ENTITY);
    const findSimilar = async (entity: AnyEntity) => {
      const newest = await load(entity, { limit: SIMILAR_CANDIDATES });
      return filterFuzzyMatches(newest, query, ({ title }) => title).slice(0, SIMILAR_PER_ENTITY);
    };
    const run = async () => {
      let groups = await searchEntities(searched, findExact, publish, () => isCurrent);
      const content = searched.filter(({ spec }) => spec.base !== 'log');
      if (isCurrent && groups.length === 0 && canCompare())
        groups = await searchEntities(content, findSimilar, publish, () => isCurrent);
      if (isCurrent) setResult({ query, groups, isComplete: true });
    };
    void run();
    return () => {
      isCurrent = false;
      abort();
    };
  }, [query, searched, startLoading]);
  return result;
}

export function useRecordSections(
  query: string,
  isFoundElsewhere: boolean,
): {
  readonly sections: readonly PaletteSection[];
  readonly isBusy: boolean;
} {
  const navigate = useNavigate();
  const language = useLanguage();
  const { registry, overrides } = useEngine();
  const result = useRecordSearch(query, isFoundElsewhere);
  const isSearching = query.length >= MIN_QUERY_LENGTH;
  const isCurrent = isSearching && result?.query === query;
  const sections = (isCurrent ? result.groups : []).map(({ entity, options }) => ({
    title: entityLabels(entity, language).many,
    items: options.map(({ id, title, hint }) => ({
      key: `${entity.name}-${id}`,
      title: overrides.get(entity.name)?.translateTitle?.(title, language, registry) ?? title,
      hint: hint ?? `#${id}`,
      icon: entity.spec.icon,
      run: () => void navigate(`${APP_PATHS.admin.home}/${entity.name}/${id}`),
    })),
  }));
  return { sections, isBusy: isSearching && !(isCurrent && result.isComplete) };
}
