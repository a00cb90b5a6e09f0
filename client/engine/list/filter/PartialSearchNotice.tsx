/** Shows that quick search covered the newest rows only, and offers to search all. */
import SearchIcon from '@mui/icons-material/ManageSearch';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import type { PartialSearch } from '../../data/liveList';
import type { FilterModel } from '../useListModel';

interface PartialSearchNoticeProps {
  readonly model: FilterModel;
  readonly partialSearch: PartialSearch;
}
export function PartialSearchNotice({ model, partialSearch }: PartialSearchNoticeProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 3, px: { xs: 4, sm: 6 }, pb: 2, color: 'text.secondary', flex: 'none' }}
    >
      <SearchIcon fontSize="small" aria-hidden />
      <Typography component="output" variant="body2" sx={{ minWidth: 0 }}>
        {t('savedViews.searched', { shown: format.number(partialSearch.newest) })}
      </Typography>
      <Button size="small" onClick={() => model.change({ searchesAll: true })} sx={{ flex: 'none' }}>
        {t('savedViews.search_all')}
      </Button>
    </Stack>
  );
}
