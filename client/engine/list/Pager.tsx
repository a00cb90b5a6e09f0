/** Pagination of a list: page number and page size. */
import FirstIcon from '@mui/icons-material/FirstPage';
import LastIcon from '@mui/icons-material/LastPage';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../shared/i18n/format';
import { PAGE_SIZES } from './listState';
import type { ListModel } from './useListModel';

interface PageButtonsProps {
  readonly page: number;
  readonly pages: number;
  readonly goToPage: (page: number) => void;
}
function PageButtons({ page, pages, goToPage }: PageButtonsProps) {
  const { t } = useTranslation();
  const buttons = [
    { label: t('engine.pager.first'), icon: <FirstIcon fontSize="small" />, to: 1, off: page <= 1 },
    { label: t('engine.pager.previous'), icon: <PreviousIcon fontSize="small" />, to: page - 1, off: page <= 1 },
    { label: t('engine.pager.next'), icon: <NextIcon fontSize="small" />, to: page + 1, off: page >= pages },
    { label: t('engine.pager.last'), icon: <LastIcon fontSize="small" />, to: pages, off: page >= pages },
  ];
  return (
    <Stack direction="row">
      {buttons.map(({ label, icon, to, off: isDisabled }) => (
        <IconButton key={label} size="small" aria-label={label} disabled={isDisabled} onClick={() => goToPage(to)}>
          {icon}
        </IconButton>
      ))}
    </Stack>
  );
}

interface PagerModel extends Pick<ListModel, 'state' | 'change' | 'isTree'> {
  readonly rows: {
    readonly isLoading: boolean;
    readonly list: { readonly total: number; readonly isTotalCapped: boolean };
  };
}
export function Pager({ model }: { readonly model: PagerModel }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const id = useId();
  const { state, rows, change, isTree } = model;
  const { total } = rows.list;
  if (isTree || rows.isLoading || total === 0) return null;
  const { page, limit } = state;
  const pages = Math.max(1, Math.ceil(total / limit));
  const goToPage = (to: number) => change({ page: Math.min(Math.max(1, to), pages) });
  const range = {
    from: format.number(Math.min(total, (page - 1) * limit + 1)),
    to: format.number(Math.min(total, page * limit)),
    total: rows.list.isTotalCapped
      ? t('engine.list.count_capped', { total: format.number(total) })
      : format.number(total),
  };
  return (
    <Stack
      component="nav"
      data-action-bar
      direction="row"
      aria-label={t('engine.pager.label')}
      sx={{
        alignItems: 'center',
        gap: 2,
        px: { xs: 4, sm: 6 },
        minHeight: 48,
        borderTop: 1,
        borderColor: 'divider',
        flex: 'none',
      }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', flex: 1, fontVariantNumeric: 'tabular-nums' }}>
        {t('engine.pager.range', range)}
      </Typography>
      <Typography variant="body2" id={id} sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
        {t('engine.pager.per_page')}
      </Typography>
      <Select
        size="small"
        value={limit}
        labelId={id}
        onChange={(event) => change({ limit: Number(event.target.value) })}
        sx={{ minHeight: 32, '& .MuiSelect-select': { py: 1 } }}
      >
        {PAGE_SIZES.map((size) => (
          <MenuItem key={size} value={size}>
            {size}
          </MenuItem>
        ))}
      </Select>
      <PageButtons page={page} pages={pages} goToPage={goToPage} />
    </Stack>
  );
}
