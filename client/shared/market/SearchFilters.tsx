/** Search, categories and pages of a catalog. */
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketCategory } from '../../../common/modules/market';
import { useDebouncedValue } from '../app/useDebouncedValue';
import { useLanguage } from '../i18n/i18n';

interface CatalogueFilter {
  readonly search: string;
  /** 0: all. */
  readonly category: number;
  readonly onlyRecommended: boolean;
}
interface FilterProps {
  readonly params: CatalogueFilter;
  readonly setParams: (patch: Partial<CatalogueFilter>) => void;
}
export function SearchField({ params, setParams }: FilterProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(params.search);
  const settled = useDebouncedValue(text, 300);
  useEffect(() => {
    if (settled !== params.search) setParams({ search: settled });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only what was typed changes the address
  }, [settled]);
  return (
    <TextField
      size="small"
      type="search"
      label={t('market.search')}
      value={text}
      fullWidth={false}
      sx={{ flex: 1, minWidth: 200, maxWidth: { sm: 420 } }}
      onChange={({ target }) => setText(target.value)}
      slotProps={{ htmlInput: { maxLength: 60 } }}
    />
  );
}

interface CategoryChipsProps extends FilterProps {
  readonly categories: readonly MarketCategory[];
}
export function CategoryChips({ categories, params, setParams }: CategoryChipsProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const chip = (key: string, label: string, isOn: boolean, onClick: () => void) => (
    <Chip
      key={key}
      label={label}
      color={isOn ? 'primary' : 'default'}
      variant={isOn ? 'filled' : 'outlined'}
      aria-pressed={isOn}
      onClick={onClick}
    />
  );
  const { category, onlyRecommended } = params;
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
      {chip('all', t('market.all'), category === 0, () => setParams({ category: 0 }))}
      {categories.map(({ id, title }) =>
        chip(String(id), title[lang], category === id, () => setParams({ category: id })),
      )}
      {chip('recommended', t('market.recommended'), onlyRecommended, () =>
        setParams({ onlyRecommended: !onlyRecommended }),
      )}
    </Stack>
  );
}

interface PageButtonsProps {
  readonly page: number;
  readonly total: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
}
export function PageButtons({ page, total, pageSize, onPage }: PageButtonsProps) {
  const { t } = useTranslation();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1) return null;
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center', justifyContent: 'center' }}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('market.previous')}
      </Button>
      <Typography variant="body2">{t('market.page', { page, pages })}</Typography>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('market.next')}
      </Button>
    </Stack>
  );
}
