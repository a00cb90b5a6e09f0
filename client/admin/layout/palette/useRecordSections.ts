/** Records that answer what is typed, asked from the entities this person may read, a group each. */
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { entityWords } from '../../../../common/locales/entityWords';
import type { AnyEntity } from '../../../../common/entity/entity';
import { useEngine } from '../../../engine/engineContext';
import { rowsApi, type Pick } from '../../../engine/rowsApi';
import { useBootstrap } from '../../../shared/bootstrap';
import { useAppDispatch } from '../../../shared/createStore';
import { useLang } from '../../../shared/i18n';
import { SIDES } from '../../../shared/onward';
import type { Section } from './items';

const SHORTEST = 2;
const EACH = 5;
/** Questions under way at once: the server is not flooded, the first answers are not late. */
const AT_ONCE = 4;

interface Found {
  readonly q: string;
  readonly groups: readonly { readonly entity: AnyEntity; readonly picks: readonly Pick[] }[];
}

/** Asks every entity, a few at a time; one that refuses is simply not among the answers. What is typed next ends the asking. */
function useFound(q: string): Found | undefined {
  const dispatch = useAppDispatch();
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (q.length < SHORTEST) return undefined;
    const waiting = registry.all.filter((entity) => entities[entity.name] && entity.spec.base !== 'log');
    const picked = new Map<AnyEntity, readonly Pick[]>();
    const running = new Set<{ readonly abort: () => void }>();
    let current = true;
    const work = async () => {
      for (let entity = waiting.shift(); current && entity; entity = waiting.shift()) {
        const params = { select: true, quick_search: q, limit: EACH };
        const args = { e: entity.name, title: entity.spec.title, params };
        const asked = dispatch(rowsApi.endpoints.select.initiate(args, { subscribe: false }));
        running.add(asked);
        const { data } = await asked;
        running.delete(asked);
        if (data && data.picks.length > 0) picked.set(entity, data.picks.slice(0, EACH));
      }
    };
    void Promise.all(Array.from({ length: AT_ONCE }, work)).then(() => {
      if (!current) return;
      // In the order of the nouns, whichever answered first.
      const groups = registry.all.flatMap((entity) => {
        const picks = picked.get(entity);
        return picks ? [{ entity, picks }] : [];
      });
      setFound({ q, groups });
    });
    return () => {
      current = false;
      for (const asked of running) asked.abort();
    };
  }, [q, dispatch, registry, entities]);
  return found;
}

export function useRecordSections(q: string): { readonly sections: readonly Section[]; readonly busy: boolean } {
  const navigate = useNavigate();
  const lang = useLang();
  const { registry, overrides } = useEngine();
  const found = useFound(q);
  const asked = q.length >= SHORTEST;
  const current = asked && found?.q === q;
  const sections = (current ? found.groups : []).map(({ entity, picks }) => ({
    title: entityWords(entity, lang).many,
    items: picks.map(({ id, title }) => ({
      key: `${entity.name}-${id}`,
      title: overrides.get(entity.name)?.sayTitle?.(title, lang, registry) ?? title,
      hint: `#${id}`,
      icon: entity.spec.icon,
      run: () => void navigate(`${SIDES.admin.home}/${entity.name}/${id}`),
    })),
  }));
  return { sections, busy: asked && !current };
}
