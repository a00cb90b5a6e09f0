/** The tick for all rows of a page, where no head of a table holds it. */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import type { ListModel } from './useListModel';

/** A finger needs so many pixels. */
export const TOUCH = 44;

export function SelectAll({ model: { whole } }: { readonly model: ListModel }) {
  const { t } = useTranslation();
  return (
    <FormControlLabel
      control={
        <Checkbox
          checked={whole.all}
          indeterminate={whole.some && !whole.all}
          onChange={whole.toggle}
          sx={{ width: TOUCH, height: TOUCH }}
        />
      }
      disabled={whole.empty}
      label={t('engine.list.select_all')}
      slotProps={{ typography: { variant: 'body2', color: 'text.secondary' } }}
      sx={{ flex: 'none', m: 0, px: { xs: 4, sm: 6 }, pt: 2 }}
    />
  );
}
