/** Says that quick search looked at the newest rows only, and offers to look at all of them. */
import SearchIcon from '@mui/icons-material/ManageSearch';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/format';
import { useLaterWords } from '../../shared/useLaterWords';
import type { Searched } from '../liveList';
import type { ListModel } from './useListModel';

interface SearchedNoteProps {
  readonly model: ListModel;
  readonly searched: Searched;
}
export function SearchedNote({ model, searched }: SearchedNoteProps) {
  useLaterWords();
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Stack
      direction="row"
      sx={{ alignItems: 'center', gap: 3, px: { xs: 4, sm: 6 }, pb: 2, color: 'text.secondary', flex: 'none' }}
    >
      <SearchIcon fontSize="small" aria-hidden />
      <Typography component="output" variant="body2" sx={{ minWidth: 0 }}>
        {t('views.searched', { shown: format.number(searched.newest) })}
      </Typography>
      <Button size="small" onClick={() => model.change({ all: true })} sx={{ flex: 'none' }}>
        {t('views.search_all')}
      </Button>
    </Stack>
  );
}
