/** Searches all readable entities for the query; one palette section per entity with matches. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
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

interface SearchResult {
  readonly query: string;
  readonly groups: readonly { readonly entity: AnyEntity; readonly options: readonly PickerOption[] }[];
}

/** Sends one search per entity, a few in parallel. Failed searches are left out; a new query aborts the running ones. */
function useRecordSearch(query: string): SearchResult | undefined {
  const dispatch = useAppDispatch();
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  const [results, setResults] = useState<SearchResult>();
  useEffect(() => {
    if (query.length < MIN_QUERY_LENGTH) return undefined;
    const queue = registry.all.filter((entity) => entities[entity.name] && entity.spec.base !== 'log');
    const optionsByEntity = new Map<AnyEntity, readonly PickerOption[]>();
    const requests = new Set<{ readonly abort: () => void }>();
    let isCurrent = true;
    const runWorker = async () => {
      for (let entity = queue.shift(); isCurrent && entity; entity = queue.shift()) {
        const params = { select: true, quick_search: query, limit: RECORDS_PER_ENTITY };
        const args = { e: entity.name, title: entity.spec.title, params };
        const request = dispatch(rowsApi.endpoints.select.initiate(args, { subscribe: false }));
        requests.add(request);
        const { data } = await request;
        requests.delete(request);
        if (data && data.options.length > 0) optionsByEntity.set(entity, data.options.slice(0, RECORDS_PER_ENTITY));
      }
    };
    void Promise.all(Array.from({ length: MAX_PARALLEL_REQUESTS }, runWorker)).then(() => {
      if (!isCurrent) return;
      // In the order of the entities, not of the responses.
      const groups = registry.all.flatMap((entity) => {
        const options = optionsByEntity.get(entity);
        return options ? [{ entity, options }] : [];
      });
      setResults({ query, groups });
    });
    return () => {
      isCurrent = false;
      for (const request of requests) request.abort();
    };
  }, [query, dispatch, registry, entities]);
  return results;
}

export function useRecordSections(query: string): {
  readonly sections: readonly PaletteSection[];
  readonly isBusy: boolean;
} {
  const navigate = useNavigate();
  const language = useLanguage();
  const { registry, overrides } = useEngine();
  const results = useRecordSearch(query);
  const isSearching = query.length >= MIN_QUERY_LENGTH;
  const isCurrent = isSearching && results?.query === query;
  const sections = (isCurrent ? results.groups : []).map(({ entity, options }) => ({
    title: entityLabels(entity, language).many,
    items: options.map(({ id, title, hint }) => ({
      key: `${entity.name}-${id}`,
      title: overrides.get(entity.name)?.translateTitle?.(title, language, registry) ?? title,
      hint: hint ?? `#${id}`,
      icon: entity.spec.icon,
      run: () => void navigate(`${APP_PATHS.admin.home}/${entity.name}/${id}`),
    })),
  }));
  return { sections, isBusy: isSearching && !isCurrent };
}
