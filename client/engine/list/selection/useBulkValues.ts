/** Values of a bulk edit: they are kept while the screen is blocked after a permission is lost. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { useDraftCache } from '../../formState/draftCache';
import { unsavedBulkFields, useFormatBulkValue, type BulkValues } from './BulkFields';
import type { ListModel } from '../useListModel';

/** Values kept when the permission was lost. */
export function useBulkValues(): readonly [BulkValues, (values: BulkValues) => void] {
  const draftCache = useDraftCache();
  const { pathname } = useLocation();
  return useState<BulkValues>(() => draftCache?.bulkEdits.get(pathname)?.values ?? {});
}

/** `isUnsaved`: values are neither being sent nor done. Returns how many would be lost. */
export function useCacheBulkValues(model: ListModel, values: BulkValues, count: number, isUnsaved: boolean): number {
  const draftCache = useDraftCache();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const labels = useEntityLabels(model.entity);
  const formatBulkValue = useFormatBulkValue(model, values);
  const names = isUnsaved ? unsavedBulkFields(model, values) : [];
  useEffect(() => {
    const lines = names.map((name) => ({ label: labels.fields[name] ?? name, text: formatBulkValue(name) }));
    if (lines.length === 0) draftCache?.bulkEdits.delete(pathname);
    else draftCache?.bulkEdits.set(pathname, { title: t('lists.bulk.title', { count }), values, lines });
  });
  useEffect(
    () => () => {
      if (draftCache?.isPathBlocked(pathname) === false) draftCache.bulkEdits.delete(pathname);
    },
    [draftCache, pathname],
  );
  return names.length;
}
