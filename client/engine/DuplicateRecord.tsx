/** A new record with the values of another, which are loaded first. */
import LinearProgress from '@mui/material/LinearProgress';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../common/entity/entity';
import type { Json } from '../../common/entity/field';
import { EmptyState } from '../ui/EmptyState';
import { NamedIcon } from '../ui/NamedIcon';
import { useLazyTranslations } from '../shared/i18n/useLazyTranslations';
import { useRow } from './data/useRow';
import { valuesForDuplicate } from './list/valuesForDuplicate';
import { usePermissions } from './usePermissions';

type Preset = Readonly<Record<string, Json>>;

interface DuplicateRecordProps {
  readonly entity: AnyEntity;
  /** The record whose values are copied. */
  readonly id: number;
  readonly children: (preset: Preset) => ReactNode;
}
export function DuplicateRecord({ entity, id, children }: DuplicateRecordProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { writable } = usePermissions(entity);
  const { cachedRow, version, fault } = useRow(entity, id);
  // Later changes of the source do not change what the new record starts with.
  const [preset, setPreset] = useState<Preset>();
  if (preset === undefined && version !== undefined && cachedRow !== undefined)
    setPreset(
      valuesForDuplicate(entity, cachedRow.row, writable, (title) => t('listControls.row.copy_title', { title })),
    );
  if (preset !== undefined) return children(preset);
  if (fault === undefined) return <LinearProgress aria-label={t('engine.list.loading')} />;
  return (
    <EmptyState icon={<NamedIcon name={entity.spec.icon} />} title={t('engine.list.failed_title')} help={fault.msg} />
  );
}
