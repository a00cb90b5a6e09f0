/** Selected rows in collapsed branches: not visible, but part of every bulk action. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { ListModel } from '../useListModel';
import { useRowTitle } from '../../data/useRowTitle';

const MAX_NAMED = 3;

function Name({ entity, id }: { readonly entity: AnyEntity; readonly id: number }) {
  return (
    <Box component="li" sx={{ display: 'inline', '& + &::before': { content: '" · "' } }}>
      {useRowTitle(entity, id)}
    </Box>
  );
}

interface HiddenSelectionTextProps {
  readonly model: ListModel;
  /** Rows of the pending action. */
  readonly ids: readonly number[];
}
export function HiddenSelectionText({ model: { entity, hiddenSelectedIds }, ids }: HiddenSelectionTextProps) {
  const { t } = useTranslation();
  const hiddenIds = hiddenSelectedIds.filter((id) => ids.includes(id));
  const count = hiddenIds.length;
  if (count === 0) return null;
  return (
    <Typography
      component="div"
      aria-live="polite"
      sx={{ color: 'warning.main', minWidth: 0, overflowWrap: 'anywhere' }}
    >
      {t(count === ids.length ? 'lists.bulk.folded_all' : 'lists.bulk.folded', { count })}
      <Box component="ul" sx={{ display: 'inline', m: 0, ml: 1, p: 0 }}>
        {hiddenIds.slice(0, MAX_NAMED).map((id) => (
          <Name key={id} entity={entity} id={id} />
        ))}
        {count > MAX_NAMED && (
          <Box component="li" sx={{ display: 'inline' }}>
            {` · +${count - MAX_NAMED}`}
          </Box>
        )}
      </Box>
    </Typography>
  );
}

/** Shows hidden selected rows, with buttons to unfold or deselect them. */
export function HiddenSelection({ model }: { readonly model: ListModel }) {
  const { t } = useTranslation();
  const { selected, actionableIds, select, hiddenSelectedIds, expand: unfold } = model;
  return (
    <>
      <HiddenSelectionText model={model} ids={actionableIds} />
      <Button size="small" color="inherit" onClick={() => unfold(hiddenSelectedIds)}>
        {t('lists.bulk.folded_show')}
      </Button>
      <Button
        size="small"
        color="inherit"
        onClick={() => select(selected.filter((id) => !hiddenSelectedIds.includes(id)))}
      >
        {t('lists.bulk.folded_drop')}
      </Button>
    </>
  );
}
