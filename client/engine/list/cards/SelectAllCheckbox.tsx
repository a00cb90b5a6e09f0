/** The select-all checkbox where there is no table header. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import type { ListModel } from '../useListModel';

/** Minimum size of a touch target in pixels. */
export const TOUCH_TARGET = 44;

export function SelectAllCheckbox({ model: { pageSelection } }: { readonly model: ListModel }) {
  const { t } = useTranslation();
  return (
    <FormControlLabel
      control={
        <Checkbox
          checked={pageSelection.isAllSelected}
          indeterminate={pageSelection.isSomeSelected && !pageSelection.isAllSelected}
          onChange={pageSelection.toggle}
          sx={{ width: TOUCH_TARGET, height: TOUCH_TARGET }}
        />
      }
      disabled={pageSelection.isEmpty}
      label={t('engine.list.select_all')}
      slotProps={{ typography: { variant: 'body2', color: 'text.secondary' } }}
      sx={{ flex: 'none', m: 0, px: { xs: 4, sm: 6 }, pt: 2 }}
    />
  );
}
