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
const MOST_GROUPS = 12;

interface Found {
  readonly q: string;
  readonly groups: readonly { readonly entity: AnyEntity; readonly picks: readonly Pick[] }[];
}

/** Asks all at once; an entity that refuses is simply not among the answers. */
function useFound(q: string): Found | undefined {
  const dispatch = useAppDispatch();
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (q.length < SHORTEST) return undefined;
    const readable = registry.all
      .filter((entity) => entities[entity.name] && entity.spec.base !== 'log')
      .slice(0, MOST_GROUPS);
    const asks = readable.map((entity) =>
      dispatch(
        rowsApi.endpoints.select.initiate(
          { e: entity.name, title: entity.spec.title, params: { select: true, quick_search: q, limit: EACH } },
          { subscribe: false },
        ),
      ),
    );
    let current = true;
    void Promise.all(asks).then((answers) => {
      if (!current) return;
      const groups = answers.flatMap(({ data }, at) => {
        const entity = readable[at];
        return entity && data && data.picks.length > 0 ? [{ entity, picks: data.picks.slice(0, EACH) }] : [];
      });
      setFound({ q, groups });
    });
    return () => {
      current = false;
    };
  }, [q, dispatch, registry, entities]);
  return found;
}

export function useRecordSections(q: string): { readonly sections: readonly Section[]; readonly busy: boolean } {
  const navigate = useNavigate();
  const lang = useLang();
  const found = useFound(q);
  const asked = q.length >= SHORTEST;
  const current = asked && found?.q === q;
  const sections = (current ? found.groups : []).map(({ entity, picks }) => ({
    title: entityWords(entity, lang).many,
    items: picks.map(({ id, title }) => ({
      key: `${entity.name}-${id}`,
      title,
      hint: `#${id}`,
      icon: entity.spec.icon,
      run: () => void navigate(`${SIDES.admin.home}/${entity.name}/${id}`),
    })),
  }));
  return { sections, busy: asked && !current };
}
