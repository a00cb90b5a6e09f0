/** The values typed for many rows: where the screen goes with all rights they stay to be read, and come back with the rights. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useWords } from '../../shared/i18n';
import { useDraftShelf } from '../draftShelf';
import { typedNames, useTyped, type Values } from './BulkFields';
import type { ListModel } from './useListModel';

/** What was left when the rights went, if anything. */
export function useBulkValues(): readonly [Values, (values: Values) => void] {
  const shelf = useDraftShelf();
  const { pathname } = useLocation();
  return useState<Values>(() => shelf?.bulk.get(pathname)?.values ?? {});
}

/** `holds`: the values are not on their way, nor decided about. Answers how many would be lost. */
export function useBulkShelved(model: ListModel, values: Values, count: number, holds: boolean): number {
  const shelf = useDraftShelf();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const words = useWords(model.entity);
  const textOf = useTyped(model, values);
  const names = holds ? typedNames(model, values) : [];
  useEffect(() => {
    const lines = names.map((name) => ({ label: words.fields[name] ?? name, text: textOf(name) }));
    if (lines.length === 0) shelf?.bulk.delete(pathname);
    else shelf?.bulk.set(pathname, { named: t('lists.bulk.title', { count }), values, lines });
  });
  useEffect(
    () => () => {
      if (shelf?.isWithheld(pathname) === false) shelf.bulk.delete(pathname);
    },
    [shelf, pathname],
  );
  return names.length;
}
