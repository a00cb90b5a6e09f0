/** The filters of a list as chips that can be edited and removed. */
import InvalidFilterIcon from '@mui/icons-material/ErrorOutlined';
import FilterIcon from '@mui/icons-material/FilterListOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { Suspense, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { findColumn, type Column } from '../../../../common/entity/columns';
import { validateFilter } from '../../fieldTypes/filterText';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';
import { useFormatFilter } from './filterLabels';
import type { OpenFilter } from './FilterPopover';
import { changeFilter, removeGroup, type FilterTarget } from './filterTargets';
import { useFilterError } from './useFilterError';
import type { FilterTexts } from '../listState';
import type { FilterModel } from '../useListModel';

const FilterPopover = lazyWithRetry(async () => (await import('./FilterPopover')).FilterPopover);

interface FilterBarProps {
  readonly model: FilterModel;
}
interface ActiveFilter {
  readonly column: Column;
  readonly text: string;
  /** Field and condition in words. */
  readonly label: string;
}
/** Returns the filters of a set with their words. */
function useDescribeFilters(model: FilterModel): (texts: FilterTexts) => readonly ActiveFilter[] {
  const labels = useEntityLabels(model.entity);
  const formatFilter = useFormatFilter(model);
  return (texts) =>
    Object.entries(texts).flatMap(([field, text]) => {
      const column = findColumn(model.entity, field);
      if (column === undefined) return [];
      return [{ column, text, label: `${labels.fields[field] ?? field}: ${formatFilter(column, text)}` }];
    });
}

const CHIP_STYLE = { height: 28, maxWidth: 280 } as const;

interface FilterButtonProps {
  readonly isOpen: boolean;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}
function FilterButton({ isOpen, onClick }: FilterButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      startIcon={<FilterIcon fontSize="small" />}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onClick}
      sx={{ minHeight: 36 }}
    >
      {t('engine.list.filter')}
    </Button>
  );
}

export function FilterBar({ model }: FilterBarProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { state, change } = model;
  const describeFilters = useDescribeFilters(model);
  const filterError = useFilterError();
  const [opened, setOpened] = useState<OpenFilter | null>(null);
  const openAt = (target: FilterTarget, column: Column | null) => (event: MouseEvent<HTMLElement>) =>
    setOpened({ anchor: event.currentTarget, target, column });
  const activeFilters = describeFilters(state.filters);
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      {/* First, so that a new chip does not move the button and its open popover. */}
      <FilterButton isOpen={opened !== null} onClick={openAt('all', null)} />
      {activeFilters.map(({ column, text, label }) => (
        <Chip
          key={column.name}
          label={label}
          variant="outlined"
          color={validateFilter(column, text) ? 'error' : 'primary'}
          {...(validateFilter(column, text) ? { icon: <InvalidFilterIcon /> } : {})}
          title={filterError(column, text)}
          onClick={openAt('all', column)}
          onDelete={() => change(changeFilter(state, 'all', column.name, ''))}
          sx={CHIP_STYLE}
        />
      ))}
      {state.anyOf.map((group, index) => (
        <Chip
          key={`any ${index}`}
          label={describeFilters(group)
            .map(({ label }) => label)
            .join(t('listControls.filter.or'))}
          variant="outlined"
          color="primary"
          onClick={openAt(index, null)}
          onDelete={() => change({ anyOf: removeGroup(state.anyOf, index) })}
          sx={{ ...CHIP_STYLE, maxWidth: 420 }}
        />
      ))}
      {activeFilters.length + state.anyOf.length > 1 && (
        <Button size="small" color="inherit" onClick={() => change({ filters: {}, anyOf: [] })}>
          {t('engine.list.filters_clear')}
        </Button>
      )}
      {opened && (
        <Suspense>
          <FilterPopover model={model} initial={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Stack>
  );
}
