/** The titles of records that are open as pages: of the loaded row, else the one that the tab remembers. */
import { useMemo } from 'react';
import { shallowEqual } from 'react-redux';
import { localizedValue } from '../../../../common/entity/translations/localizedValue';
import type { AnyEntity } from '../../../../common/entity/entity';
import { useEngine } from '../../../engine/engineContext';
import { useAppSelector } from '../../../shared/app/createStore';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { useLanguage } from '../../../shared/i18n/i18n';
import type { EntitiesState } from '../../../shared/store/entities';
import type { Tab } from '../../../shared/store/tabs';
import { resolveScreen, type RoutingContext } from '../menu/resolveScreen';

interface OpenRecord {
  readonly entity: AnyEntity;
  readonly id: number;
}
function findOpenRecord(path: string, context: RoutingContext): OpenRecord | undefined {
  const screen = resolveScreen(path, context);
  if (screen === undefined || 'to' in screen || screen.entity === undefined) return undefined;
  const id = Number(screen.recordId);
  return Number.isSafeInteger(id) ? { entity: screen.entity, id } : undefined;
}
/** Without a language the title as stored, which an override translates. */
function readTitle({ rows, titles }: EntitiesState, { entity: { name, spec }, id }: OpenRecord, lang = ''): string {
  const row = rows[name]?.[id]?.row;
  const title = (row && localizedValue(row, spec.title, lang)) ?? titles[name]?.[id];
  return typeof title === 'string' ? title : '';
}

export interface RecordTitle {
  /** The title that a tab remembers; empty while it is not loaded. */
  readonly stored: string;
  /** In the reader's language; undefined for a screen without a record, or whose title is unknown. */
  readonly shown: string | undefined;
}
/** The title of the record at each address, in the same order. Nothing is shown of an entity that the reader may not read. */
export function useRecordTitles(tabs: readonly Tab[]): readonly RecordTitle[] {
  const { registry, overrides } = useEngine();
  const { menus, entities } = useBootstrap();
  const language = useLanguage();
  const records = useMemo(
    () => tabs.map(({ path }) => findOpenRecord(path, { registry, menus })),
    [tabs, registry, menus],
  );
  const loaded = useAppSelector(
    (state) =>
      records.map((record) => {
        if (record === undefined) return '';
        const isTranslated = overrides.get(record.entity.name)?.translateTitle !== undefined;
        return readTitle(state.entities, record, isTranslated ? undefined : language);
      }),
    shallowEqual,
  );
  const rows = useAppSelector(
    ({ entities: { rows: stored } }) =>
      records.map((record) =>
        record !== undefined && overrides.get(record.entity.name)?.translateTitle !== undefined
          ? stored[record.entity.name]?.[record.id]?.row
          : undefined,
      ),
    shallowEqual,
  );
  return tabs.map((tab, index) => {
    const entity = records[index]?.entity;
    const title = loaded[index] || tab.title;
    if (entity === undefined || entities[entity.name] === undefined || !title) return { stored: '', shown: undefined };
    const translated = overrides.get(entity.name)?.translateTitle?.(title, language, registry, rows[index]);
    return { stored: loaded[index] ?? '', shown: translated ?? title };
  });
}
